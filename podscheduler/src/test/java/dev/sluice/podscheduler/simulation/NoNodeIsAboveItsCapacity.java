package dev.sluice.podscheduler.simulation;

import dev.sluice.podscheduler.cluster.NodeState;
import dev.sluice.podscheduler.cluster.Pod;

/// What the pods on a node ask for is there, those on their way to it included; and the sums that are kept are those of the pods.
final class NoNodeIsAboveItsCapacity implements Invariant {
    @Override
    public String fault(SimulatedCluster cluster) {
        for (NodeState node : cluster.scheduler().cluster().nodes()) {
            long asked = 0;
            for (Pod pod : node.pods()) {
                asked += pod.demand().total().cpuMillis();
            }
            long has = node.node().allocatable().cpuMillis();
            if (asked > has || asked != node.requested().cpuMillis()) {
                return "%s: %d asked, %d counted, %d there"
                        .formatted(node.name(), asked, node.requested().cpuMillis(), has);
            }
        }
        return "";
    }
}
