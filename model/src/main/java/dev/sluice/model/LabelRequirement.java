package dev.sluice.model;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// One requirement on a label: a key, an operator and its values.
///
/// Used by label selectors (the first four operators) and by node selector terms (all).
///
/// @param values for `GT` and `LT` exactly one integer, for `EXISTS` and `DOES_NOT_EXIST` none
public record LabelRequirement(String key, Operator operator, List<String> values) {

    /// How a label's value is compared with the values of the requirement.
    public enum Operator {
        IN("In"),
        NOT_IN("NotIn"),
        EXISTS("Exists"),
        DOES_NOT_EXIST("DoesNotExist"),
        GT("Gt"),
        LT("Lt");

        private final String text;

        Operator(String text) {
            this.text = text;
        }

        /// The spelling of the Kubernetes API.
        public String text() {
            return text;
        }

        /// The operator with this API spelling, or null.
        public static @Nullable Operator of(String text) {
            for (Operator operator : values()) {
                if (operator.text.equals(text)) {
                    return operator;
                }
            }
            return null;
        }
    }

    public LabelRequirement {
        values = List.copyOf(values);
    }

    /// Whether labels satisfy the requirement. A label that is missing satisfies `NOT_IN` and `DOES_NOT_EXIST`.
    public boolean matches(Map<String, String> labels) {
        return matchesValue(labels.get(key));
    }

    /// Whether the label's value (null: the label is missing) satisfies the requirement.
    public boolean matchesValue(@Nullable String value) {
        return switch (operator) {
            case IN -> value != null && values.contains(value);
            case NOT_IN -> value == null || !values.contains(value);
            case EXISTS -> value != null;
            case DOES_NOT_EXIST -> value == null;
            case GT -> value != null && compare(value) > 0;
            case LT -> value != null && compare(value) < 0;
        };
    }

    /// What makes the requirement itself invalid, or null if it is sound.
    public @Nullable String fault() {
        return switch (operator) {
            case IN, NOT_IN ->
                    values.isEmpty()
                            ? "values: for 'in', 'notin' operators, values set can't be empty"
                            : null;
            case EXISTS, DOES_NOT_EXIST ->
                    values.isEmpty()
                            ? null
                            : "values: values set must be empty for exists and does not exist";
            case GT, LT -> {
                if (values.size() != 1) {
                    yield "values: for 'Gt', 'Lt' operators, exactly one value is required";
                }
                yield isInteger(values.getFirst())
                        ? null
                        : "values[0]: for 'Gt', 'Lt' operators, the value must be an integer";
            }
        };
    }

    /// Sign of (label's value - required value); 0, which satisfies neither operator, if one is no integer.
    private int compare(String value) {
        if (values.size() != 1 || !isInteger(value) || !isInteger(values.getFirst())) {
            return 0;
        }
        return Long.compare(Long.parseLong(value), Long.parseLong(values.getFirst()));
    }

    private static boolean isInteger(String text) {
        try {
            Long.parseLong(text);
            return true;
        } catch (NumberFormatException e) {
            return false;
        }
    }
}
