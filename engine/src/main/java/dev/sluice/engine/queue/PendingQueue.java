package dev.sluice.engine.queue;

import static java.util.Objects.requireNonNull;

import dev.sluice.engine.reason.PendingReason;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The pending workloads of one ClusterQueue: those that wait for their turn in order, and those that are parked (R3.1).
///
/// Tickets stand in buckets of equivalent ones, and the active buckets in a heap by their first ticket. So taking the
/// first ticket costs O(log n); setting aside a whole failed class (R3.20) and waking it (R3.15) cost O(log n) as well,
/// however many tickets it has.
public final class PendingQueue {

    private final Heap<Bucket> active;
    private final Map<Object, EquivalenceGroup> groups = new HashMap<>(4);

    /// Groups with a recorded failure or a parked bucket, by insertion.
    private final Map<Object, EquivalenceGroup> parkedGroups = new LinkedHashMap<>(4);

    private final Set<Ticket> parkedAlone = new LinkedHashSet<>(4);
    private final Comparator<Ticket> order = this::compare;
    private final ToLongFunction<Ticket> firstRank = this::firstRank;

    private boolean byUsage;
    private boolean strictFifo;
    private boolean disordered;
    private int activeCount;
    private int parkedCount;
    private @Nullable Ticket preemptor;
    private long preemptorGeneration;

    public PendingQueue() {
        this.active = new Heap<>(this::compareBuckets, _ -> 0);
    }

    // ---- order

    private int compareBuckets(Bucket a, Bucket b) {
        return compare(requireNonNull(a.tickets.peek()), requireNonNull(b.tickets.peek()));
    }

    /// What decides among equivalent tickets of one lane: they have the same usage and priority.
    private long firstRank(Ticket ticket) {
        return ticket == preemptor && !strictFifo ? Long.MIN_VALUE : ticket.orderedAt();
    }

    /// R3.3.
    private int compare(Ticket a, Ticket b) {
        if (byUsage) {
            Lane laneA = a.lane();
            Lane laneB = b.lane();
            if (laneA != laneB && laneA != null && laneB != null) {
                int byLane = Double.compare(laneA.usage(), laneB.usage());
                if (byLane != 0) {
                    return byLane;
                }
            }
        }
        if (a == preemptor && !strictFifo) {
            return -1;
        }
        if (b == preemptor && !strictFifo) {
            return 1;
        }
        if (a.priority() != b.priority()) {
            return a.priority() > b.priority() ? -1 : 1;
        }
        if (a.orderedAt() != b.orderedAt()) {
            return a.orderedAt() < b.orderedAt() ? -1 : 1;
        }
        int byUid = a.uid().compareTo(b.uid());
        return byUid != 0 ? byUid : a.key().compareTo(b.key());
    }

    public boolean isStrictFifo() {
        return strictFifo;
    }

    public void setStrictFifo(boolean strictFifo) {
        if (this.strictFifo != strictFifo) {
            this.strictFifo = strictFifo;
            disordered = true;
            if (preemptor != null && preemptor.bucket != null) {
                preemptor.bucket.tickets.moved(preemptor);
            }
        }
    }

    /// Whether to order by the lanes' usage first (R7.24).
    public void setByUsage(boolean byUsage) {
        if (this.byUsage != byUsage) {
            this.byUsage = byUsage;
            disordered = true;
        }
    }

    /// Notes that the usage of a lane has changed.
    public void usageChanged() {
        disordered |= byUsage;
    }

    // ---- counts

    /// Tickets that wait for their turn.
    public int activeCount() {
        return activeCount;
    }

    public int parkedCount() {
        return parkedCount;
    }

    private void count(@Nullable Lane lane, int moreActive, int moreParked) {
        activeCount += moreActive;
        parkedCount += moreParked;
        if (lane != null) {
            lane.count(moreActive, moreParked);
        }
    }

    /// How many classes of equivalent tickets (R3.19) have a parked one, or one that waits for its turn. Costs a walk over the
    /// classes, and over the tickets that are parked alone; for reports only.
    public int classes(boolean parked) {
        Stream<Object> together =
                groups.values().stream()
                        .filter(group -> group.has(parked))
                        .map(group -> group.equivalence);
        Stream<Object> alone =
                (parked ? parkedAlone : Set.<Ticket>of())
                        .stream().flatMap(ticket -> Stream.ofNullable(ticket.equivalence()));
        return (int) Stream.concat(together, alone).distinct().count();
    }

    /// Whether a wake-up could change anything.
    public boolean hasAnythingToWake() {
        return !parkedGroups.isEmpty() || !parkedAlone.isEmpty();
    }

    // ---- in and out

    /// Lets the ticket wait for its turn.
    public void push(Ticket ticket) {
        enter(ticket, false);
        count(ticket.lane(), 1, 0);
    }

    /// Parks the ticket alone: only a wake-up or a change of its own brings it back.
    public void park(Ticket ticket) {
        ticket.queue = this;
        parkedAlone.add(ticket);
        count(ticket.lane(), 0, 1);
    }

    /// Parks the ticket with its class if that is recorded as failed; says whether it was.
    public boolean parkIfClassFailed(Ticket ticket) {
        Object equivalence = ticket.equivalence();
        EquivalenceGroup group = equivalence == null ? null : groups.get(equivalence);
        if (group == null || group.failed == null) {
            return false;
        }
        enter(ticket, true);
        count(ticket.lane(), 0, 1);
        return true;
    }

    /// Parks the ticket, records its class as failed and parks all active tickets of the class (R3.20).
    public void parkClass(Ticket ticket, PendingReason reason) {
        Object equivalence = ticket.equivalence();
        if (equivalence == null) {
            park(ticket);
            return;
        }
        enter(ticket, true);
        count(ticket.lane(), 0, 1);
        EquivalenceGroup group = requireNonNull(groups.get(equivalence));
        group.failed = reason;
        parkedGroups.put(equivalence, group);
        for (Bucket bucket : List.copyOf(group.buckets)) {
            if (!bucket.parked) {
                active.remove(bucket);
                count(bucket.lane, -bucket.tickets.size(), bucket.tickets.size());
                flip(group, bucket);
            }
        }
    }

    /// Why the ticket's class is recorded as failed, or null (R3.22).
    public @Nullable PendingReason failureOfClass(Ticket ticket) {
        Object equivalence = ticket.equivalence();
        EquivalenceGroup group = equivalence == null ? null : groups.get(equivalence);
        return group == null ? null : group.failed;
    }

    /// Takes the ticket out, wherever it stands. A remembered preemptor is forgotten (R3.11).
    public void remove(Ticket ticket) {
        detach(ticket);
        if (preemptor == ticket) {
            preemptor = null;
        }
    }

    /// Takes the ticket out to be offered again at once. A remembered preemptor stays remembered.
    public void detachForUpdate(Ticket ticket) {
        detach(ticket);
    }

    /// Takes the first ticket out, or gives null. A remembered preemptor stays remembered.
    public @Nullable Ticket pop() {
        if (disordered) {
            disordered = false;
            active.reorder();
        }
        Bucket bucket = active.peek();
        if (bucket == null) {
            return null;
        }
        Ticket first = requireNonNull(bucket.tickets.peek());
        detach(first);
        return first;
    }

    /// Forgets that the ticket, which was popped, was the remembered preemptor.
    public void forget(Ticket ticket) {
        if (preemptor == ticket) {
            preemptor = null;
        }
    }

    /// Changes the ticket's rank in place: it stays active or parked, as it is.
    public void replace(Ticket ticket, Runnable change) {
        boolean parked = ticket.isParked();
        boolean alone = ticket.bucket == null;
        detach(ticket);
        change.run();
        if (alone) {
            park(ticket);
        } else {
            enter(ticket, parked);
            count(ticket.lane(), parked ? 0 : 1, parked ? 1 : 0);
        }
    }

    /// Makes the ticket, which is in no queue at the moment, the remembered preemptor (R3.11).
    public void rememberPreemptor(Ticket ticket, long generation) {
        Ticket old = preemptor;
        preemptor = ticket;
        preemptorGeneration = generation;
        if (old != null && old != ticket) {
            Bucket bucket = old.bucket;
            if (bucket != null) {
                bucket.tickets.moved(old);
                if (bucket.isInHeap()) {
                    active.moved(bucket);
                }
            }
        }
    }

    /// Whether the ticket is the remembered preemptor and is still of that generation (R3.5).
    public boolean isPreemptor(Ticket ticket, long generation) {
        return preemptor == ticket && preemptorGeneration == generation;
    }

    /// Forgets all failed classes and brings back every parked ticket that may come (R3.15). Says whether any did.
    public boolean wake(Predicate<Ticket> admissible) {
        boolean moved = false;
        for (EquivalenceGroup group : List.copyOf(parkedGroups.values())) {
            group.failed = null;
            for (Bucket bucket : List.copyOf(group.buckets)) {
                if (bucket.parked) {
                    moved |= wake(group, bucket, admissible);
                }
            }
            dropIfEmpty(group);
        }
        parkedGroups.clear();
        for (Ticket ticket : List.copyOf(parkedAlone)) {
            if (admissible.test(ticket)) {
                detach(ticket);
                push(ticket);
                moved = true;
            }
        }
        return moved;
    }

    private boolean wake(EquivalenceGroup group, Bucket bucket, Predicate<Ticket> admissible) {
        int size = bucket.tickets.size();
        if (admissible.test(requireNonNull(bucket.tickets.peek()))) {
            count(bucket.lane, size, -size);
            flip(group, bucket);
            return true;
        }
        group.buckets.remove(bucket);
        for (Ticket ticket : bucket.tickets.elements()) {
            ticket.bucket = null;
            parkedAlone.add(ticket);
        }
        return false;
    }

    // ---- buckets

    private void enter(Ticket ticket, boolean parked) {
        ticket.queue = this;
        Bucket bucket = bucketFor(ticket, parked);
        ticket.bucket = bucket;
        bucket.tickets.add(ticket);
        if (!parked) {
            place(bucket);
        }
    }

    private void place(Bucket bucket) {
        if (bucket.isInHeap()) {
            active.moved(bucket);
        } else {
            active.add(bucket);
        }
    }

    private Bucket bucketFor(Ticket ticket, boolean parked) {
        Object equivalence = ticket.equivalence();
        if (equivalence == null) {
            return new Bucket(null, ticket.lane(), order, firstRank, parked);
        }
        EquivalenceGroup group = groups.computeIfAbsent(equivalence, EquivalenceGroup::new);
        ticket.shareEquivalence(group.equivalence);
        Bucket bucket = group.bucket(ticket.lane(), parked);
        if (bucket == null) {
            bucket = new Bucket(group, ticket.lane(), order, firstRank, parked);
            group.buckets.add(bucket);
            if (parked) {
                parkedGroups.put(equivalence, group);
            }
        }
        return bucket;
    }

    /// Turns an active bucket that has left the heap into a parked one, or the other way round.
    private void flip(EquivalenceGroup group, Bucket bucket) {
        Bucket target = group.bucket(bucket.lane, !bucket.parked);
        if (target == null) {
            bucket.parked = !bucket.parked;
            target = bucket;
        } else {
            group.buckets.remove(bucket);
            for (Ticket ticket : List.copyOf(bucket.tickets.elements())) {
                bucket.tickets.remove(ticket);
                ticket.bucket = target;
                target.tickets.add(ticket);
            }
        }
        if (!target.parked) {
            place(target);
        }
    }

    private void detach(Ticket ticket) {
        Bucket bucket = ticket.bucket;
        ticket.queue = null;
        ticket.bucket = null;
        if (bucket == null) {
            parkedAlone.remove(ticket);
            count(ticket.lane(), 0, -1);
            return;
        }
        count(ticket.lane(), bucket.parked ? 0 : -1, bucket.parked ? -1 : 0);
        bucket.tickets.remove(ticket);
        if (!bucket.tickets.isEmpty()) {
            if (bucket.isInHeap()) {
                active.moved(bucket);
            }
            return;
        }
        if (bucket.isInHeap()) {
            active.remove(bucket);
        }
        if (bucket.group != null) {
            bucket.group.buckets.remove(bucket);
            dropIfEmpty(bucket.group);
        }
    }

    private void dropIfEmpty(EquivalenceGroup group) {
        if (group.buckets.isEmpty() && group.failed == null) {
            groups.remove(group.equivalence);
            parkedGroups.remove(group.equivalence);
        }
    }

    // ---- views

    /// The active tickets in queue order. Costs a sort; for reports only.
    public List<Ticket> activeTickets() {
        List<Ticket> all = new ArrayList<>(activeCount);
        for (Bucket bucket : active.elements()) {
            all.addAll(bucket.tickets.elements());
        }
        all.sort(order);
        return all;
    }

    /// All tickets, parked ones among the others, in the order of the queue.
    public List<Ticket> allTickets() {
        List<Ticket> all = activeTickets();
        all.addAll(parkedTickets());
        all.sort(order);
        return all;
    }

    /// How many active tickets come before this one; 0 if it is not active itself.
    public int ahead(Ticket ticket) {
        int ahead = 0;
        if (ticket.queue == this && !ticket.isParked()) {
            for (Bucket bucket : active.elements()) {
                for (Ticket other : bucket.tickets.elements()) {
                    ahead += other != ticket && compare(other, ticket) < 0 ? 1 : 0;
                }
            }
        }
        return ahead;
    }

    /// The parked tickets in no particular order.
    public List<Ticket> parkedTickets() {
        List<Ticket> all = new ArrayList<>(parkedAlone);
        for (EquivalenceGroup group : groups.values()) {
            for (Bucket bucket : group.buckets) {
                if (bucket.parked) {
                    all.addAll(bucket.tickets.elements());
                }
            }
        }
        return all;
    }
}
