package dev.sluice.podscheduler.preemption;

import dev.sluice.podscheduler.cluster.DisruptionBudget;
import dev.sluice.podscheduler.cluster.NodeState;
import dev.sluice.podscheduler.cluster.Pod;
import dev.sluice.podscheduler.framework.Diagnosis.Refusal;
import dev.sluice.podscheduler.framework.NodeFilters;
import dev.sluice.podscheduler.framework.Status;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The fewest and least important pods whose end lets a pod fit on one node (S4.124).
///
/// All pods of lower priority are taken off a copy of the node. If the pod then fits, they are put back one by one,
/// those first whose end would break a disruption budget, the most important first; whoever leaves the pod fitting stays.
final class VictimSelection {
    private static final Status NO_VICTIMS =
            Status.unresolvable("No preemption victims found for incoming pod");

    private final Pod preemptor;
    private final List<DisruptionBudget> budgets;
    private final NodeFilters filters;
    private NodeState left;

    /// Either a candidate or the refusal that rules the node out.
    record Outcome(@Nullable Candidate candidate, @Nullable Refusal refusal) {}

    VictimSelection(
            Pod preemptor, NodeState node, List<DisruptionBudget> budgets, NodeFilters filters) {
        this.preemptor = preemptor;
        this.budgets = budgets;
        this.filters = filters;
        this.left = node;
    }

    Outcome select() {
        NodeState node = left;
        List<Pod> lower = new ArrayList<>();
        for (Pod pod : node.pods()) {
            if (pod.priority() < preemptor.priority()) {
                lower.add(pod);
            }
        }
        if (lower.isEmpty()) {
            return new Outcome(null, noVictims(node));
        }
        left = left.without(lower);
        Refusal stillRefused = filters.refusal(left);
        if (stillRefused != null) {
            return new Outcome(null, stillRefused);
        }
        lower.sort(Importance.MOST_FIRST);
        List<Pod> breaking = breaking(lower);
        List<Pod> victims = new ArrayList<>();
        int violations = 0;
        for (Pod pod : breaking) {
            if (!mayStay(pod)) {
                victims.add(pod);
                violations++;
            }
        }
        for (Pod pod : lower) {
            if (!breaking.contains(pod) && !mayStay(pod)) {
                victims.add(pod);
            }
        }
        victims.sort(Importance.MOST_FIRST);
        return new Outcome(new Candidate(node, victims, violations), null);
    }

    static Refusal noVictims(NodeState node) {
        return new Refusal(node, "DefaultPreemption", NO_VICTIMS);
    }

    private boolean mayStay(Pod pod) {
        NodeState with = left.with(pod);
        if (filters.refusal(with) != null) {
            return false;
        }
        left = with;
        return true;
    }

    /// The pods whose end would break a budget if all of them ended, in order (S4.125).
    private List<Pod> breaking(List<Pod> pods) {
        Map<DisruptionBudget, Integer> leftByBudget = new HashMap<>();
        List<Pod> breaking = new ArrayList<>();
        for (Pod pod : pods) {
            boolean breaks = false;
            for (DisruptionBudget budget : budgets) {
                if (budget.covers(pod)) {
                    int more = leftByBudget.getOrDefault(budget, budget.allowed()) - 1;
                    leftByBudget.put(budget, more);
                    breaks |= more < 0;
                }
            }
            if (breaks) {
                breaking.add(pod);
            }
        }
        return breaking;
    }
}
