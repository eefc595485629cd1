package dev.sluice.engine.reason;

import dev.sluice.model.Amounts;
import org.jspecify.annotations.Nullable;

/// What a workload holds of a flavor's resource, and how its ClusterQueue stands there (R1.13, R2.7). Amounts are in the
/// engine's units.
///
/// @param amount what the workload holds
/// @param nominal the ClusterQueue's own quota
/// @param used what all workloads of the ClusterQueue hold
/// @param cohort from which the ClusterQueue borrows what it uses beyond its own; null without one
public record Holding(
        String clusterQueue,
        String flavor,
        String resource,
        long amount,
        long nominal,
        long used,
        @Nullable String cohort) {

    /// How much of the amount may be borrowed: a ClusterQueue borrows for all its workloads together, and none of them
    /// more than it holds.
    public long borrowedMost() {
        return cohort == null ? 0 : Math.clamp(Amounts.minus(used, nominal), 0, amount);
    }
}
