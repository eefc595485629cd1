package dev.sluice.api.validation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.api.name.Annotations;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Rules for a Workload's `spec.admissionConstraints` (KEP-8729): it never changes, and says the same as the annotations
/// where these say something.
public final class ConstraintRules implements Rules {
    private static final String FIELD = "spec.admissionConstraints";
    private static final String NEVER = "Never";

    /// Which annotation says the same as which member of the field.
    private record Pair(String annotation, String member) {}

    private static final List<Pair> PAIRS =
            List.of(
                    new Pair(Annotations.CANNOT_PREEMPT, "preemption"),
                    new Pair(Annotations.CANNOT_BORROW, "borrowing"));

    @Override
    public List<Complaint> check(JsonNode object, @Nullable JsonNode old) {
        List<Complaint> complaints =
                new ArrayList<>(new ConstraintAnnotationRules().check(object, old));
        for (Pair pair : PAIRS) {
            String field = FIELD + "." + pair.member();
            String annotation = Metadata.annotation(object, pair.annotation());
            boolean never = never(object, pair);
            if (!annotation.isEmpty() && annotation.equals("true") != never) {
                complaints.add(
                        Complaint.invalid(
                                field,
                                member(object, pair),
                                "must agree with the annotation %s, which is \"%s\""
                                        .formatted(pair.annotation(), annotation)));
            }
            if (old != null && never(old, pair) != never) {
                complaints.add(Complaint.immutable(field, member(object, pair)));
            }
        }
        return complaints;
    }

    /// Fills in what only the annotations say.
    public static void complete(ObjectNode workload) {
        for (Pair pair : PAIRS) {
            JsonNode constraints = workload.path("spec").path("admissionConstraints");
            if (Metadata.annotation(workload, pair.annotation()).equals("true")
                    && !constraints.has(pair.member())) {
                workload.withObject("/spec/admissionConstraints").put(pair.member(), NEVER);
            }
        }
    }

    private static boolean never(JsonNode workload, Pair pair) {
        return member(workload, pair).asText().equals(NEVER);
    }

    private static JsonNode member(JsonNode workload, Pair pair) {
        JsonNode value = workload.path("spec").path("admissionConstraints").get(pair.member());
        return value == null ? com.fasterxml.jackson.databind.node.NullNode.getInstance() : value;
    }
}
