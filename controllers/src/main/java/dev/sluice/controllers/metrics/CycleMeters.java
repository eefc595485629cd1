package dev.sluice.controllers.metrics;

import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;

/// Scheduling cycles: how many, how long.
final class CycleMeters {
    private final Counter attempts;
    private final Histogram durations;

    CycleMeters(PrometheusRegistry registry) {
        attempts =
                Counter.builder()
                        .name("kueue_admission_attempts_total")
                        .help("Scheduling cycles")
                        .constLabels(Metrics.ROLE)
                        .labelNames("result")
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

    void cycle(boolean success, Duration length) {
        String result = success ? "success" : "inadmissible";
        attempts.labelValues(result).inc();
        durations.labelValues(result).observe(Seconds.of(length));
    }
}
