package dev.sluice.controllers.queueing;

import dev.sluice.api.condition.Conditions;
import dev.sluice.api.condition.WorkloadConditions;
import dev.sluice.api.name.Annotations;
import dev.sluice.api.v1beta2.Workload;
import dev.sluice.controllers.workload.Facts;
import dev.sluice.engine.spec.WorkloadSpec;
import dev.sluice.engine.spec.WorkloadSpec.Hold;
import io.fabric8.kubernetes.api.model.Condition;

/// Which Workloads do not come into the queues yet although nothing in their spec speaks against it. Those whose last gate
/// has gone but whose condition still names it (L1.24): the workload controller's next write brings them in; decided
/// about before that, a workload would be admitted and nobody would ever hear that its gate was cleared. And those that a
/// job has named but does not own yet (L2.24).
final class Readiness {
    private static final String GATED = "Admission is gated by: ";

    private Readiness() {}

    /// The spec as the engine is to know it now.
    ///
    /// @param awaitsItsJob whether a job is about to take it
    static WorkloadSpec of(Workload workload, WorkloadSpec spec, boolean awaitsItsJob) {
        if (spec.held() != null) {
            return spec;
        }
        if (clearing(workload)) {
            return spec.withHeld(Hold.GATED);
        }
        return awaitsItsJob ? spec.withHeld(Hold.UNADOPTED) : spec;
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
