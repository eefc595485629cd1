package dev.sluice.podscheduler.queue;

import dev.sluice.podscheduler.cluster.Pod;
import dev.sluice.podscheduler.framework.ClusterEvent;
import dev.sluice.podscheduler.framework.Profile;
import dev.sluice.podscheduler.framework.Profiles;
import dev.sluice.podscheduler.metrics.SchedulerMetrics;
import dev.sluice.podscheduler.queue.QueuedPod.Pool;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeMap;
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
    private static final String FAILURE = "ScheduleAttemptFailure";

    private final Profiles profiles;
    private final Backoff backoff;
    private final SchedulerMetrics metrics;
    private final Hints hints;

    private final Gates gates;
    private final Map<String, QueuedPod> waiting = new HashMap<>();
    private final NavigableSet<QueuedPod> active;
    private final NavigableSet<QueuedPod> pausing;
    private final NavigableSet<QueuedPod> pausingAfterErrors;
    private final ParkedPods parked = new ParkedPods();
    private final ParkedPods gated = new ParkedPods();
    private @Nullable Instant lastFlush;
    private long arrivals;

    public SchedulingQueue(Profiles profiles, Backoff backoff, SchedulerMetrics metrics) {
        this.profiles = profiles;
        this.metrics = metrics;
        this.hints = new Hints(profiles, metrics);
        this.gates = new Gates(profiles, metrics);
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
        admit(entry, "UnschedulablePodAdd", now);
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
                for (ClusterEvent event : events) {
                    if (hints.urgency(event, entry) != Urgency.SKIP) {
                        take(entry);
                        admit(entry, event.kind().label(), now);
                        break;
                    }
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
            if (entry != null) {
                incoming(Pool.ACTIVE, "PopFromBackoffQ");
            }
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

    /// A pod that was taken out changed meanwhile (S2.66).
    public void changed(QueuedPod entry, Pod pod) {
        entry.become(pod);
    }

    /// The attempt found no node (S2.61).
    ///
    /// @param plugins whose change of mind could help; when there are none, the pod is tried again after a pause,
    ///     whatever happens, as after an error
    /// @param pending those of them that wait for something outside
    /// @param since what happened since the pod was taken out, and may have lifted the refusal already (S2.82)
    public void refused(
            QueuedPod entry,
            Set<String> plugins,
            Set<String> pending,
            List<ClusterEvent> since,
            Instant now) {
        if (plugins.isEmpty()) {
            broken(entry, entry.pod(), now);
            return;
        }
        entry.refused(plugins, pending, now);
        waiting.put(entry.pod().uid(), entry);
        Urgency most = Urgency.SKIP;
        for (ClusterEvent event : since) {
            Urgency urgency = hints.urgency(event, entry);
            most = urgency.compareTo(most) > 0 ? urgency : most;
        }
        requeue(entry, most, FAILURE, now);
    }

    private void requeue(QueuedPod entry, Urgency urgency, String label, Instant now) {
        switch (urgency) {
            case SKIP -> put(entry, Pool.UNSCHEDULABLE, label);
            case AFTER_PAUSE -> retryLater(entry, label, now);
            case AT_ONCE -> put(entry, gates.pass(entry) ? Pool.ACTIVE : Pool.GATED, label);
        }
    }

    /// Makes a pod ready at once, whatever it waits for, except its gates (S2.62).
    public void activate(String uid, Instant now) {
        QueuedPod entry = waiting.get(uid);
        if (entry == null) {
            return;
        }
        switch (entry.pool()) {
            case NONE, ACTIVE -> {}
            case BACKOFF, ERROR_BACKOFF -> {
                take(entry);
                put(entry, Pool.ACTIVE, "ForceActivate");
            }
            case UNSCHEDULABLE, GATED -> {
                take(entry);
                boolean passes = gates.pass(entry);
                if (passes) {
                    entry.tryableAt(now);
                }
                put(entry, passes ? Pool.ACTIVE : Pool.GATED, "ForceActivate");
            }
        }
    }

    /// Others are being deleted to make room for the pod; until that is through, it is not tried (S4.139).
    public void preempts(String uid) {
        gates.preempts(uid);
    }

    /// The deleting is through.
    ///
    /// @param tryNow nothing was left to delete, or it failed: no event will tell when to try (S2.132)
    public void preempted(String uid, boolean tryNow, Instant now) {
        QueuedPod entry = waiting.get(uid);
        boolean held = gates.preempted(uid) && entry != null && gates.isPreempting(entry);
        if (tryNow || held) {
            activate(uid, now);
        }
    }

    /// The attempt, or the binding after it, broke. The entry comes back with the pod as it is now.
    public void broken(QueuedPod entry, Pod pod, Instant now) {
        entry.become(pod);
        entry.broken(now);
        waiting.put(pod.uid(), entry);
        retryLater(entry, FAILURE, now);
    }

    /// Something happened in the cluster. Parked pods whom it may help are tried again, after their pause (S2.70).
    public void happened(ClusterEvent event, Instant now) {
        for (QueuedPod entry : parked.concernedBy(event.kind())) {
            Urgency urgency = hints.urgency(event, entry);
            if (urgency != Urgency.SKIP) {
                take(entry);
                requeue(entry, urgency, event.kind().label(), now);
            }
        }
        for (QueuedPod entry : gated.concernedBy(event.kind())) {
            if (hints.urgency(event, entry) != Urgency.SKIP) {
                take(entry);
                admit(entry, event.kind().label(), now);
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
            retryLater(entry, "UnschedulableTimeout", now);
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

    /// For how many waiting pods of each profile, by its name, each plugin is a reason to wait: counted anew, so it cannot drift
    /// (S2.123).
    public Map<String, Map<String, Integer>> waitingByPlugin() {
        Map<String, Map<String, Integer>> byProfile = new TreeMap<>();
        for (QueuedPod entry : waiting.values()) {
            Map<String, Integer> counts =
                    byProfile.computeIfAbsent(entry.pod().schedulerName(), _ -> new TreeMap<>());
            entry.refusedBy().forEach(plugin -> counts.merge(plugin, 1, Integer::sum));
            String gate = entry.gatedBy();
            if (gate != null && !entry.refusedBy().contains(gate)) {
                counts.merge(gate, 1, Integer::sum);
            }
        }
        return byProfile;
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

    private void admit(QueuedPod entry, String label, Instant now) {
        if (gates.pass(entry)) {
            boolean pauses = entry.attempts() > 0 && entry.pausedUntil(backoff).isAfter(now);
            entry.tryableAt(now);
            put(entry, pauses ? Pool.BACKOFF : Pool.ACTIVE, label);
        } else {
            put(entry, Pool.GATED, label);
        }
    }

    private void retryLater(QueuedPod entry, String label, Instant now) {
        if (!gates.pass(entry)) {
            put(entry, Pool.GATED, label);
        } else if (entry.pausedUntil(backoff).isBefore(now)) {
            put(entry, Pool.ACTIVE, label);
        } else {
            put(entry, entry.refusedBy().isEmpty() ? Pool.ERROR_BACKOFF : Pool.BACKOFF, label);
        }
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
            put(poll(pool), Pool.ACTIVE, "BackoffComplete");
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

    private void put(QueuedPod entry, Pool pool, String label) {
        incoming(pool, label);
        put(entry, pool);
    }

    private void incoming(Pool pool, String label) {
        String queue =
                switch (pool) {
                    case NONE -> "";
                    case ACTIVE -> "active";
                    case BACKOFF, ERROR_BACKOFF -> "backoff";
                    case UNSCHEDULABLE, GATED -> "unschedulable";
                };
        metrics.count("queue_incoming_pods_total", "queue", queue, "event", label);
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
