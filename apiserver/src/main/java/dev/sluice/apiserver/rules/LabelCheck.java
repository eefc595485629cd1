package dev.sluice.apiserver.rules;

import com.fasterxml.jackson.databind.JsonNode;

/// Checks labels and the selectors over them.
final class LabelCheck {
    private LabelCheck() {}

    /// A map of labels.
    static void labels(JsonNode labels, Path path, Complaints out) {
        for (var entry : labels.properties()) {
            out.invalid(path, entry.getKey(), Names.qualified(entry.getKey()));
            String value = entry.getValue().asText();
            out.invalid(path, value, Names.labelValue(value));
        }
    }

    /// A `LabelSelector`.
    static void selector(JsonNode selector, Path path, Complaints out) {
        labels(selector.path("matchLabels"), path.child("matchLabels"), out);
        int i = 0;
        for (JsonNode expression : selector.path("matchExpressions")) {
            expression(expression, path.child("matchExpressions").index(i++), out);
        }
    }

    private static void expression(JsonNode expression, Path path, Complaints out) {
        JsonNode values = expression.path("values");
        String operator = Json.text(expression, "operator");
        switch (operator) {
            case "In", "NotIn" -> {
                if (values.isEmpty()) {
                    out.required(
                            path.child("values"),
                            "must be specified when `operator` is 'In' or 'NotIn'");
                }
            }
            case "Exists", "DoesNotExist" -> {
                if (!values.isEmpty()) {
                    out.forbidden(
                            path.child("values"),
                            "may not be specified when `operator` is 'Exists' or 'DoesNotExist'");
                }
            }
            default ->
                    out.invalid(path.child("operator"), operator, "not a valid selector operator");
        }
        String key = Json.text(expression, "key");
        out.invalid(path.child("key"), key, Names.qualified(key));
        int i = 0;
        for (JsonNode value : values) {
            out.invalid(
                    path.child("values").index(i++),
                    value.asText(),
                    Names.labelValue(value.asText()));
        }
    }

    /// Whether labels satisfy a selector; an empty selector matches everything.
    static boolean matches(JsonNode selector, JsonNode labels) {
        for (var entry : selector.path("matchLabels").properties()) {
            JsonNode value = labels.get(entry.getKey());
            if (value == null || !value.asText().equals(entry.getValue().asText())) {
                return false;
            }
        }
        for (JsonNode expression : selector.path("matchExpressions")) {
            JsonNode value = labels.get(Json.text(expression, "key"));
            boolean in =
                    value != null && Json.texts(expression.path("values")).contains(value.asText());
            boolean holds =
                    switch (Json.text(expression, "operator")) {
                        case "In" -> in;
                        case "NotIn" -> !in;
                        case "Exists" -> value != null;
                        default -> value == null;
                    };
            if (!holds) {
                return false;
            }
        }
        return true;
    }
}
