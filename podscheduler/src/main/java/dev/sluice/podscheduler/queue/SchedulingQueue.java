package dev.sluice.podscheduler.queue;

import dev.sluice.podscheduler.cluster.Pod;
import dev.sluice.podscheduler.cluster.PodGroups;
import dev.sluice.podscheduler.framework.ClusterEvent;
import dev.sluice.podscheduler.framework.Profile;
import dev.sluice.podscheduler.framework.Profiles;
import dev.sluice.podscheduler.metrics.SchedulerMetrics;
import dev.sluice.podscheduler.queue.QueuedPod.Pool;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
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
    private final Groups groups = new Groups();
    private final Pools pools;
    private @Nullable Instant lastFlush;
    private long arrivals;

    /// @param known which pod groups there are
    public SchedulingQueue(
            Profiles profiles, Backoff backoff, PodGroups known, SchedulerMetrics metrics) {
        this.profiles = profiles;
        this.metrics = metrics;
        this.hints = new Hints(profiles, metrics);
        this.gates = new Gates(profiles, known, metrics);
        this.backoff = backoff;
        this.pools = new Pools(profiles, backoff, metrics);
    }

    /// A pod that waits for a node was seen for the first time (S2.60).
    public void add(Pod pod, Instant now) {
        QueuedPod entry = new QueuedPod(pod, arrivals++, now);
        Pool before = poolOfGroup(pod);
        readmit(enter(entry), before, "UnschedulablePodAdd", now);
    }

    /// What the pod's group waits in, if its pods are queued as one and some wait already.
    private Pool poolOfGroup(Pod pod) {
        QueuedGroup group = pod.group() == null ? null : groups.get(pod.group());
        return group == null ? Pool.NONE : group.pool();
    }

    /// @return what is to be queued: the pod, or its group, which is taken from where it was
    private QueuedPod enter(QueuedPod entry) {
        waiting.put(entry.id(), entry);
        Pod pod = entry.pod();
        if (pod.group() == null || pod.deleting() || !profile(entry).groupsPods()) {
            return entry;
        }
        QueuedGroup group = groups.get(pod.group());
        if (group != null) {
            pools.take(group);
        }
        return groups.join(entry);
    }

    /// One more pod in a group, or one less, may help or hold up the others.
    ///
    /// @param before where the group was
    private void readmit(QueuedPod queued, Pool before, String label, Instant now) {
        switch (before) {
            case NONE, UNSCHEDULABLE, GATED -> admit(queued, label, now);
            case ACTIVE, BACKOFF, ERROR_BACKOFF ->
                    pools.put(queued, gates.pass(queued) ? before : Pool.GATED);
        }
    }

    /// A waiting pod changed. A parked or gated one is looked at again if the change may help it (S2.68).
    ///
    /// @param events what the change amounts to
    public void update(Pod pod, List<ClusterEvent> events, Instant now) {
        QueuedPod known = waiting.get(pod.uid());
        if (known == null) {
            add(pod, now);
            return;
        }
        if (known.group() != null && pod.deleting()) {
            // It goes, and the others of its group need not wait for that.
            remove(pod.uid(), now);
            known.become(pod);
            admit(enter(known), "UnschedulablePodUpdate", now);
            return;
        }
        QueuedPod entry = known.queued();
        switch (entry.pool()) {
            case NONE -> known.become(pod);
            case ACTIVE, BACKOFF, ERROR_BACKOFF -> {
                Pool pool = entry.pool();
                pools.take(entry);
                known.become(pod);
                pools.put(entry, pool);
            }
            case UNSCHEDULABLE, GATED -> {
                known.become(pod);
                for (ClusterEvent event : events) {
                    if (hints.urgency(event, entry) != Urgency.SKIP) {
                        pools.take(entry);
                        admit(entry, event.kind().label(), now);
                        break;
                    }
                }
            }
        }
    }

    /// A pod is no longer waiting: deleted, finished, or placed by someone else.
    public void remove(String uid, Instant now) {
        QueuedPod entry = waiting.remove(uid);
        if (entry == null) {
            return;
        }
        QueuedPod queued = entry.queued();
        Pool before = queued.pool();
        pools.take(queued);
        if (queued instanceof QueuedGroup group && !groups.leave(entry)) {
            readmit(group, before, "PodDelete", now);
        }
    }

    /// Something happened to a pod group or to one of its pods; nobody else is concerned (S2.133).
    public void happened(ClusterEvent.OfGroup event, Instant now) {
        QueuedGroup group = groups.get(event.group());
        if (group == null || group.pool() == Pool.NONE) {
            return;
        }
        Pool before = group.pool();
        boolean parks = before == Pool.UNSCHEDULABLE || before == Pool.GATED;
        if (!parks || hints.urgency(event, group) != Urgency.SKIP) {
            pools.take(group);
            readmit(group, before, event.kind().label(), now);
        } else if (before == Pool.UNSCHEDULABLE && !gates.pass(group)) {
            pools.take(group);
            pools.put(group, Pool.GATED, event.kind().label());
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
        QueuedPod entry = pools.poll();
        if (entry != null) {
            entry.beginAttempt();
        }
        return entry;
    }

    /// The attempt placed the pod.
    public void placed(QueuedPod entry) {
        waiting.remove(entry.id());
        QueuedGroup group = entry.group();
        if (group != null) {
            Pool before = group.pool();
            pools.take(group);
            if (!groups.leave(entry)) {
                pools.put(group, before);
            }
        }
    }

    /// The attempt placed enough of a group; those of its pods that are left are ready to be tried (S4.164).
    public void left(QueuedGroup group, Instant now) {
        if (!group.isEmpty()) {
            pools.take(group);
            admit(group, FAILURE, now);
        }
    }

    /// The attempt could not place a group (S4.164).
    ///
    /// @param plugins as for a pod
    /// @param blockers the pods that an event has to help
    public void refused(QueuedGroup group, Set<String> plugins, List<Pod> blockers, Instant now) {
        group.blockedBy(blockers);
        group.refused(plugins, Set.of(), now);
        requeue(group, Urgency.SKIP, FAILURE, now);
    }

    /// The attempt to place a group broke.
    public void broken(QueuedGroup group, Instant now) {
        group.broken(now);
        retryLater(group, FAILURE, now);
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
        QueuedPod queued = enter(entry);
        if (queued instanceof QueuedGroup group) {
            group.blockedBy(List.of(entry.pod()));
        }
        queued.refused(plugins, pending, now);
        Urgency most = Urgency.SKIP;
        for (ClusterEvent event : since) {
            Urgency urgency = hints.urgency(event, queued);
            most = urgency.compareTo(most) > 0 ? urgency : most;
        }
        requeue(queued, most, FAILURE, now);
    }

    private void requeue(QueuedPod entry, Urgency urgency, String label, Instant now) {
        switch (urgency) {
            case SKIP -> pools.put(entry, Pool.UNSCHEDULABLE, label);
            case AFTER_PAUSE -> retryLater(entry, label, now);
            case AT_ONCE -> pools.put(entry, gates.pass(entry) ? Pool.ACTIVE : Pool.GATED, label);
        }
    }

    /// Makes a pod ready at once, whatever it waits for, except its gates (S2.62).
    public void activate(String uid, Instant now) {
        QueuedPod known = waiting.get(uid);
        if (known == null) {
            return;
        }
        QueuedPod entry = known.queued();
        switch (entry.pool()) {
            case NONE, ACTIVE -> {}
            case BACKOFF, ERROR_BACKOFF -> {
                pools.take(entry);
                pools.put(entry, Pool.ACTIVE, "ForceActivate");
            }
            case UNSCHEDULABLE, GATED -> {
                pools.take(entry);
                boolean passes = gates.pass(entry);
                if (passes) {
                    entry.tryableAt(now);
                }
                pools.put(entry, passes ? Pool.ACTIVE : Pool.GATED, "ForceActivate");
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
        QueuedPod queued = enter(entry);
        queued.broken(now);
        retryLater(queued, FAILURE, now);
    }

    /// Something happened in the cluster. Parked pods whom it may help are tried again, after their pause (S2.70).
    public void happened(ClusterEvent event, Instant now) {
        for (QueuedPod entry : pools.parked().concernedBy(event.kind())) {
            Urgency urgency = hints.urgency(event, entry);
            if (urgency != Urgency.SKIP) {
                pools.take(entry);
                requeue(entry, urgency, event.kind().label(), now);
            }
        }
        for (QueuedPod entry : pools.gated().concernedBy(event.kind())) {
            if (hints.urgency(event, entry) != Urgency.SKIP) {
                pools.take(entry);
                admit(entry, event.kind().label(), now);
            }
        }
    }

    /// Tries pods again that have been parked for long, in case an event was missed (S2.75). Pods that wait for
    /// their own gates are left alone: nothing can have been missed about them.
    private void flush(Instant now) {
        Instant limit = now.minus(PARKED_MAX);
        List<QueuedPod> old =
                Stream.concat(
                                pools.parked().all().stream(),
                                pools.gated().thatOthersMayHelp().stream())
                        .filter(entry -> entry.parkedSince().isBefore(limit))
                        .toList();
        for (QueuedPod entry : old) {
            pools.take(entry);
            entry.flushedAt(now);
            retryLater(entry, "UnschedulableTimeout", now);
        }
    }

    /// When something becomes due without any event; null when nothing will.
    public @Nullable Instant nextDue() {
        Instant due = pools.endOfErrorPause();
        QueuedPod oldest = pools.parked().oldest();
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
        for (QueuedPod pod : waiting.values()) {
            QueuedPod entry = pod.queued();
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
        return pools.size(pool) + groups.furtherPods(pool);
    }

    /// How many pods wait whose group is not there (S4.163).
    public int incomplete(PodGroups known) {
        return groups.podsWithout(known);
    }

    /// The entry of a waiting pod, or null.
    public @Nullable QueuedPod get(String uid) {
        return waiting.get(uid);
    }

    private void admit(QueuedPod entry, String label, Instant now) {
        if (gates.pass(entry)) {
            boolean pauses = entry.attempts() > 0 && entry.pausedUntil(backoff).isAfter(now);
            entry.tryableAt(now);
            pools.put(entry, pauses ? Pool.BACKOFF : Pool.ACTIVE, label);
        } else {
            pools.put(entry, Pool.GATED, label);
        }
    }

    private void retryLater(QueuedPod entry, String label, Instant now) {
        if (!gates.pass(entry)) {
            pools.put(entry, Pool.GATED, label);
        } else if (entry.pausedUntil(backoff).isBefore(now)) {
            pools.put(entry, Pool.ACTIVE, label);
        } else {
            pools.put(
                    entry, entry.refusedBy().isEmpty() ? Pool.ERROR_BACKOFF : Pool.BACKOFF, label);
        }
    }

    private void endPauses(Instant now) {
        pools.endPauses(now);
        if (lastFlush == null) {
            lastFlush = now;
        } else if (!now.isBefore(lastFlush.plus(FLUSH_INTERVAL))) {
            lastFlush = now;
            flush(now);
        }
    }

    private Profile profile(QueuedPod entry) {
        return profiles.of(entry.pod().schedulerName());
    }
}
