package dev.sluice.engine;

/// How many classes of equivalent workloads are pending in a ClusterQueue (R3.19). Without the hashing of classes there are none.
///
/// @param active those with a workload that waits for its turn
/// @param parked those with a workload that waits for a change
public record PendingClasses(int active, int parked) {}
