package dev.sluice.engine;

import dev.sluice.engine.spec.WorkloadKey;

/// A workload in the line of its ClusterQueue.
///
/// @param localQueue name of its LocalQueue, which is in its namespace
/// @param priority its priority without a boost
public record Waiting(WorkloadKey workload, String localQueue, int priority) {}
