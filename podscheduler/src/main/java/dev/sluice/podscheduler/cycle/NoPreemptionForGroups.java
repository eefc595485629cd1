package dev.sluice.podscheduler.cycle;

import dev.sluice.podscheduler.cluster.ClusterState;
import dev.sluice.podscheduler.cluster.Pod;
import dev.sluice.podscheduler.framework.CycleState;
import dev.sluice.podscheduler.framework.Diagnosis;
import dev.sluice.podscheduler.framework.NodeFilters;
import dev.sluice.podscheduler.framework.PostFilterPlugin;
import dev.sluice.podscheduler.framework.Status;

/// Makes no room for one pod of a group: others would have to go although the group might still not start (S4.13a).
final class NoPreemptionForGroups implements PostFilterPlugin {
    @Override
    public String name() {
        return "DefaultPreemption";
    }

    @Override
    public Rescue postFilter(
            CycleState state,
            Pod pod,
            ClusterState cluster,
            Diagnosis diagnosis,
            NodeFilters filters) {
        return Rescue.failed(
                Status.unschedulable(
                        "preemption: not eligible due to workload aware preemption enabled"));
    }
}
