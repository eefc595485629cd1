package dev.sluice.podscheduler;

import static dev.sluice.podscheduler.Pods.gated;
import static dev.sluice.podscheduler.Pods.node;
import static dev.sluice.podscheduler.Pods.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.podscheduler.cycle.TieBreak;
import dev.sluice.podscheduler.framework.Profiles;
import dev.sluice.podscheduler.metrics.SchedulerMetrics;
import dev.sluice.podscheduler.plugins.DefaultPlugins;
import dev.sluice.podscheduler.queue.Backoff;
import java.time.Instant;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/// The numbers under their upstream names (section 5.9), on a stopwatch that goes on by a millisecond whenever it is looked at.
class MetricCatalogueTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    @Test
    void eachIsToldWithItsTypeAndDurationsAreNotNothing() {
        AtomicLong millis = new AtomicLong();
        PodScheduler scheduler =
                new PodScheduler(
                        Profiles.of(DefaultPlugins.profile()),
                        Backoff.DEFAULT,
                        TieBreak.BY_UID,
                        new SchedulerMetrics(() -> millis.incrementAndGet() * 1_000_000));
        scheduler.nodeSeen(node("n1", 4), NOW);
        scheduler.nodeSeen(node("n2", 4), NOW);
        scheduler.podSeen(null, gated("held", 1, "x"), NOW);
        scheduler.podSeen(null, pod("fits", 1), NOW);
        scheduler.podSeen(null, pod("large", 9), NOW);
        Decision.Bind first = (Decision.Bind) Objects.requireNonNull(scheduler.next(NOW));
        String chosen = first.binding().node();
        scheduler.podSeen(null, first.pod().on(chosen), NOW.plusMillis(3));
        assertThat(scheduler.next(NOW)).isInstanceOf(Decision.Refuse.class);

        String text = SchedulerMetrics.text(scheduler.samples());

        assertThat(text.lines())
                .contains(
                        "# TYPE scheduler_schedule_attempts_total counter",
                        "# TYPE scheduler_scheduling_attempt_duration_seconds histogram",
                        "# TYPE scheduler_scheduling_algorithm_duration_seconds histogram",
                        "# TYPE scheduler_event_handling_duration_seconds histogram",
                        "# TYPE scheduler_framework_extension_point_duration_seconds histogram",
                        "# TYPE scheduler_plugin_execution_duration_seconds histogram",
                        "# TYPE scheduler_plugin_evaluation_total counter",
                        "# TYPE scheduler_pod_scheduling_sli_duration_seconds histogram",
                        "# TYPE scheduler_pod_scheduling_attempts histogram",
                        "# TYPE scheduler_queue_incoming_pods_total counter",
                        "# TYPE scheduler_pending_pods gauge",
                        "# TYPE scheduler_unschedulable_pods gauge",
                        "# TYPE scheduler_inflight_events gauge",
                        "# TYPE scheduler_goroutines gauge",
                        "# TYPE scheduler_cache_size gauge",
                        "scheduler_pending_pods{queue=\"gated\"} 1",
                        "scheduler_scheduling_algorithm_duration_seconds_count 2",
                        "scheduler_plugin_evaluation_total{extension_point=\"Filter\","
                                + "plugin=\"NodeResourcesFit\",profile=\"default-scheduler\"} 2",
                        "scheduler_unschedulable_pods{plugin=\"NodeResourcesFit\","
                                + "profile=\"default-scheduler\"} 1")
                .noneMatch(line -> line.matches(".*_duration_seconds_sum.* 0"));
        for (String point :
                new String[] {
                    "PreEnqueue",
                    "PreFilter",
                    "Filter",
                    "PostFilter",
                    "PreScore",
                    "Score",
                    "Reserve",
                    "Permit"
                }) {
            assertThat(text)
                    .contains(
                            "scheduler_framework_extension_point_duration_seconds_count{extension_point=\""
                                    + point
                                    + "\"");
        }
    }
}
