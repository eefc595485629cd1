package dev.sluice.apiserver.rules;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.apiserver.type.TypeTable;

/// Rules of Roles and ClusterRoles (H7.6).
public final class RoleRules extends TypedRules {
    private final boolean cluster;

    public RoleRules(TypeTable table, String typeName, Traits traits) {
        super(table, typeName, traits);
        this.cluster = typeName.equals("rbac.ClusterRole");
    }

    @Override
    void check(ObjectNode role, Complaints out) {
        int i = 0;
        for (JsonNode rule : role.path("rules")) {
            check(rule, Path.of("rules").index(i++), out);
        }
        JsonNode aggregation = role.path("aggregationRule");
        if (!aggregation.isObject()) {
            return;
        }
        Path path = Path.of("aggregationRule").child("clusterRoleSelectors");
        JsonNode selectors = aggregation.path("clusterRoleSelectors");
        if (selectors.isEmpty()) {
            out.required(
                    path,
                    "at least one clusterRoleSelector required if aggregationRule is non-nil");
        }
        int n = 0;
        for (JsonNode selector : selectors) {
            LabelCheck.selector(selector, path.index(n++), out);
        }
    }

    private void check(JsonNode rule, Path path, Complaints out) {
        if (rule.path("verbs").isEmpty()) {
            out.required(path.child("verbs"), "verbs must contain at least one value");
        }
        JsonNode urls = rule.path("nonResourceURLs");
        if (!urls.isEmpty()) {
            if (!cluster) {
                out.invalid(
                        path.child("nonResourceURLs"),
                        urls,
                        "namespaced rules cannot apply to non-resource URLs");
            }
            boolean resources =
                    !rule.path("apiGroups").isEmpty()
                            || !rule.path("resources").isEmpty()
                            || !rule.path("resourceNames").isEmpty();
            if (resources) {
                out.invalid(
                        path.child("nonResourceURLs"),
                        urls,
                        "rules cannot apply to both regular resources and non-resource URLs");
            }
            return;
        }
        if (rule.path("apiGroups").isEmpty()) {
            out.required(
                    path.child("apiGroups"), "resource rules must supply at least one api group");
        }
        if (rule.path("resources").isEmpty()) {
            out.required(
                    path.child("resources"), "resource rules must supply at least one resource");
        }
    }
}
