package dev.sluice.api.selector;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.model.LabelRequirement;
import dev.sluice.model.LabelSelector;
import io.fabric8.kubernetes.api.model.LabelSelectorRequirement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Turns label selectors of API objects into those of the model.
public final class Selectors {
    private Selectors() {}

    /// A selector of which an absent one matches nothing and an empty one everything (A3).
    ///
    /// @throws IllegalArgumentException if an operator does not exist
    public static LabelSelector of(
            io.fabric8.kubernetes.api.model.@Nullable LabelSelector selector) {
        if (selector == null) {
            return LabelSelector.NOTHING;
        }
        List<LabelRequirement> requirements = new ArrayList<>();
        for (LabelSelectorRequirement r : selector.getMatchExpressions()) {
            requirements.add(requirement(r.getKey(), r.getOperator(), r.getValues()));
        }
        Map<String, String> labels = selector.getMatchLabels();
        return new LabelSelector(labels == null ? Map.of() : labels, requirements);
    }

    /// The same from JSON.
    ///
    /// @throws IllegalArgumentException if it is no selector
    public static LabelSelector of(JsonNode selector) {
        Map<String, String> labels = new TreeMap<>();
        List<LabelRequirement> requirements = new ArrayList<>();
        for (Map.Entry<String, JsonNode> field : selector.properties()) {
            switch (field.getKey()) {
                case "matchLabels" ->
                        field.getValue()
                                .properties()
                                .forEach(l -> labels.put(l.getKey(), l.getValue().asText()));
                case "matchExpressions" ->
                        field.getValue().forEach(r -> requirements.add(requirement(r)));
                default -> throw new IllegalArgumentException(field.getKey() + ": unknown field");
            }
        }
        return new LabelSelector(labels, requirements);
    }

    private static LabelRequirement requirement(JsonNode requirement) {
        List<String> values = new ArrayList<>();
        requirement.path("values").forEach(v -> values.add(v.asText()));
        return requirement(
                requirement.path("key").asText(), requirement.path("operator").asText(), values);
    }

    private static LabelRequirement requirement(String key, String operator, List<String> values) {
        LabelRequirement.Operator known = LabelRequirement.Operator.of(operator);
        if (known == null
                || known == LabelRequirement.Operator.GT
                || known == LabelRequirement.Operator.LT) {
            throw new IllegalArgumentException(
                    "operator \"" + operator + "\": expected In, NotIn, Exists or DoesNotExist");
        }
        return new LabelRequirement(key, known, values == null ? List.of() : values);
    }
}
