package dev.sluice.podscheduler.plugins;

import dev.sluice.model.LabelSelector;
import dev.sluice.model.NodeSelection;
import dev.sluice.model.Taint;
import dev.sluice.model.Toleration;
import dev.sluice.podscheduler.cluster.Namespaces;
import dev.sluice.podscheduler.cluster.Node;
import dev.sluice.podscheduler.cluster.Pod;
import dev.sluice.podscheduler.cluster.SpreadConstraint;
import dev.sluice.podscheduler.cluster.Tally;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// How many pods of a namespace match a selector, by the values of a label (S4.80).
///
/// @param topologyKey null counts each node by itself
/// @param needed labels without which a node is left out
/// @param tolerations with others than these a node's hard taints leave it out; null when taints do not matter
record SpreadQuestion(
        String namespace,
        LabelSelector selector,
        @Nullable String topologyKey,
        Set<String> needed,
        NodeSelection selection,
        @Nullable List<Toleration> tolerations)
        implements Tally.Question {

    static SpreadQuestion of(SpreadConstraint constraint, Pod pod, Set<String> needed) {
        return new SpreadQuestion(
                pod.namespace(),
                constraint.selector(),
                constraint.topologyKey(),
                needed,
                constraint.honoursAffinity() ? pod.selection() : NodeSelection.ANY,
                constraint.honoursTaints() ? pod.tolerations() : null);
    }

    static SpreadQuestion onEachNode(SpreadConstraint constraint, Pod pod) {
        return new SpreadQuestion(
                pod.namespace(), constraint.selector(), null, Set.of(), NodeSelection.ANY, null);
    }

    @Override
    public boolean counts(Node node) {
        return topologyKey == null
                || (node.labels().keySet().containsAll(needed)
                        && selection.matches(node.name(), node.labels())
                        && toleratesTaints(node));
    }

    private boolean toleratesTaints(Node node) {
        if (tolerations == null) {
            return true;
        }
        for (Taint taint : node.taints()) {
            if (taint.isHard() && tolerations.stream().noneMatch(t -> t.tolerates(taint))) {
                return false;
            }
        }
        return true;
    }

    /// Pods that are about to go do not count, and an empty selector counts none (as recorded).
    @Override
    public int count(Pod pod, Namespaces namespaces) {
        boolean empty = selector.matchLabels().isEmpty() && selector.matchExpressions().isEmpty();
        return !empty
                        && !pod.deleting()
                        && pod.namespace().equals(namespace)
                        && selector.matches(pod.labels())
                ? 1
                : 0;
    }
}
