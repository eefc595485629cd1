package dev.sluice.controllers.metrics;

import dev.sluice.controllers.multicluster.Dispatches;

/// What a manager sends to its workers, and what is admitted there (L8). Their names have a prefix of their own.
final class DispatchMeters implements Dispatches {
    private final Meters.Count dispatched;
    private final Meters.Count admitted;

    DispatchMeters(Meters meters) {
        dispatched =
                meters.countBare(
                        "multikueue_workloads_dispatched_total",
                        "Copies of workloads that were created on a worker",
                        "cluster_queue",
                        "cluster");
        admitted =
                meters.countBare(
                        "multikueue_workloads_admitted_total",
                        "Workloads that were admitted on a worker",
                        "cluster_queue",
                        "cluster");
    }

    @Override
    public void dispatched(String clusterQueue, String cluster) {
        dispatched.inc(clusterQueue, cluster);
    }

    @Override
    public void admitted(String clusterQueue, String cluster) {
        admitted.inc(clusterQueue, cluster);
    }
}
