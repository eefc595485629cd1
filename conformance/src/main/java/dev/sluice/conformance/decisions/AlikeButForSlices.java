package dev.sluice.conformance.decisions;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashMap;
import java.util.Map;

/// Workloads that ask for the same but replace different slices, or of which only one replaces any. The peer takes them for
/// equivalent (R3.23).
final class AlikeButForSlices {
    private static final String REPLACES = "kueue.x-k8s.io/workload-slice-replacement-for";

    private final Map<JsonNode, String> replacedBySpec = new HashMap<>();

    private AlikeButForSlices() {}

    /// The step of a world that brings the second one of two such workloads; beyond all steps if there are none.
    static int firstStep(JsonNode world) {
        AlikeButForSlices seen = new AlikeButForSlices();
        JsonNode steps = world.path("steps");
        for (int i = 0; i < steps.size(); i++) {
            for (JsonNode object : steps.get(i).path("apply")) {
                if (object.path("kind").asText().equals("Workload") && seen.isAlike(object)) {
                    return i;
                }
            }
        }
        return Integer.MAX_VALUE;
    }

    private boolean isAlike(JsonNode workload) {
        if (!(workload.path("spec") instanceof ObjectNode told)) {
            return false;
        }
        ObjectNode spec = told.deepCopy();
        spec.remove("queueName");
        String replaces = workload.path("metadata").path("annotations").path(REPLACES).asText();
        String other = replacedBySpec.putIfAbsent(spec, replaces);
        return other != null && !other.equals(replaces);
    }
}
