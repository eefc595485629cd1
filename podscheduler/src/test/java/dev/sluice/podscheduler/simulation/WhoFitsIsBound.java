package dev.sluice.podscheduler.simulation;

import dev.sluice.podscheduler.cluster.Pod;
import dev.sluice.podscheduler.cycle.Placement;
import dev.sluice.podscheduler.cycle.SchedulingCycle;
import dev.sluice.podscheduler.plugins.DefaultPlugins;

/// At rest no pod waits that a scheduler without a queue finds a node for: it was bound within the rounds of the rest.
final class WhoFitsIsBound implements Invariant {
    @Override
    public String fault(SimulatedCluster cluster) {
        SchedulingCycle twin = new SchedulingCycle(DefaultPlugins.profile());
        for (Pod pod : cluster.pods()) {
            if (pod.nodeName() == null
                    && pod.group() == null
                    && pod.schedulingGates().isEmpty()
                    && twin.place(pod, cluster.scheduler().cluster())
                            instanceof Placement.Placed placed) {
                return pod.name() + " fits on " + placed.node().name();
            }
        }
        return "";
    }
}
