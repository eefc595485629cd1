package dev.sluice.engine.queue;

import java.util.Comparator;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/// Equivalent tickets of one lane. They are set aside and woken together, at the cost of one.
final class Bucket extends Heap.Element {

    /// Null for a ticket whose class is unknown; the bucket then holds no other.
    final @Nullable EquivalenceGroup group;

    final @Nullable Lane lane;
    final Heap<Ticket> tickets;
    boolean parked;

    Bucket(
            @Nullable EquivalenceGroup group,
            @Nullable Lane lane,
            Comparator<Ticket> order,
            ToLongFunction<Ticket> firstRank,
            boolean parked) {
        this.group = group;
        this.lane = lane;
        this.tickets = new Heap<>(order, firstRank);
        this.parked = parked;
    }
}
