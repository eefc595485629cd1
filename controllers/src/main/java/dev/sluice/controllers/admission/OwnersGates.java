package dev.sluice.controllers.admission;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.api.name.Annotations;
import dev.sluice.api.validation.GateAnnotationRules;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The gates of a Workload are those of its job: one that the job still has is not taken from the Workload alone. The
/// job would never start, but its quota would be held.
final class OwnersGates {
    private OwnersGates() {}

    /// @return a refusal when a gate would go that the owner still has
    static List<FieldError> kept(Review review, Lookup lookup) {
        ObjectNode old = review.old();
        ObjectNode workload = review.object();
        if (old == null || workload == null) {
            return List.of();
        }
        Set<String> lost = new LinkedHashSet<>(gates(old));
        lost.removeAll(gates(workload));
        if (lost.isEmpty()) {
            return List.of();
        }
        for (JsonNode owner : old.path("metadata").path("ownerReferences")) {
            if (counts(old, owner)) {
                Set<String> held = held(owner, review.namespace(), lookup);
                held.retainAll(lost);
                if (!held.isEmpty()) {
                    return List.of(refusal(owner, held));
                }
            }
        }
        return List.of();
    }

    /// A group of pods has many owners, none of which is in control.
    private static boolean counts(JsonNode workload, JsonNode owner) {
        return owner.path("controller").asBoolean(false)
                || Review.annotation(workload, Annotations.IS_GROUP_WORKLOAD).equals("true");
    }

    private static Set<String> held(JsonNode owner, String namespace, Lookup lookup) {
        Map<String, String> annotations =
                lookup.annotations(
                        owner.path("apiVersion").asText(),
                        owner.path("kind").asText(),
                        namespace,
                        owner.path("name").asText());
        return new LinkedHashSet<>(
                annotations == null
                        ? Set.of()
                        : GateAnnotationRules.gates(
                                annotations.getOrDefault(Annotations.ADMISSION_GATED_BY, "")));
    }

    private static FieldError refusal(JsonNode owner, Set<String> held) {
        return FieldError.forbidden(
                "metadata.annotations[" + Annotations.ADMISSION_GATED_BY + "]",
                "cannot remove %s: the %s %s still has it; remove it there"
                        .formatted(
                                String.join(",", held),
                                owner.path("kind").asText(),
                                owner.path("name").asText()));
    }

    private static Set<String> gates(JsonNode object) {
        return GateAnnotationRules.gates(Review.annotation(object, Annotations.ADMISSION_GATED_BY));
    }
}
