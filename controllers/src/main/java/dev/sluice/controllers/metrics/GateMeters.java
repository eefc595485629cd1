package dev.sluice.controllers.metrics;

import dev.sluice.api.condition.Conditions;
import dev.sluice.api.condition.WorkloadConditions;
import dev.sluice.api.name.Annotations;
import dev.sluice.api.v1beta2.Admission;
import dev.sluice.api.v1beta2.Workload;
import dev.sluice.controllers.workload.Facts;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;
import java.time.Instant;

/// How long pods of admitted workloads keep their gates (L8.4).
final class GateMeters {
    private final Histogram removals;

    GateMeters(PrometheusRegistry registry) {
        removals =
                Histogram.builder()
                        .name("kueue_pod_scheduling_gate_removal_seconds")
                        .help("Admitted to a pod's gate removed")
                        .constLabels(Metrics.ROLE)
                        .labelNames("name", "cluster_queue", "is_group")
                        .classicOnly()
                        .register(registry);
    }

    void removed(String gate, Workload workload, Instant at) {
        Admission admission = Facts.status(workload).admission();
        Instant admitted =
                Conditions.since(Facts.conditions(workload), WorkloadConditions.ADMITTED);
        if (admission != null && admitted != null) {
            boolean group =
                    "true".equals(Facts.annotation(workload, Annotations.IS_GROUP_WORKLOAD));
            removals.labelValues(gate, admission.clusterQueue(), String.valueOf(group))
                    .observe(Math.max(0, Seconds.of(Duration.between(admitted, at))));
        }
    }
}
