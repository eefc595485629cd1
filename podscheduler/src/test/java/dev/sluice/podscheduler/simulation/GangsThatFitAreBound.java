package dev.sluice.podscheduler.simulation;

import dev.sluice.podscheduler.Decision;
import dev.sluice.podscheduler.PodScheduler;
import dev.sluice.podscheduler.cluster.NodeState;
import dev.sluice.podscheduler.cluster.Pod;
import dev.sluice.podscheduler.cluster.PodGroup;

/// At rest no group waits that a scheduler without a past places: whatever made room for it has woken it.
final class GangsThatFitAreBound implements Invariant {
    @Override
    public String fault(SimulatedCluster cluster) {
        for (PodGroup group : cluster.groups()) {
            PodScheduler twin = cluster.started();
            for (NodeState node : cluster.scheduler().cluster().nodes()) {
                twin.nodeSeen(node.node(), cluster.now());
            }
            twin.groupSeen(group, cluster.now());
            for (Pod pod : cluster.pods()) {
                if (pod.nodeName() != null || group.key().equals(pod.group())) {
                    twin.podSeen(null, pod, cluster.now());
                }
            }
            if (twin.next(cluster.now()) instanceof Decision.Together together
                    && together.decisions().stream().anyMatch(Decision.Bind.class::isInstance)) {
                return group + " fits";
            }
        }
        return "";
    }
}
