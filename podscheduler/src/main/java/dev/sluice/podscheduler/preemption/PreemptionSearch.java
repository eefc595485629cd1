package dev.sluice.podscheduler.preemption;

import dev.sluice.podscheduler.cluster.ClusterState;
import dev.sluice.podscheduler.cluster.DisruptionBudget;
import dev.sluice.podscheduler.cluster.NodeState;
import dev.sluice.podscheduler.cluster.Pod;
import dev.sluice.podscheduler.framework.Diagnosis;
import dev.sluice.podscheduler.framework.Diagnosis.Refusal;
import dev.sluice.podscheduler.framework.NodeFilters;
import dev.sluice.podscheduler.framework.NodeMemo;
import dev.sluice.podscheduler.framework.Status;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Where room could be made for a pod that fits nowhere (S4.121 to S4.126). It only looks.
///
/// @param minPercentage of the nodes that are tried at least
/// @param minNodes how many nodes are tried at least
public record PreemptionSearch(int minPercentage, int minNodes) {
    /// 10 % of the nodes, at least 100.
    public static final PreemptionSearch DEFAULT = new PreemptionSearch(10, 100);

    /// What was found.
    ///
    /// @param notEligible why the pod may not preempt at all; null when it may
    /// @param potential nodes on which making room might help
    /// @param candidates nodes on which it would, best first
    /// @param rejected nodes on which it would not, and why
    public record Found(
            @Nullable String notEligible,
            List<NodeState> potential,
            List<Candidate> candidates,
            List<Refusal> rejected) {
        public Found {
            potential = List.copyOf(potential);
            candidates = List.copyOf(candidates);
            rejected = List.copyOf(rejected);
        }

        /// The candidates that no other beats.
        public List<Candidate> best() {
            return candidates.stream()
                    .takeWhile(
                            candidate ->
                                    Candidate.BEST_FIRST.compare(candidate, candidates.getFirst())
                                            == 0)
                    .toList();
        }
    }

    /// What the victims on a node depend on besides the node and the shape of the preemptor.
    private record Question(int priority, List<DisruptionBudget> budgets) {}

    public Found run(Pod pod, ClusterState cluster, Diagnosis diagnosis, NodeFilters filters) {
        String notEligible = notEligible(pod, cluster, diagnosis);
        if (notEligible != null) {
            return new Found(notEligible, List.of(), List.of(), List.of());
        }
        List<NodeState> potential = new ArrayList<>();
        for (Refusal refusal : diagnosis.refusals()) {
            if (refusal.node() != null && refusal.status().code() == Status.Code.UNSCHEDULABLE) {
                potential.add(refusal.node());
            }
        }
        List<Candidate> candidates = new ArrayList<>();
        List<Refusal> rejected = new ArrayList<>();
        int enough = Math.max(minNodes, (int) ((long) potential.size() * minPercentage / 100));
        boolean unbroken = false;
        var question = new Question(pod.priority(), cluster.budgets());
        NodeMemo<VictimSelection.Outcome> outcomes =
                filters.memo(VictimSelection.Outcome.class, question);
        int offset =
                potential.isEmpty() ? 0 : Math.floorMod(pod.uid().hashCode(), potential.size());
        for (int i = 0; i < potential.size(); i++) {
            NodeState node = potential.get((offset + i) % potential.size());
            if (node.lowestPriority() >= pod.priority()) {
                rejected.add(VictimSelection.noVictims(node));
                continue;
            }
            var outcome =
                    outcomes.get(
                            node,
                            () ->
                                    new VictimSelection(pod, node, cluster.budgets(), filters)
                                            .select());
            if (outcome.candidate() != null) {
                candidates.add(outcome.candidate());
                unbroken |= outcome.candidate().violations() == 0;
            } else if (outcome.refusal() != null) {
                rejected.add(outcome.refusal());
            }
            if (unbroken && candidates.size() >= enough) {
                break;
            }
        }
        candidates.sort(Candidate.BEST_FIRST);
        return new Found(null, potential, candidates, rejected);
    }

    private static @Nullable String notEligible(
            Pod pod, ClusterState cluster, Diagnosis diagnosis) {
        if (!pod.mayPreempt()) {
            return "not eligible due to preemptionPolicy=Never.";
        }
        NodeState promised =
                pod.nominatedNodeName() == null ? null : cluster.node(pod.nominatedNodeName());
        if (promised == null || isHopeless(promised, diagnosis)) {
            return null;
        }
        boolean victimStillThere =
                promised.pods().stream()
                        .anyMatch(other -> other.preempted() && other.priority() < pod.priority());
        return victimStillThere
                ? "not eligible due to a terminating pod on the nominated node."
                : null;
    }

    private static boolean isHopeless(NodeState node, Diagnosis diagnosis) {
        for (Refusal refusal : diagnosis.refusals()) {
            if (refusal.node() == node) {
                return refusal.status().code() == Status.Code.UNRESOLVABLE;
            }
        }
        return diagnosis.elsewhere() != null;
    }
}
