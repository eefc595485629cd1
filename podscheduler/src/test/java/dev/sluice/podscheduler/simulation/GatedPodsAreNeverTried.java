package dev.sluice.podscheduler.simulation;

import dev.sluice.podscheduler.Decision;
import dev.sluice.podscheduler.cluster.Pod;
import dev.sluice.podscheduler.queue.QueuedPod.Pool;

/// No decision is about a pod with gates, and all of them are in their pool (FE1). Beside them lie at most those that wait until
/// their own victims have been told to go.
final class GatedPodsAreNeverTried implements Invariant {
    @Override
    public String fault(SimulatedCluster cluster) {
        Decision last = cluster.lastDecision();
        if (last != null && !last.pod().schedulingGates().isEmpty()) {
            return last.pod().name() + " was tried";
        }
        int gated = 0;
        for (Pod pod : cluster.pods()) {
            gated += pod.schedulingGates().isEmpty() ? 0 : 1;
        }
        int known = cluster.scheduler().waiting(Pool.GATED);
        return known >= gated && known <= gated + cluster.preempting()
                ? ""
                : gated + " pods have gates, " + known + " are kept out";
    }
}
