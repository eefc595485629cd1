package dev.sluice.engine;

import dev.sluice.engine.reason.PendingReason;
import org.jspecify.annotations.Nullable;

/// Where a workload stands in the queues (R3.1).
///
/// @param clusterQueue its ClusterQueue, or null if it is in none
/// @param bypassed set if it was parked without a look because an equal workload had failed: that one's reason (R3.22)
public record Place(Kind kind, @Nullable String clusterQueue, @Nullable PendingReason bypassed) {

    public static final Place NOWHERE = new Place(Kind.NONE, null, null);

    /// Kinds of places.
    public enum Kind {
        /// Not queued.
        NONE,
        /// Waits for its turn.
        ACTIVE,
        /// Waits until something changes that could help it.
        PARKED
    }
}
