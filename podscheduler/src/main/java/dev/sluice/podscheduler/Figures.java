package dev.sluice.podscheduler;

import dev.sluice.podscheduler.cluster.ClusterState;
import dev.sluice.podscheduler.framework.ClusterEvent;
import dev.sluice.podscheduler.framework.Point;
import dev.sluice.podscheduler.framework.PostFilterPlugin.Rescue;
import dev.sluice.podscheduler.framework.Profile;
import dev.sluice.podscheduler.framework.Status;
import dev.sluice.podscheduler.metrics.Sample;
import dev.sluice.podscheduler.metrics.SchedulerMetrics;
import dev.sluice.podscheduler.queue.QueuedPod;
import dev.sluice.podscheduler.queue.QueuedPod.Pool;
import dev.sluice.podscheduler.queue.SchedulingQueue;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// What the scheduler says about itself in numbers (section 5.9). Gauges are read off the live state (S2.123).
final class Figures {
    private static final int ATTEMPTS_TOLD_APART = 15;
    private final SchedulerMetrics metrics;
    private final SchedulingQueue queue;
    private final ClusterState cluster;
    private final boolean groups;
    private @Nullable Bindings bindings;

    /// @param groups whether pods of groups are queued as one
    Figures(SchedulerMetrics metrics, SchedulingQueue queue, ClusterState cluster, boolean groups) {
        this.groups = groups;
        this.metrics = metrics;
        this.queue = queue;
        this.cluster = cluster;
    }

    /// Whose pods are told of among the gauges.
    void follow(Bindings theirs) {
        bindings = theirs;
    }

    long begin() {
        return metrics.begin();
    }

    void passed(Point point, Status.Code status, Profile profile, long begin) {
        metrics.passed(point, status, profile.schedulerName(), begin);
    }

    /// A wait for leave is over.
    void permitted(Instant since, boolean allowed, Instant now) {
        metrics.observe(
                "permit_wait_duration_seconds",
                Duration.between(since, now).toNanos() / 1e9,
                "result",
                (allowed ? Status.Code.SUCCESS : Status.Code.UNSCHEDULABLE).text());
    }

    /// @param rescue what preemption came to; null when it was not tried
    /// @param begin of the attempt, on the stopwatch
    void attempted(QueuedPod entry, String result, @Nullable Rescue rescue, long begin) {
        String profile = entry.pod().schedulerName();
        metrics.count("schedule_attempts_total", "result", result, "profile", profile);
        metrics.took(
                "scheduling_attempt_duration_seconds", begin, "result", result, "profile", profile);
        if (rescue != null) {
            metrics.count("preemption_attempts_total");
            if (!rescue.victims().isEmpty()) {
                metrics.observe("preemption_victims", rescue.victims().size());
            }
        }
    }

    void bound(QueuedPod entry, long begin, Instant now) {
        attempted(entry, "scheduled", null, begin);
        if (entry.triedByFlush()) {
            metrics.count("pod_scheduled_after_flush_total");
        }
        int attempts = entry.attempts();
        metrics.observe("pod_scheduling_attempts", attempts);
        Instant since = entry.firstTryable() == null ? now : entry.firstTryable();
        metrics.observe(
                "pod_scheduling_sli_duration_seconds",
                Duration.between(since, now).toNanos() / 1e9,
                "attempts",
                attempts > ATTEMPTS_TOLD_APART
                        ? ATTEMPTS_TOLD_APART + "+"
                        : String.valueOf(attempts));
    }

    List<Sample> samples() {
        List<Sample> samples = new ArrayList<>(metrics.samples());
        gauge(samples, "pending_pods", "queue", "active", queue.size(Pool.ACTIVE));
        int pausing = queue.size(Pool.BACKOFF) + queue.size(Pool.ERROR_BACKOFF);
        gauge(samples, "pending_pods", "queue", "backoff", pausing);
        gauge(samples, "pending_pods", "queue", "unschedulable", queue.size(Pool.UNSCHEDULABLE));
        int incomplete = groups ? queue.incomplete(cluster.groups()) : 0;
        gauge(samples, "pending_pods", "queue", "gated", queue.size(Pool.GATED) - incomplete);
        if (groups) {
            gauge(samples, "pending_pods", "queue", "incomplete", incomplete);
        }
        queue.waitingByPlugin()
                .forEach(
                        (profile, counts) ->
                                counts.forEach(
                                        (plugin, count) ->
                                                samples.add(
                                                        unschedulable(profile, plugin, count))));
        gauge(samples, "cache_size", "type", "nodes", cluster.knownNodes());
        gauge(samples, "cache_size", "type", "pods", cluster.podCount());
        if (bindings != null) {
            gauge(samples, "cache_size", "type", "assumed_pods", bindings.size());
            onTheirWay(samples, bindings);
        }
        return samples;
    }

    /// An attempt is over before anything else happens, so only pods that wait for leave are in flight (S2.85).
    private static void onTheirWay(List<Sample> samples, Bindings bindings) {
        List<PermitRoom.Waiting> inside = bindings.permits().inside();
        gauge(samples, "goroutines", "operation", "binding", bindings.size() - inside.size());
        gauge(samples, "inflight_events", "event", "PodPopped", inside.size());
        Map<String, Set<ClusterEvent>> byLabel = new TreeMap<>();
        for (PermitRoom.Waiting pod : inside) {
            for (ClusterEvent event : pod.since()) {
                byLabel.computeIfAbsent(
                                event.kind().label(),
                                _ -> Collections.newSetFromMap(new IdentityHashMap<>()))
                        .add(event);
            }
        }
        byLabel.forEach(
                (label, events) ->
                        gauge(samples, "inflight_events", "event", label, events.size()));
    }

    private static Sample unschedulable(String profile, String plugin, int count) {
        return new Sample(
                "scheduler_unschedulable_pods",
                new TreeMap<>(Map.of("plugin", plugin, "profile", profile)),
                count);
    }

    private static void gauge(
            List<Sample> samples, String name, String label, String value, int count) {
        samples.add(new Sample("scheduler_" + name, new TreeMap<>(Map.of(label, value)), count));
    }
}
