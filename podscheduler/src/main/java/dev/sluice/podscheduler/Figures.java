package dev.sluice.podscheduler;

import dev.sluice.podscheduler.cluster.ClusterState;
import dev.sluice.podscheduler.framework.PostFilterPlugin.Rescue;
import dev.sluice.podscheduler.metrics.Sample;
import dev.sluice.podscheduler.metrics.SchedulerMetrics;
import dev.sluice.podscheduler.queue.QueuedPod;
import dev.sluice.podscheduler.queue.QueuedPod.Pool;
import dev.sluice.podscheduler.queue.SchedulingQueue;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/// What the scheduler says about itself in numbers (section 5.9). Gauges are read off the live state (S2.123).
final class Figures {
    private static final int ATTEMPTS_TOLD_APART = 15;
    private final SchedulerMetrics metrics;
    private final SchedulingQueue queue;
    private final ClusterState cluster;
    private final IntSupplier assumed;

    Figures(
            SchedulerMetrics metrics,
            SchedulingQueue queue,
            ClusterState cluster,
            IntSupplier assumed) {
        this.metrics = metrics;
        this.queue = queue;
        this.cluster = cluster;
        this.assumed = assumed;
    }

    void handled(String event) {
        metrics.observe("event_handling_duration_seconds", 0, "event", event);
    }

    /// @param rescue what preemption came to; null when it was not tried
    void attempted(QueuedPod entry, String result, @Nullable Rescue rescue) {
        String profile = entry.pod().schedulerName();
        metrics.count("schedule_attempts_total", "result", result, "profile", profile);
        if (rescue != null) {
            metrics.count("preemption_attempts_total");
            if (!rescue.victims().isEmpty()) {
                metrics.observe("preemption_victims", rescue.victims().size());
            }
        }
    }

    void bound(QueuedPod entry, Instant now) {
        attempted(entry, "scheduled", null);
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
        gauge(samples, "pending_pods", "queue", "gated", queue.size(Pool.GATED));
        queue.waitingByPlugin()
                .forEach(
                        (plugin, count) ->
                                gauge(samples, "unschedulable_pods", "plugin", plugin, count));
        gauge(samples, "cache_size", "type", "nodes", cluster.knownNodes());
        gauge(samples, "cache_size", "type", "pods", cluster.podCount());
        gauge(samples, "cache_size", "type", "assumed_pods", assumed.getAsInt());
        return samples;
    }

    private static void gauge(
            List<Sample> samples, String name, String label, String value, int count) {
        samples.add(new Sample("scheduler_" + name, new TreeMap<>(Map.of(label, value)), count));
    }
}
