package dev.sluice.controllers.multicluster;

/// What is counted of the way to other clusters (L8).
public interface Dispatches {
    /// A copy was created on a worker.
    void dispatched(String clusterQueue, String cluster);

    /// A Workload was admitted on a worker.
    void admitted(String clusterQueue, String cluster);
}
