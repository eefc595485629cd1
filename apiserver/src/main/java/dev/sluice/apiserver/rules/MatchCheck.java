package dev.sluice.apiserver.rules;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/// Checks what a policy or a binding says of the requests that it is about.
final class MatchCheck {
    private static final List<String> OPERATIONS = List.of("*", "CONNECT", "CREATE", "DELETE", "UPDATE");
    private static final List<String> SCOPES = List.of("*", "Cluster", "Namespaced");
    private static final List<String> MATCH_POLICIES = List.of("Equivalent", "Exact");

    private MatchCheck() {}

    /// @param rulesRequired whether resources must be named
    static void constraints(JsonNode match, boolean rulesRequired, Path path, Complaints out) {
        PolicyRules.oneOf(match, "matchPolicy", MATCH_POLICIES, path, out);
        for (String selector : List.of("namespaceSelector", "objectSelector")) {
            LabelCheck.selector(match.path(selector), path.child(selector), out);
        }
        if (rulesRequired && match.path("resourceRules").isEmpty()) {
            out.required(path.child("resourceRules"), "");
        }
        for (String list : List.of("resourceRules", "excludeResourceRules")) {
            int i = 0;
            for (JsonNode rule : match.path(list)) {
                rule(rule, path.child(list).index(i++), out);
            }
        }
    }

    static void rule(JsonNode rule, Path path, Complaints out) {
        for (String field : List.of("operations", "apiGroups", "apiVersions", "resources")) {
            if (rule.path(field).isEmpty()) {
                out.required(path.child(field), "");
            }
        }
        int i = 0;
        for (JsonNode operation : rule.path("operations")) {
            if (!OPERATIONS.contains(operation.asText())) {
                out.unsupported(path.child("operations").index(i), operation.asText(), OPERATIONS);
            }
            i++;
        }
        PolicyRules.oneOf(rule, "scope", SCOPES, path, out);
    }
}
