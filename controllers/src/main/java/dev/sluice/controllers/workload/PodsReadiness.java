package dev.sluice.controllers.workload;

import dev.sluice.api.condition.Conditions;
import dev.sluice.api.condition.WorkloadConditions;
import dev.sluice.api.v1beta2.Workload;
import io.fabric8.kubernetes.api.model.Condition;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The condition `PodsReady` as it should be (L1.54).
public enum PodsReadiness {
    WAIT_FOR_START(false, Reasons.WAIT_FOR_START, "Not all pods are ready or succeeded"),
    WAIT_FOR_RECOVERY(
            false, Reasons.WAIT_FOR_RECOVERY, "At least one pod has failed, waiting for recovery"),
    STARTED(true, Reasons.STARTED, "All pods reached readiness and the workload is running"),
    RECOVERED(true, Reasons.RECOVERED, "All pods reached readiness and the workload is running");

    private final boolean ready;
    private final String reason;
    private final String message;

    PodsReadiness(boolean ready, String reason, String message) {
        this.ready = ready;
        this.reason = reason;
        this.message = message;
    }

    /// What is to be written, or null when the condition is right as it is.
    ///
    /// @param podsReady whether the job says so
    public static @Nullable PodsReadiness of(Workload workload, boolean podsReady) {
        List<Condition> conditions = Facts.conditions(workload);
        PodsReadiness wanted = wanted(conditions, Facts.admitted(workload), podsReady);
        return wanted.isIn(conditions) ? null : wanted;
    }

    private static PodsReadiness wanted(
            List<Condition> conditions, boolean admitted, boolean podsReady) {
        String reason = Conditions.reason(conditions, WorkloadConditions.PODS_READY);
        boolean recovering = Reasons.WAIT_FOR_RECOVERY.equals(reason);
        if (!admitted) {
            return WAIT_FOR_START;
        }
        if (podsReady) {
            return recovering || Reasons.RECOVERED.equals(reason) ? RECOVERED : STARTED;
        }
        return recovering || Conditions.isTrue(conditions, WorkloadConditions.PODS_READY)
                ? WAIT_FOR_RECOVERY
                : WAIT_FOR_START;
    }

    /// It is rewritten only when status or reason change.
    boolean isIn(List<Condition> conditions) {
        Condition found = Conditions.find(conditions, WorkloadConditions.PODS_READY);
        return found != null
                && found.getStatus().equals(ready ? "True" : "False")
                && reason.equals(found.getReason());
    }

    public StatusChanges in(StatusChanges changes) {
        return changes.set(WorkloadConditions.PODS_READY, ready, reason, message);
    }
}
