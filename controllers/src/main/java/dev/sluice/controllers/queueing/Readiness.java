package dev.sluice.controllers.queueing;

import dev.sluice.api.condition.Conditions;
import dev.sluice.api.condition.WorkloadConditions;
import dev.sluice.api.name.Annotations;
import dev.sluice.api.v1beta2.Workload;
import dev.sluice.controllers.workload.Facts;
import dev.sluice.engine.spec.WorkloadSpec;
import dev.sluice.engine.spec.WorkloadSpec.Hold;
import io.fabric8.kubernetes.api.model.Condition;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// Which Workloads do not come into the queues yet although nothing in their spec speaks against it. Both wait for a write
/// of the workload controller, which then brings them in:
///
/// - those that wait out a backoff (L1.19): they are in no queue, and in no count of one;
/// - those whose last gate has gone but whose condition still names it (L1.24): decided about before that is told, a
///   workload would be admitted and nobody would ever hear that its gate was cleared.
final class Readiness {
    private static final String GATED = "Admission is gated by: ";

    private Readiness() {}

    /// The spec as the engine is to know it now.
    static WorkloadSpec asOf(Instant now, Workload workload, WorkloadSpec spec) {
        Hold hold = hold(now, workload);
        return spec.held() != null || hold == null ? spec : spec.withHeld(hold);
    }

    private static @Nullable Hold hold(Instant now, Workload workload) {
        if (Facts.reserved(workload) || Facts.finished(workload)) {
            return null;
        }
        if (backsOff(now, workload)) {
            return Hold.ON_HOLD;
        }
        return clearing(workload) ? Hold.GATED : null;
    }

    private static boolean backsOff(Instant now, Workload workload) {
        var state = Facts.status(workload).requeueState();
        return Facts.evicted(workload)
                && state != null
                && state.requeueAt() != null
                && Instant.parse(state.requeueAt()).isAfter(now);
    }

    private static boolean clearing(Workload workload) {
        Condition reserved =
                Conditions.find(Facts.conditions(workload), WorkloadConditions.QUOTA_RESERVED);
        String gates = Facts.annotation(workload, Annotations.ADMISSION_GATED_BY);
        return reserved != null
                && "AdmissionGated".equals(reserved.getReason())
                && reserved.getMessage().startsWith(GATED)
                && (gates == null || gates.isBlank());
    }
}
