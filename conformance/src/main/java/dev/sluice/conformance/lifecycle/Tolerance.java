package dev.sluice.conformance.lifecycle;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// What the reference system itself did in two ways when a scenario was recorded twice. Only there a comparison is lenient.
///
/// @param objects per checkpoint label the objects that differed, with `<hash>` and `<pod>` for what differs by name
/// @param events per checkpoint label the reasons of events that occurred in one recording only
record Tolerance(Map<String, Set<Ref>> objects, Map<String, Set<String>> events) {
    private static final Set<String> QUEUE_COUNTERS =
            Set.of(
                    "pendingWorkloads",
                    "reservingWorkloads",
                    "admittedWorkloads",
                    "flavorsReservation",
                    "flavorsUsage",
                    "fairSharing");

    private static final Set<String> WORKLOAD_HISTORY =
            Set.of("schedulingStats", "resourceRequests", "accumulatedPastExecutionTimeSeconds");

    static final Tolerance NONE = new Tolerance(Map.of(), Map.of());

    boolean objectMayVary(String label, Ref ref) {
        Ref unnumbered = new Ref(ref.kind(), ref.name().replaceAll("<(hash|pod)-\\d+>", "<$1>"));
        return objects.getOrDefault(label, Set.of()).contains(unnumbered);
    }

    boolean eventMayBeMissing(String label, String reason) {
        return events.getOrDefault(label, Set.of()).contains(reason);
    }

    /// The object without what depended on timing: short-lived conditions of jobs, counters that lag, reasons and messages of conditions.
    static ObjectNode withoutTiming(ObjectNode object) {
        ObjectNode copy = object.deepCopy();
        if (copy.get("status") instanceof ObjectNode status) {
            status.remove(QUEUE_COUNTERS);
            status.remove(WORKLOAD_HISTORY);
            JsonNode conditions = status.get("conditions");
            if (conditions != null && conditions.isArray()) {
                conditions.forEach(
                        condition -> ((ObjectNode) condition).remove(List.of("reason", "message")));
                if (copy.path("kind").asText().equals("Job")) {
                    status.set("conditions", withoutSuspended(conditions));
                    if (status.path("conditions").isEmpty()) {
                        status.remove("conditions");
                    }
                }
            }
        }
        return copy;
    }

    private static JsonNode withoutSuspended(JsonNode conditions) {
        ArrayNode kept = JsonNodeFactory.instance.arrayNode();
        conditions.forEach(
                condition -> {
                    if (!condition.path("type").asText().equals("Suspended")) {
                        kept.add(condition);
                    }
                });
        return kept;
    }
}
