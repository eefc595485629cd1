package dev.sluice.podscheduler.simulation;

import dev.sluice.podscheduler.cluster.Pod;
import java.util.List;

/// The gauges that are exposed say what a recount of the pods says, and none is below nothing (FE1, S2.120 to S2.123).
final class GaugesAreARecount implements Invariant {
    private static final String PENDING = "scheduler_pending_pods";

    @Override
    public String fault(SimulatedCluster cluster) {
        int held = 0;
        int waiting = 0;
        for (Pod pod : cluster.pods()) {
            boolean waits =
                    pod.nodeName() == null && !cluster.wasDropped(pod) && !cluster.isOnItsWay(pod);
            waiting += waits ? 1 : 0;
            held += waits && !pod.schedulingGates().isEmpty() ? 1 : 0;
        }
        int pending = 0;
        for (String queue : List.of("active", "backoff", "unschedulable", "gated")) {
            int count = cluster.gauge(PENDING, "queue", queue);
            if (count < 0) {
                return queue + " is " + count;
            }
            pending += count;
        }
        int byGates = cluster.gauge("scheduler_unschedulable_pods", "plugin", "SchedulingGates");
        if (byGates != held) {
            return held + " pods have gates, SchedulingGates counts " + byGates;
        }
        int gated = cluster.gauge(PENDING, "queue", "gated");
        if (gated < held || gated > held + cluster.preempting()) {
            return held + " pods have gates, gated is " + gated;
        }
        return pending == waiting ? "" : waiting + " pods wait, " + pending + " are pending";
    }
}
