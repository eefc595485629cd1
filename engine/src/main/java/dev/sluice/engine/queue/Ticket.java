package dev.sluice.engine.queue;

import dev.sluice.engine.spec.WorkloadKey;
import org.jspecify.annotations.Nullable;

/// A workload's place in line: what it is ordered by, and where it stands.
///
/// Rank and class may only change while the ticket is in no queue, or through [PendingQueue#replace].
public abstract class Ticket extends Heap.Element {

    private final WorkloadKey key;
    private String uid = "";
    private long priority;
    private long orderedAt;
    private @Nullable Object equivalence;
    private @Nullable Lane lane;

    @Nullable PendingQueue queue;

    /// The bucket it stands in; null while it is in no queue or parked alone.
    @Nullable Bucket bucket;

    protected Ticket(WorkloadKey key) {
        this.key = key;
    }

    public final WorkloadKey key() {
        return key;
    }

    public final String uid() {
        return uid;
    }

    /// Effective priority (R1.18).
    public final long priority() {
        return priority;
    }

    /// Queue-order timestamp in nanoseconds (R3.4).
    public final long orderedAt() {
        return orderedAt;
    }

    public final @Nullable Lane lane() {
        return lane;
    }

    /// What makes two workloads equivalent for scheduling (R3.19); null if unknown, and then nothing is equivalent.
    public final @Nullable Object equivalence() {
        return equivalence;
    }

    /// The queue it waits in, or null.
    public final @Nullable PendingQueue queue() {
        return queue;
    }

    /// Whether it waits for a change instead of its turn.
    public final boolean isParked() {
        return queue != null && (bucket == null || bucket.parked);
    }

    /// Whether it stands in no bucket: it is parked alone, or not queued.
    public final boolean bucketless() {
        return bucket == null;
    }

    /// Takes over an equal instance of its class, so that comparing becomes cheap.
    final void shareEquivalence(Object equal) {
        equivalence = equal;
    }

    /// Sets what it is ordered by.
    protected final void rank(
            String uid,
            long priority,
            long orderedAt,
            @Nullable Object equivalence,
            @Nullable Lane lane) {
        this.uid = uid;
        this.priority = priority;
        this.orderedAt = orderedAt;
        this.equivalence = equivalence;
        this.lane = lane;
    }
}
