package dev.sluice.localcluster.access;

import dev.sluice.model.LabelRequirement;
import dev.sluice.model.LabelSelector;
import dev.sluice.reconcile.Cache;
import dev.sluice.reconcile.Change;
import dev.sluice.reconcile.Cluster;
import dev.sluice.reconcile.Key;
import dev.sluice.reconcile.Outcome;
import io.fabric8.kubernetes.api.model.LabelSelectorRequirement;
import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.api.model.rbac.PolicyRule;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/// Keeps the rules of ClusterRoles that have an `aggregationRule`: they are the rules of all roles that it selects (H7.6).
public final class RoleAggregation {
    private final Cluster cluster;
    private final Cache<ClusterRole> roles;

    /// Registers the loop; it runs once the cluster starts.
    public RoleAggregation(Cluster cluster) {
        this.cluster = cluster;
        this.roles = cluster.cache(ClusterRole.class);
        cluster.loop("clusterrole-aggregation", 1, this::reconcile).on(roles, this::concerned);
    }

    /// Any role may become, or cease to be, a part of any that aggregates.
    private List<Key> concerned(Change<ClusterRole> change) {
        List<Key> concerned = new ArrayList<>();
        for (ClusterRole role : roles.all()) {
            if (role.getAggregationRule() != null) {
                concerned.add(Key.of(role));
            }
        }
        return concerned;
    }

    private Outcome reconcile(Key key) {
        ClusterRole role = roles.get(key).orElse(null);
        if (role == null || role.getAggregationRule() == null) {
            return Outcome.done();
        }
        List<PolicyRule> wanted = List.copyOf(union(role));
        if (!wanted.equals(Objects.requireNonNullElse(role.getRules(), List.of()))) {
            cluster.patch(
                    role,
                    PatchType.JSON_MERGE,
                    cluster.client().getKubernetesSerialization().asJson(Map.of("rules", wanted)));
        }
        return Outcome.done();
    }

    private Set<PolicyRule> union(ClusterRole role) {
        List<LabelSelector> selectors =
                role.getAggregationRule().getClusterRoleSelectors().stream()
                        .map(RoleAggregation::selector)
                        .toList();
        Set<PolicyRule> rules = new LinkedHashSet<>();
        roles.all().stream()
                .filter(
                        other ->
                                !other.getMetadata().getName().equals(role.getMetadata().getName()))
                .filter(other -> selectors.stream().anyMatch(s -> s.matches(labels(other))))
                .sorted(Comparator.comparing(other -> other.getMetadata().getName()))
                .forEach(
                        other ->
                                rules.addAll(
                                        Objects.requireNonNullElse(other.getRules(), List.of())));
        return rules;
    }

    private static Map<String, String> labels(ClusterRole role) {
        return Objects.requireNonNullElse(role.getMetadata().getLabels(), Map.of());
    }

    private static LabelSelector selector(io.fabric8.kubernetes.api.model.LabelSelector given) {
        List<LabelRequirement> requirements = new ArrayList<>();
        for (LabelSelectorRequirement r :
                Objects.requireNonNullElse(
                        given.getMatchExpressions(), List.<LabelSelectorRequirement>of())) {
            LabelRequirement.Operator operator = LabelRequirement.Operator.of(r.getOperator());
            if (operator == null) {
                return LabelSelector.NOTHING;
            }
            requirements.add(
                    new LabelRequirement(
                            r.getKey(),
                            operator,
                            Objects.requireNonNullElse(r.getValues(), List.of())));
        }
        return new LabelSelector(
                Objects.requireNonNullElse(given.getMatchLabels(), Map.of()), requirements);
    }
}
