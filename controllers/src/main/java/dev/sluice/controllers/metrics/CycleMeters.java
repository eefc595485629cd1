package dev.sluice.controllers.metrics;

import dev.sluice.api.v1beta2.ClusterQueue;
import dev.sluice.engine.CycleReport;
import dev.sluice.reconcile.Cache;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/// Scheduling cycles: how many, how long, and how workloads got into each other's way in them (L8.3, L8.4).
final class CycleMeters {
    private final Counter attempts;
    private final Counter recomputations;
    private final Histogram durations;
    private volatile CycleReport last = CycleReport.EMPTY;

    CycleMeters(PrometheusRegistry registry) {
        attempts =
                Counter.builder()
                        .name("kueue_admission_attempts_total")
                        .help("Scheduling cycles")
                        .constLabels(Metrics.ROLE)
                        .labelNames("result")
                        .register(registry);
        recomputations =
                Counter.builder()
                        .name("kueue_preemption_target_recomputations_total")
                        .help("Searches for other victims, because somebody else had claimed them")
                        .constLabels(Metrics.ROLE)
                        .labelNames("cluster_queue", "result")
                        .register(registry);
        durations =
                Histogram.builder()
                        .name("kueue_admission_attempt_duration_seconds")
                        .help("Duration of a scheduling cycle")
                        .constLabels(Metrics.ROLE)
                        .labelNames("result")
                        .classicOnly()
                        .register(registry);
    }

    void register(Gauges gauges, Cache<ClusterQueue> clusterQueues) {
        gauges.add(
                "admission_cycle_preemption_skips",
                "Workloads that needed preemption and lost to others in the last cycle",
                List.of("cluster_queue"),
                out -> {
                    CycleReport report = last;
                    for (ClusterQueue queue : clusterQueues.all()) {
                        String name = queue.getMetadata().getName();
                        out.put(report.preemptionSkips().getOrDefault(name, 0), name);
                    }
                });
    }

    void cycle(boolean success, Duration length, CycleReport report) {
        last = report;
        String result = success ? "success" : "inadmissible";
        attempts.labelValues(result).inc();
        durations.labelValues(result).observe(Seconds.of(length));
        for (CycleReport.Recomputation one : report.recomputations()) {
            recomputations
                    .labelValues(one.clusterQueue(), one.result().name().toLowerCase(Locale.ROOT))
                    .inc();
        }
    }
}
