package dev.sluice.conformance.scheduler;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Iterator;
import java.util.Set;

/// The part of a recording that can be compared.
final class Comparable {
    /// What follows from the rest, or is a free choice among equals.
    private static final Set<String> LEFT_OUT = Set.of("picked", "withoutDynamicResources");

    private Comparable() {}

    /// The recording as a profile without the plugin DynamicResources has it.
    static ObjectNode expected(JsonNode recorded) {
        ObjectNode expected = recorded.deepCopy();
        JsonNode without = recorded.path("withoutDynamicResources");
        if (without.has("message")) {
            expected.set("message", without.get("message"));
        }
        expected.remove(LEFT_OUT);
        if (expected.path("preemption") instanceof ObjectNode preemption) {
            if (without.has("nomination")) {
                preemption.set("nomination", without.get("nomination"));
            }
            if (without.has("postFilterCode")) {
                preemption.set("code", without.get("postFilterCode"));
            }
            // The rest of the condition's message says it already.
            preemption.remove("message");
        }
        Iterator<JsonNode> scores = expected.path("scores").elements();
        scores.forEachRemaining(score -> ((ObjectNode) score).remove("total"));
        return expected;
    }
}
