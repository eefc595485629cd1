package dev.sluice.podscheduler.simulation;

import dev.sluice.podscheduler.cluster.Pod;
import dev.sluice.podscheduler.queue.QueuedPod.Pool;
import java.util.List;

/// Each pod that has no node is in one place: a pool of the queue, or on its way to a node.
final class NoPodIsLost implements Invariant {
    private static final List<Pool> POOLS =
            List.of(
                    Pool.ACTIVE,
                    Pool.BACKOFF,
                    Pool.ERROR_BACKOFF,
                    Pool.UNSCHEDULABLE,
                    Pool.GATED);

    @Override
    public String fault(SimulatedCluster cluster) {
        int waiting = 0;
        for (Pod pod : cluster.pods()) {
            waiting += pod.nodeName() == null && !cluster.wasDropped(pod) ? 1 : 0;
        }
        int known = cluster.assumed();
        for (Pool pool : POOLS) {
            known += cluster.scheduler().waiting(pool);
        }
        return waiting == known ? "" : waiting + " pods wait, the scheduler knows " + known;
    }
}
