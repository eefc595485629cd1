package dev.sluice.engine;

import java.util.Map;

/// Numbers of a ClusterQueue or LocalQueue for its status (R2.23, R3.1).
///
/// @param active pending workloads that wait for their turn
/// @param parked pending workloads that wait for a change
/// @param reserving workloads that hold quota
/// @param admitted those of them that are admitted
/// @param reserved usage by flavor and resource of all that hold quota
/// @param used usage by flavor and resource of the admitted ones
public record QueueCounts(
        int active,
        int parked,
        int reserving,
        int admitted,
        Map<String, Map<String, Long>> reserved,
        Map<String, Map<String, Long>> used) {}
