package dev.sluice.api.validation;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/// Rules for label selectors.
final class SelectorRules {
    private SelectorRules() {}

    static List<Complaint> check(JsonNode selector, String path) {
        List<Complaint> complaints = new ArrayList<>();
        complaints.addAll(
                Names.complaintsAboutLabels(path + ".matchLabels", selector.path("matchLabels")));
        JsonNode expressions = selector.path("matchExpressions");
        for (int i = 0; i < expressions.size(); i++) {
            expression(expressions.get(i), path + ".matchExpressions[" + i + "]", complaints);
        }
        return complaints;
    }

    private static void expression(JsonNode expression, String path, List<Complaint> complaints) {
        String operator = expression.path("operator").asText();
        boolean anyValue = !expression.path("values").isEmpty();
        switch (operator) {
            case "In", "NotIn" -> {
                if (!anyValue) {
                    complaints.add(
                            Complaint.required(
                                    path + ".values",
                                    "must be specified when `operator` is 'In' or 'NotIn'"));
                }
            }
            case "Exists", "DoesNotExist" -> {
                if (anyValue) {
                    complaints.add(
                            Complaint.forbidden(
                                    path + ".values",
                                    "may not be specified when `operator` is 'Exists' or 'DoesNotExist'"));
                }
            }
            default ->
                    complaints.add(
                            Complaint.invalid(
                                    path + ".operator", operator, "not a valid selector operator"));
        }
        String key = expression.path("key").asText();
        Names.faultsOfKey(key)
                .forEach(f -> complaints.add(Complaint.invalid(path + ".key", key, f)));
        JsonNode values = expression.path("values");
        for (int i = 0; i < values.size(); i++) {
            String value = values.get(i).asText();
            String field = path + ".values[" + i + "]";
            Names.faultsOfValue(value)
                    .forEach(f -> complaints.add(Complaint.invalid(field, value, f)));
        }
    }
}
