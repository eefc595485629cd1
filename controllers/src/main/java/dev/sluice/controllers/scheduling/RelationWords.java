package dev.sluice.controllers.scheduling;

import dev.sluice.podscheduler.cluster.AffinityTerm;
import dev.sluice.podscheduler.cluster.PodAffinity;
import dev.sluice.podscheduler.cluster.PodRelations;
import dev.sluice.podscheduler.cluster.SpreadConstraint;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodAffinityTerm;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.TopologySpreadConstraint;
import io.fabric8.kubernetes.api.model.WeightedPodAffinityTerm;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// How a pod wants to lie among other pods, in the words of the scheduler.
final class RelationWords {
    private RelationWords() {}

    static PodRelations of(Pod pod) {
        var affinity = affinity(pod);
        List<SpreadConstraint> spread = spread(pod);
        PodRelations.Owner owner = owner(pod);
        String group = group(pod.getSpec());
        return affinity.isEmpty() && spread.isEmpty() && owner == null && group == null
                ? PodRelations.NONE
                : new PodRelations(affinity, spread, owner, group);
    }

    /// The client's model does not know the field yet.
    private static @Nullable String group(PodSpec spec) {
        return spec.getAdditionalProperties().get("schedulingGroup") instanceof Map<?, ?> group
                        && group.get("podGroupName") instanceof String name
                        && !name.isEmpty()
                ? name
                : null;
    }

    private static PodAffinity affinity(Pod pod) {
        var affinity = pod.getSpec().getAffinity();
        var near = affinity == null ? null : affinity.getPodAffinity();
        var apart = affinity == null ? null : affinity.getPodAntiAffinity();
        if (near == null && apart == null) {
            return PodAffinity.NONE;
        }
        String namespace = pod.getMetadata().getNamespace();
        return new PodAffinity(
                near == null
                        ? List.of()
                        : terms(
                                near.getRequiredDuringSchedulingIgnoredDuringExecution(),
                                namespace),
                apart == null
                        ? List.of()
                        : terms(
                                apart.getRequiredDuringSchedulingIgnoredDuringExecution(),
                                namespace),
                near == null
                        ? List.of()
                        : wishes(
                                near.getPreferredDuringSchedulingIgnoredDuringExecution(),
                                namespace),
                apart == null
                        ? List.of()
                        : wishes(
                                apart.getPreferredDuringSchedulingIgnoredDuringExecution(),
                                namespace));
    }

    private static List<AffinityTerm> terms(List<PodAffinityTerm> terms, String namespace) {
        return terms.stream().map(term -> term(term, namespace)).toList();
    }

    private static List<AffinityTerm.Weighted> wishes(
            List<WeightedPodAffinityTerm> wishes, String namespace) {
        return wishes.stream()
                .map(
                        wish ->
                                new AffinityTerm.Weighted(
                                        Objects.requireNonNullElse(wish.getWeight(), 0),
                                        term(wish.getPodAffinityTerm(), namespace)))
                .toList();
    }

    /// A term that names no namespaces in any way is about its own (S4.91).
    private static AffinityTerm term(PodAffinityTerm term, String namespace) {
        boolean own = term.getNamespaces().isEmpty() && term.getNamespaceSelector() == null;
        return new AffinityTerm(
                own ? Set.of(namespace) : Set.copyOf(term.getNamespaces()),
                term.getNamespaceSelector() == null
                        ? null
                        : SchedulerWords.selector(term.getNamespaceSelector()),
                SchedulerWords.selector(term.getLabelSelector()),
                Objects.requireNonNullElse(term.getTopologyKey(), ""));
    }

    private static List<SpreadConstraint> spread(Pod pod) {
        PodSpec spec = pod.getSpec();
        return spec.getTopologySpreadConstraints() == null
                ? List.of()
                : spec.getTopologySpreadConstraints().stream()
                        .map(c -> constraint(c, pod))
                        .toList();
    }

    private static SpreadConstraint constraint(TopologySpreadConstraint constraint, Pod pod) {
        return new SpreadConstraint(
                constraint.getTopologyKey(),
                Objects.requireNonNullElse(constraint.getMaxSkew(), 1),
                !"ScheduleAnyway".equals(constraint.getWhenUnsatisfiable()),
                withMatchLabels(constraint, pod),
                Objects.requireNonNullElse(constraint.getMinDomains(), 1),
                !"Ignore".equals(constraint.getNodeAffinityPolicy()),
                "Honor".equals(constraint.getNodeTaintsPolicy()));
    }

    /// `matchLabelKeys` are folded into the selector when the pod is created; a server that does not do so leaves it to
    /// us (S4.83).
    private static dev.sluice.model.LabelSelector withMatchLabels(
            TopologySpreadConstraint constraint, Pod pod) {
        var selector = SchedulerWords.selector(constraint.getLabelSelector());
        List<String> keys = constraint.getMatchLabelKeys();
        if (keys == null || keys.isEmpty() || constraint.getLabelSelector() == null) {
            return selector;
        }
        Map<String, String> labels = new HashMap<>(selector.matchLabels());
        for (String key : keys) {
            String value =
                    pod.getMetadata().getLabels() == null
                            ? null
                            : pod.getMetadata().getLabels().get(key);
            boolean folded =
                    selector.matchExpressions().stream().anyMatch(e -> e.key().equals(key));
            if (value != null && !folded) {
                labels.put(key, value);
            }
        }
        return new dev.sluice.model.LabelSelector(labels, selector.matchExpressions());
    }

    private static PodRelations.@Nullable Owner owner(Pod pod) {
        List<OwnerReference> owners = pod.getMetadata().getOwnerReferences();
        if (owners == null) {
            return null;
        }
        for (OwnerReference owner : owners) {
            if (Boolean.TRUE.equals(owner.getController())) {
                return new PodRelations.Owner(owner.getKind(), owner.getName());
            }
        }
        return null;
    }
}
