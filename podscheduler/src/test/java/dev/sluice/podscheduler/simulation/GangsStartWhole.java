package dev.sluice.podscheduler.simulation;

import dev.sluice.podscheduler.Decision;
import dev.sluice.podscheduler.cluster.ClusterState;
import dev.sluice.podscheduler.cluster.PodGroup;

/// Pods of a group are bound by a decision about the group alone, and then so many of it have a node as must start together; a decision
/// that refuses one places none (S4.164).
final class GangsStartWhole implements Invariant {
    @Override
    public String fault(SimulatedCluster cluster) {
        Decision last = cluster.lastDecision();
        if (last instanceof Decision.Bind bind && bind.pod().group() != null) {
            return bind.pod().name() + " was bound without its group";
        }
        if (!(last instanceof Decision.Together together)) {
            return "";
        }
        int bound = 0;
        int refused = 0;
        for (Decision one : together.decisions()) {
            bound += one instanceof Decision.Bind ? 1 : 0;
            refused += one instanceof Decision.Refuse || one instanceof Decision.Fail ? 1 : 0;
        }
        if (bound > 0 && refused > 0) {
            return "of " + together.group() + " " + bound + " were bound, " + refused + " refused";
        }
        ClusterState state = cluster.scheduler().cluster();
        PodGroup group = state.groups().get(together.group());
        long there =
                state.groups().pods(together.group()).stream()
                        .filter(uid -> state.nodeOf(uid) != null)
                        .count();
        if (bound > 0 && (group == null || there < group.minCount())) {
            return "of " + group + " only " + there + " have a node";
        }
        return "";
    }
}
