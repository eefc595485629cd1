package dev.sluice.podscheduler.cluster;

import dev.sluice.model.LabelSelector;
import java.util.Set;

/// How many more pods of a group may be disrupted: a PodDisruptionBudget, as far as the scheduler cares.
///
/// @param selector an empty one matches no pod here (S4.125)
/// @param allowed `status.disruptionsAllowed`
/// @param disrupted names of pods that are being disrupted already and are counted in `allowed`
public record DisruptionBudget(
        String namespace, String name, LabelSelector selector, int allowed, Set<String> disrupted) {
    public DisruptionBudget {
        disrupted = Set.copyOf(disrupted);
    }

    /// Whether deleting the pod takes from the budget.
    public boolean covers(Pod pod) {
        boolean empty = selector.matchLabels().isEmpty() && selector.matchExpressions().isEmpty();
        return namespace.equals(pod.namespace())
                && !pod.labels().isEmpty()
                && !empty
                && selector.matches(pod.labels())
                && !disrupted.contains(pod.name());
    }
}
