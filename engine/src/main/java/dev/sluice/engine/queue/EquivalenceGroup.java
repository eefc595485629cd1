package dev.sluice.engine.queue;

import dev.sluice.engine.reason.PendingReason;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A scheduling equivalence class within one ClusterQueue (R3.19 to R3.21).
final class EquivalenceGroup {

    final Object equivalence;

    /// At most one active and one parked bucket per lane.
    final List<Bucket> buckets = new ArrayList<>(1);

    /// Set while the class is recorded as failed.
    @Nullable PendingReason failed;

    EquivalenceGroup(Object equivalence) {
        this.equivalence = equivalence;
    }

    /// Whether any ticket of the class is active, or parked together with its class.
    boolean has(boolean parked) {
        for (Bucket bucket : buckets) {
            if (bucket.parked == parked) {
                return true;
            }
        }
        return false;
    }

    @Nullable Bucket bucket(@Nullable Lane lane, boolean parked) {
        for (Bucket bucket : buckets) {
            if (bucket.lane == lane && bucket.parked == parked) {
                return bucket;
            }
        }
        return null;
    }
}
