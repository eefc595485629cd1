package dev.sluice.apiserver.selector;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Matches labels against a `LabelSelector` object, as specs hold them; an empty one matches everything.
public final class LabelMatch {
    private LabelMatch() {}

    /// @param selector with `matchLabels` and `matchExpressions`
    public static boolean matches(JsonNode selector, Map<String, String> labels) {
        for (Map.Entry<String, JsonNode> label : selector.path("matchLabels").properties()) {
            if (!label.getValue().asText().equals(labels.get(label.getKey()))) {
                return false;
            }
        }
        for (JsonNode expression : selector.path("matchExpressions")) {
            if (!holds(expression, labels.get(expression.path("key").asText()))) {
                return false;
            }
        }
        return true;
    }

    private static boolean holds(JsonNode expression, @Nullable String value) {
        boolean listed = false;
        for (JsonNode candidate : expression.path("values")) {
            listed |= candidate.asText().equals(value);
        }
        return switch (expression.path("operator").asText()) {
            case "In" -> value != null && listed;
            case "NotIn" -> value == null || !listed;
            case "Exists" -> value != null;
            case "DoesNotExist" -> value == null;
            default -> false;
        };
    }
}
