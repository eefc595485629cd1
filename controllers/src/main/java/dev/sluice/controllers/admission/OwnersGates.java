package dev.sluice.controllers.admission;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.api.name.Annotations;
import dev.sluice.api.validation.GateAnnotationRules;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

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
        JsonNode owner = lost.isEmpty() ? null : Ancestors.controller(old);
        if (owner == null) {
            return List.of();
        }
        Map<String, String> annotations =
                lookup.annotations(
                        owner.path("apiVersion").asText(),
                        owner.path("kind").asText(),
                        review.namespace(),
                        owner.path("name").asText());
        if (annotations == null) {
            return List.of();
        }
        lost.retainAll(
                GateAnnotationRules.gates(
                        annotations.getOrDefault(Annotations.ADMISSION_GATED_BY, "")));
        return lost.isEmpty()
                ? List.of()
                : List.of(
                        FieldError.forbidden(
                                "metadata.annotations[" + Annotations.ADMISSION_GATED_BY + "]",
                                "cannot remove %s: the %s %s still has it; remove it there"
                                        .formatted(
                                                String.join(",", lost),
                                                owner.path("kind").asText(),
                                                owner.path("name").asText())));
    }

    private static Set<String> gates(JsonNode object) {
        return GateAnnotationRules.gates(Review.annotation(object, Annotations.ADMISSION_GATED_BY));
    }
}
