package dev.sluice.controllers.metrics;

import dev.sluice.api.condition.Conditions;
import dev.sluice.api.condition.WorkloadConditions;
import dev.sluice.api.name.Annotations;
import dev.sluice.api.v1beta2.Admission;
import dev.sluice.api.v1beta2.Workload;
import dev.sluice.controllers.workload.Facts;
import java.time.Duration;
import java.time.Instant;

/// How long pods of admitted workloads keep their gates (L8.4).
final class GateMeters {
    private final Meters.Time removals;

    GateMeters(Meters meters) {
        removals =
                meters.time(
                        "pod_scheduling_gate_removal_seconds",
                        "Admitted to a pod's gate removed",
                        null,
                        "name",
                        "cluster_queue",
                        "is_group");
    }

    void removed(String gate, Workload workload, Instant at) {
        Admission admission = Facts.status(workload).admission();
        Instant admitted =
                Conditions.since(Facts.conditions(workload), WorkloadConditions.ADMITTED);
        if (admission != null && admitted != null) {
            boolean group =
                    "true".equals(Facts.annotation(workload, Annotations.IS_GROUP_WORKLOAD));
            removals.observe(
                    Math.max(0, Seconds.of(Duration.between(admitted, at))),
                    gate,
                    admission.clusterQueue(),
                    String.valueOf(group));
        }
    }
}
