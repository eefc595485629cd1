package dev.sluice.apiserver.admission.quota;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/// Which pods a quota counts: `scopes` and `scopeSelector`, all of which must hold. A quota with scopes counts nothing but
/// pods.
final class QuotaScopes {
    private QuotaScopes() {}

    static boolean hasNone(JsonNode spec) {
        return spec.path("scopes").isEmpty()
                && spec.path("scopeSelector").path("matchExpressions").isEmpty();
    }

    static boolean take(JsonNode spec, JsonNode pod) {
        for (JsonNode scope : spec.path("scopes")) {
            if (!is(scope.asText(), pod)) {
                return false;
            }
        }
        for (JsonNode expression : spec.path("scopeSelector").path("matchExpressions")) {
            if (!holds(expression, pod)) {
                return false;
            }
        }
        return true;
    }

    private static boolean is(String scope, JsonNode pod) {
        JsonNode spec = pod.path("spec");
        return switch (scope) {
            case "Terminating" -> spec.path("activeDeadlineSeconds").asLong(-1) >= 0;
            case "NotTerminating" -> spec.path("activeDeadlineSeconds").asLong(-1) < 0;
            case "BestEffort" -> isBestEffort(spec);
            case "NotBestEffort" -> !isBestEffort(spec);
            case "PriorityClass" -> !spec.path("priorityClassName").asText().isEmpty();
            case "CrossNamespacePodAffinity" -> looksElsewhere(spec.path("affinity"));
            default -> false;
        };
    }

    private static boolean holds(JsonNode expression, JsonNode pod) {
        String scope = expression.path("scopeName").asText();
        String operator = expression.path("operator").asText();
        if (!scope.equals("PriorityClass")) {
            return is(scope, pod);
        }
        String name = pod.path("spec").path("priorityClassName").asText();
        boolean listed = false;
        for (JsonNode value : expression.path("values")) {
            listed |= value.asText().equals(name);
        }
        return switch (operator) {
            case "Exists" -> !name.isEmpty();
            case "DoesNotExist" -> name.isEmpty();
            case "In" -> listed;
            case "NotIn" -> !listed;
            default -> false;
        };
    }

    private static boolean isBestEffort(JsonNode spec) {
        for (String list : List.of("containers", "initContainers")) {
            for (JsonNode container : spec.path(list)) {
                for (String what : List.of("requests", "limits")) {
                    JsonNode amounts = container.path("resources").path(what);
                    if (amounts.has("cpu") || amounts.has("memory")) {
                        return false;
                    }
                }
            }
        }
        return true;
    }

    private static boolean looksElsewhere(JsonNode affinity) {
        for (String kind : List.of("podAffinity", "podAntiAffinity")) {
            for (JsonNode term :
                    affinity.path(kind).path("requiredDuringSchedulingIgnoredDuringExecution")) {
                if (namesNamespaces(term)) {
                    return true;
                }
            }
            for (JsonNode weighted :
                    affinity.path(kind).path("preferredDuringSchedulingIgnoredDuringExecution")) {
                if (namesNamespaces(weighted.path("podAffinityTerm"))) {
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean namesNamespaces(JsonNode term) {
        return !term.path("namespaces").isEmpty() || term.has("namespaceSelector");
    }
}
