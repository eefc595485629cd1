package dev.sluice.controllers.metrics;

import dev.sluice.api.v1beta2.ClusterQueue;
import dev.sluice.engine.CycleReport;
import dev.sluice.reconcile.Cache;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/// Scheduling cycles: how many, how long, and how workloads got into each other's way in them (L8.3, L8.4).
final class CycleMeters {
    private final Meters.Count attempts;
    private final Meters.Count recomputations;
    private final Meters.Time durations;
    private volatile CycleReport last = CycleReport.EMPTY;

    CycleMeters(Meters meters) {
        attempts = meters.count("admission_attempts_total", "Scheduling cycles", "result");
        recomputations =
                meters.count(
                        "preemption_target_recomputations_total",
                        "Searches for other victims, because somebody else had claimed them",
                        "cluster_queue",
                        "result");
        durations =
                meters.time(
                        "admission_attempt_duration_seconds",
                        "Duration of a scheduling cycle",
                        null,
                        "result");
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
        attempts.inc(result);
        durations.observe(Seconds.of(length), result);
        for (CycleReport.Recomputation one : report.recomputations()) {
            recomputations.inc(one.clusterQueue(), one.result().name().toLowerCase(Locale.ROOT));
        }
    }
}
