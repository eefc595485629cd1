package dev.sluice.api.validation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.sluice.api.name.Annotations;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Rules for `kueue.x-k8s.io/cannot-preempt` and `cannot-borrow`, the same on jobs of all kinds and on Workloads
/// (KEP-8729): only `"true"` and `"false"` are values, and they never change (FB4, FB6).
public final class ConstraintAnnotationRules implements Rules {
    private static final Set<String> VALUES = Set.of("true", "false");

    @Override
    public List<Complaint> check(JsonNode object, @Nullable JsonNode old) {
        List<Complaint> complaints = new ArrayList<>();
        for (String key : List.of(Annotations.CANNOT_PREEMPT, Annotations.CANNOT_BORROW)) {
            String field = Metadata.annotationField(key);
            String value = Metadata.annotation(object, key);
            boolean present = Metadata.hasAnnotation(object, key);
            if (present && !VALUES.contains(value)) {
                complaints.add(Complaint.unsupported(field, value, List.of("true", "false")));
            }
            if (old != null
                    && (present != Metadata.hasAnnotation(old, key)
                            || !value.equals(Metadata.annotation(old, key)))) {
                complaints.add(Complaint.immutable(field, TextNode.valueOf(value)));
            }
        }
        return complaints;
    }
}
