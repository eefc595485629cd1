package dev.sluice.podscheduler.queue;

import dev.sluice.podscheduler.cluster.Pod;
import dev.sluice.podscheduler.framework.ClusterEvent;
import dev.sluice.podscheduler.framework.PreEnqueuePlugin;
import dev.sluice.podscheduler.framework.Profile;
import dev.sluice.podscheduler.framework.Profiles;
import dev.sluice.podscheduler.framework.Wake;
import dev.sluice.podscheduler.queue.QueuedPod.Pool;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The pods that wait for a node (S2): ready ones in the order of the profile's QueueSort, pausing ones by the end
/// of their pause, refused ones by what could help them, gated ones apart.
///
/// ```
///   add ──▶ PreEnqueue ──passes──▶ ACTIVE ──next──▶ (tried) ──refused──▶ UNSCHEDULABLE
///                │                   ▲                  └─────broken────▶ ERROR_BACKOFF ─┐
///             refuses                ├──────── pause over, or nothing else to do ──── BACKOFF │
///                ▼                   │                  an event that helps ──────────▲       │
///              GATED ──own change────┴───────────────────────────────────── pause over ◀─────┘
/// ```
///
/// A gated pod is touched by its own changes, its end and the flush, and by nothing else: no event of nodes or
/// other pods looks at it, so a hundred thousand of them cost an event nothing (S2.76, S2.124). An attempt is one
/// call of the scheduler, so nothing can happen while a pod is being tried.
public final class SchedulingQueue {
    /// How long a refused pod stays parked at most before it is tried again unasked (S2.75).
    public static final Duration PARKED_MAX = Duration.ofMinutes(5);

    private static final Duration FLUSH_INTERVAL = Duration.ofSeconds(30);

    private final Profiles profiles;
    private final Backoff backoff;
    private final Map<String, QueuedPod> waiting = new HashMap<>();
    private final NavigableSet<QueuedPod> active;
    private final NavigableSet<QueuedPod> pausing;
    private final NavigableSet<QueuedPod> pausingAfterErrors;
    private final ParkedPods parked = new ParkedPods();
    private final ParkedPods gated = new ParkedPods();
    private @Nullable Instant lastFlush;
    private long arrivals;

    public SchedulingQueue(Profiles profiles, Backoff backoff) {
        this.profiles = profiles;
        this.backoff = backoff;
        Comparator<QueuedPod> byArrival = Comparator.comparingLong(QueuedPod::order);
        Comparator<QueuedPod> byRank = profiles.queueSort()::compare;
        active = new TreeSet<>(byRank.thenComparing(byArrival));
        // Whole seconds make a window within which rank decides (S2.24).
        Comparator<QueuedPod> byWindow = Comparator.comparing(this::window);
        pausing = new TreeSet<>(byWindow.thenComparing(byRank).thenComparing(byArrival));
        Comparator<QueuedPod> byEnd = Comparator.comparing(e -> e.pausedUntil(backoff));
        pausingAfterErrors = new TreeSet<>(byEnd.thenComparing(byArrival));
    }

    private Instant window(QueuedPod entry) {
        return entry.pausedUntil(backoff).truncatedTo(ChronoUnit.SECONDS);
    }

    /// A pod that waits for a node was seen for the first time (S2.60).
    public void add(Pod pod, Instant now) {
        QueuedPod entry = new QueuedPod(pod, arrivals++, now);
        waiting.put(pod.uid(), entry);
        admit(entry, now);
    }

    /// A waiting pod changed. A parked or gated one is looked at again if the change may help it (S2.68).
    ///
    /// @param events what the change amounts to
    public void update(Pod pod, List<ClusterEvent> events, Instant now) {
        QueuedPod entry = waiting.get(pod.uid());
        if (entry == null) {
            add(pod, now);
            return;
        }
        switch (entry.pool()) {
            case NONE -> entry.become(pod);
            case ACTIVE, BACKOFF, ERROR_BACKOFF -> {
                Pool pool = entry.pool();
                take(entry);
                entry.become(pod);
                put(entry, pool);
            }
            case UNSCHEDULABLE, GATED -> {
                entry.become(pod);
                if (events.stream().anyMatch(event -> helps(event, entry))) {
                    take(entry);
                    admit(entry, now);
                }
            }
        }
    }

    /// A pod is no longer waiting: deleted, finished, or placed by someone else.
    public void remove(String uid) {
        QueuedPod entry = waiting.remove(uid);
        if (entry != null) {
            take(entry);
        }
    }

    /// Whether the pod waits in here, or is being tried.
    public boolean contains(String uid) {
        return waiting.containsKey(uid);
    }

    /// The pod to try now, or null (S2.11). When no pod is ready, one that merely pauses after a refusal is taken
    /// early: its pause only serves to let others go first (S2.33).
    public @Nullable QueuedPod next(Instant now) {
        endPauses(now);
        QueuedPod entry = active.pollFirst();
        if (entry == null) {
            entry = pausing.pollFirst();
        }
        if (entry != null) {
            entry.moveTo(Pool.NONE);
            entry.beginAttempt();
        }
        return entry;
    }

    /// The attempt placed the pod.
    public void placed(QueuedPod entry) {
        waiting.remove(entry.pod().uid());
    }

    /// The attempt found no node (S2.61).
    ///
    /// @param plugins whose change of mind could help; when there are none, the pod is tried again after a pause,
    ///     whatever happens, as after an error
    public void refused(QueuedPod entry, Set<String> plugins, Instant now) {
        if (plugins.isEmpty()) {
            broken(entry, entry.pod(), now);
        } else {
            entry.refused(plugins, now);
            put(entry, Pool.UNSCHEDULABLE);
        }
    }

    /// The attempt, or the binding after it, broke. The entry comes back with the pod as it is now.
    public void broken(QueuedPod entry, Pod pod, Instant now) {
        entry.become(pod);
        entry.broken(now);
        waiting.put(pod.uid(), entry);
        retryLater(entry, now);
    }

    /// Something happened in the cluster. Parked pods whom it may help are tried again, after their pause (S2.70).
    public void happened(ClusterEvent event, Instant now) {
        for (QueuedPod entry : parked.concernedBy(event.kind())) {
            if (helps(event, entry)) {
                take(entry);
                retryLater(entry, now);
            }
        }
        for (QueuedPod entry : gated.concernedBy(event.kind())) {
            if (helps(event, entry)) {
                take(entry);
                admit(entry, now);
            }
        }
    }

    /// Tries pods again that have been parked for long, in case an event was missed (S2.75). Pods that wait for
    /// their own gates are left alone: nothing can have been missed about them.
    private void flush(Instant now) {
        Instant limit = now.minus(PARKED_MAX);
        List<QueuedPod> old =
                Stream.concat(parked.all().stream(), gated.thatOthersMayHelp().stream())
                        .filter(entry -> entry.parkedSince().isBefore(limit))
                        .toList();
        for (QueuedPod entry : old) {
            take(entry);
            entry.flushedAt(now);
            retryLater(entry, now);
        }
    }

    /// When something becomes due without any event; null when nothing will.
    public @Nullable Instant nextDue() {
        Instant due = null;
        if (!pausingAfterErrors.isEmpty()) {
            // A pause that ends at this very instant is not over yet (S2.25).
            due = pausingAfterErrors.first().pausedUntil(backoff).plusNanos(1);
        }
        QueuedPod oldest = parked.oldest();
        if (oldest != null) {
            Instant flush = oldest.parkedSince().plus(PARKED_MAX).plusNanos(1);
            if (lastFlush != null) {
                flush = later(flush, lastFlush.plus(FLUSH_INTERVAL));
            }
            due = due == null || flush.isBefore(due) ? flush : due;
        }
        return due;
    }

    private static Instant later(Instant a, Instant b) {
        return a.isAfter(b) ? a : b;
    }

    /// How many pods wait in a pool.
    public int size(Pool pool) {
        return switch (pool) {
            case NONE -> 0;
            case ACTIVE -> active.size();
            case BACKOFF -> pausing.size();
            case ERROR_BACKOFF -> pausingAfterErrors.size();
            case UNSCHEDULABLE -> parked.size();
            case GATED -> gated.size();
        };
    }

    /// The entry of a waiting pod, or null.
    public @Nullable QueuedPod get(String uid) {
        return waiting.get(uid);
    }

    private void admit(QueuedPod entry, Instant now) {
        if (passesGates(entry)) {
            boolean pauses = entry.attempts() > 0 && entry.pausedUntil(backoff).isAfter(now);
            entry.tryableAt(now);
            put(entry, pauses ? Pool.BACKOFF : Pool.ACTIVE);
        } else {
            put(entry, Pool.GATED);
        }
    }

    private void retryLater(QueuedPod entry, Instant now) {
        if (!passesGates(entry)) {
            put(entry, Pool.GATED);
        } else if (entry.pausedUntil(backoff).isBefore(now)) {
            put(entry, Pool.ACTIVE);
        } else {
            put(entry, entry.refusedBy().isEmpty() ? Pool.ERROR_BACKOFF : Pool.BACKOFF);
        }
    }

    /// Runs the gating plugins; the one that refused last time goes first (S2.51).
    private boolean passesGates(QueuedPod entry) {
        String before = entry.gatedBy();
        List<PreEnqueuePlugin> plugins = profile(entry).preEnqueue();
        if (before != null) {
            List<PreEnqueuePlugin> sorted = new ArrayList<>(plugins);
            sorted.sort(Comparator.comparing(plugin -> !plugin.name().equals(before)));
            plugins = sorted;
        }
        for (PreEnqueuePlugin plugin : plugins) {
            if (!plugin.preEnqueue(entry.pod()).isSuccess()) {
                entry.gate(plugin.name());
                return false;
            }
        }
        entry.gate(null);
        return true;
    }

    private boolean helps(ClusterEvent event, QueuedPod entry) {
        Map<String, List<Wake.Hint>> hints = profile(entry).hints(event.kind());
        for (String plugin : entry.heldBy()) {
            for (Wake.Hint hint : hints.getOrDefault(plugin, List.of())) {
                if (hint.isWorthATry(entry.pod(), event)) {
                    return true;
                }
            }
        }
        return false;
    }

    private void endPauses(Instant now) {
        endPauses(pausing, now);
        endPauses(pausingAfterErrors, now);
        if (lastFlush == null) {
            lastFlush = now;
        } else if (!now.isBefore(lastFlush.plus(FLUSH_INTERVAL))) {
            lastFlush = now;
            flush(now);
        }
    }

    private void endPauses(NavigableSet<QueuedPod> pool, Instant now) {
        while (!pool.isEmpty() && pool.first().pausedUntil(backoff).isBefore(now)) {
            put(poll(pool), Pool.ACTIVE);
        }
    }

    private static QueuedPod poll(NavigableSet<QueuedPod> pool) {
        QueuedPod first = pool.first();
        pool.remove(first);
        return first;
    }

    private Profile profile(QueuedPod entry) {
        return profiles.of(entry.pod().schedulerName());
    }

    private void put(QueuedPod entry, Pool pool) {
        entry.moveTo(pool);
        switch (pool) {
            case NONE -> {}
            case ACTIVE -> active.add(entry);
            case BACKOFF -> pausing.add(entry);
            case ERROR_BACKOFF -> pausingAfterErrors.add(entry);
            case UNSCHEDULABLE -> parked.put(entry, profile(entry));
            case GATED -> gated.put(entry, profile(entry));
        }
    }

    private void take(QueuedPod entry) {
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
