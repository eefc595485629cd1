package dev.sluice.podscheduler.queue;

import dev.sluice.podscheduler.framework.Profiles;
import dev.sluice.podscheduler.metrics.SchedulerMetrics;
import dev.sluice.podscheduler.queue.QueuedPod.Pool;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.NavigableSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// The places of the queue, each in its order. What an entry is sorted by may change only while it is in none.
final class Pools {
    private final Profiles profiles;
    private final Backoff backoff;
    private final SchedulerMetrics metrics;
    private final NavigableSet<QueuedPod> active;
    private final NavigableSet<QueuedPod> pausing;
    private final NavigableSet<QueuedPod> pausingAfterErrors;
    private final ParkedPods parked = new ParkedPods();
    private final ParkedPods gated = new ParkedPods();

    Pools(Profiles profiles, Backoff backoff, SchedulerMetrics metrics) {
        this.profiles = profiles;
        this.backoff = backoff;
        this.metrics = metrics;
        Comparator<QueuedPod> byArrival = Comparator.comparingLong(QueuedPod::order);
        Comparator<QueuedPod> byRank = profiles.queueSort()::compare;
        active = new TreeSet<>(byRank.thenComparing(byArrival));
        // Whole seconds make a window within which rank decides (S2.24).
        Comparator<QueuedPod> byWindow =
                Comparator.comparing(e -> e.pausedUntil(backoff).truncatedTo(ChronoUnit.SECONDS));
        pausing = new TreeSet<>(byWindow.thenComparing(byRank).thenComparing(byArrival));
        Comparator<QueuedPod> byEnd = Comparator.comparing(e -> e.pausedUntil(backoff));
        pausingAfterErrors = new TreeSet<>(byEnd.thenComparing(byArrival));
    }

    ParkedPods parked() {
        return parked;
    }

    ParkedPods gated() {
        return gated;
    }

    int size(Pool pool) {
        return switch (pool) {
            case NONE -> 0;
            case ACTIVE -> active.size();
            case BACKOFF -> pausing.size();
            case ERROR_BACKOFF -> pausingAfterErrors.size();
            case UNSCHEDULABLE -> parked.size();
            case GATED -> gated.size();
        };
    }

    /// Takes the first that is ready, else the first that merely pauses after a refusal; null when there is none.
    @Nullable QueuedPod poll() {
        QueuedPod entry = active.pollFirst();
        if (entry == null) {
            entry = pausing.pollFirst();
            if (entry != null) {
                count(Pool.ACTIVE, "PopFromBackoffQ");
            }
        }
        if (entry != null) {
            entry.moveTo(Pool.NONE);
        }
        return entry;
    }

    void endPauses(Instant now) {
        endPauses(pausing, now);
        endPauses(pausingAfterErrors, now);
    }

    private void endPauses(NavigableSet<QueuedPod> pool, Instant now) {
        while (!pool.isEmpty() && pool.first().pausedUntil(backoff).isBefore(now)) {
            QueuedPod first = pool.first();
            pool.remove(first);
            put(first, Pool.ACTIVE, "BackoffComplete");
        }
    }

    /// When the first pause after an error is over; null when nobody pauses. One that ends at this very instant is not over yet (S2.25).
    @Nullable Instant endOfErrorPause() {
        return pausingAfterErrors.isEmpty()
                ? null
                : pausingAfterErrors.first().pausedUntil(backoff).plusNanos(1);
    }

    /// @param label what brings it there, for metrics
    void put(QueuedPod entry, Pool pool, String label) {
        count(pool, label);
        put(entry, pool);
    }

    private void count(Pool pool, String label) {
        String queue =
                switch (pool) {
                    case NONE -> "";
                    case ACTIVE -> "active";
                    case BACKOFF, ERROR_BACKOFF -> "backoff";
                    case UNSCHEDULABLE, GATED -> "unschedulable";
                };
        metrics.count("queue_incoming_pods_total", "queue", queue, "event", label);
    }

    void put(QueuedPod entry, Pool pool) {
        entry.moveTo(pool);
        switch (pool) {
            case NONE -> {}
            case ACTIVE -> active.add(entry);
            case BACKOFF -> pausing.add(entry);
            case ERROR_BACKOFF -> pausingAfterErrors.add(entry);
            case UNSCHEDULABLE -> parked.put(entry, profiles.of(entry.pod().schedulerName()));
            case GATED -> gated.put(entry, profiles.of(entry.pod().schedulerName()));
        }
    }

    void take(QueuedPod entry) {
        switch (entry.pool()) {
            case NONE -> {}
            case ACTIVE -> active.remove(entry);
            case BACKOFF -> pausing.remove(entry);
            case ERROR_BACKOFF -> pausingAfterErrors.remove(entry);
            case UNSCHEDULABLE -> parked.remove(entry);
            case GATED -> gated.remove(entry);
        }
        entry.moveTo(Pool.NONE);
    }
}
