package dev.sluice.apiserver.admission;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/// Lets every pod bear a node that is not ready or out of reach for five minutes, unless it says otherwise (H2.70).
final class TolerationSeconds extends PodAdmission {
    private static final int SECONDS = 300;
    private static final List<String> TAINTS =
            List.of("node.kubernetes.io/not-ready", "node.kubernetes.io/unreachable");

    TolerationSeconds() {
        super(true);
    }

    @Override
    public String name() {
        return "DefaultTolerationSeconds";
    }

    @Override
    public void mutate(AdmissionRequest request, ObjectReader objects) {
        ObjectNode spec = spec(request);
        for (String taint : TAINTS) {
            if (!tolerated(spec.path("tolerations"), taint)) {
                ArrayNode tolerations =
                        spec.path("tolerations") instanceof ArrayNode list
                                ? list
                                : spec.putArray("tolerations");
                tolerations
                        .addObject()
                        .put("key", taint)
                        .put("operator", "Exists")
                        .put("effect", "NoExecute")
                        .put("tolerationSeconds", SECONDS);
            }
        }
    }

    private static boolean tolerated(JsonNode tolerations, String taint) {
        for (JsonNode toleration : tolerations) {
            String key = toleration.path("key").asText("");
            String effect = toleration.path("effect").asText("");
            boolean sameKey = key.equals(taint) || key.isEmpty();
            if (sameKey && (effect.equals("NoExecute") || effect.isEmpty())) {
                return true;
            }
        }
        return false;
    }
}
