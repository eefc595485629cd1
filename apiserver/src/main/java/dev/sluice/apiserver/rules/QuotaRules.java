package dev.sluice.apiserver.rules;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.apiserver.type.Quantity;
import dev.sluice.apiserver.type.TypeTable;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Rules of ResourceQuotas (H2.67).
public final class QuotaRules extends TypedRules {
    private static final Path SPEC = Path.of("spec");
    private static final List<String> SCOPES =
            List.of(
                    "BestEffort",
                    "CrossNamespacePodAffinity",
                    "NotBestEffort",
                    "NotTerminating",
                    "PriorityClass",
                    "Terminating",
                    "VolumeAttributesClass");
    private static final List<String> OPERATORS = List.of("DoesNotExist", "Exists", "In", "NotIn");
    private static final List<List<String>> CONTRARY =
            List.of(
                    List.of("BestEffort", "NotBestEffort"),
                    List.of("Terminating", "NotTerminating"));
    private static final Set<String> SHARES =
            Set.of("cpu", "memory", "ephemeral-storage", "storage");

    public QuotaRules(TypeTable table, Traits traits) {
        super(table, "core.ResourceQuota", traits);
    }

    @Override
    void check(ObjectNode quota, Complaints out) {
        ObjectNode spec = Json.object(quota, "spec");
        amounts(spec.path("hard"), SPEC.child("hard"), out);
        Set<String> scopes = new HashSet<>();
        int i = 0;
        for (JsonNode scope : spec.path("scopes")) {
            String name = scope.asText();
            if (!SCOPES.contains(name)) {
                out.invalid(SPEC.child("scopes"), spec.path("scopes"), "unsupported scope");
            }
            scopes.add(name);
        }
        for (List<String> pair : CONTRARY) {
            if (scopes.containsAll(pair)) {
                out.invalid(SPEC.child("scopes"), spec.path("scopes"), "conflicting scopes");
            }
        }
        for (JsonNode expression : spec.path("scopeSelector").path("matchExpressions")) {
            selector(
                    expression,
                    SPEC.child("scopeSelector", "matchExpressions").index(i++),
                    out);
        }
    }

    private static void amounts(JsonNode amounts, Path path, Complaints out) {
        for (var entry : amounts.properties()) {
            String name = entry.getKey();
            Path here = path.key(name);
            out.invalid(here, name, Names.qualified(name));
            String text = entry.getValue().asText();
            if (!Quantity.isQuantity(text)) {
                continue;
            }
            Quantity amount = Quantity.parse(text);
            if (amount.signum() < 0) {
                out.invalid(here, text, "must be greater than or equal to 0");
            } else if (!amount.isWhole() && !SHARES.contains(name.substring(name.indexOf('.') + 1))) {
                out.invalid(here, text, "must be an integer");
            }
        }
    }

    private static void selector(JsonNode expression, Path path, Complaints out) {
        String scope = Json.text(expression, "scopeName");
        String operator = Json.text(expression, "operator");
        if (!SCOPES.contains(scope)) {
            out.invalid(path.child("scopeName"), scope, "unsupported scope");
        }
        boolean listed = operator.equals("In") || operator.equals("NotIn");
        if (!OPERATORS.contains(operator)) {
            out.invalid(path.child("operator"), operator, "not a valid selector operator");
        } else if (listed && expression.path("values").isEmpty()) {
            out.required(
                    path.child("values"),
                    "must be at least one value when `operator` is 'In' or 'NotIn' for scope"
                            + " selector");
        } else if (!listed && !expression.path("values").isEmpty()) {
            out.invalid(
                    path.child("values"),
                    expression.path("values"),
                    "must be no value when `operator` is 'Exists' or 'DoesNotExist' for scope"
                            + " selector");
        }
    }

    @Override
    void checkChange(ObjectNode quota, ObjectNode old, Complaints out) {
        check(quota, out);
        JsonNode scopes = Json.object(quota, "spec").path("scopes");
        if (!scopes.equals(Json.object(old, "spec").path("scopes"))) {
            out.invalid(SPEC.child("scopes"), scopes, "field is immutable");
        }
    }
}
