package dev.sluice.controllers.workload;

import dev.sluice.api.condition.Conditions;
import dev.sluice.api.condition.WorkloadConditions;
import dev.sluice.api.feature.FeatureGate;
import dev.sluice.api.name.Annotations;
import dev.sluice.api.v1beta2.StopPolicy;
import dev.sluice.api.v1beta2.Workload;
import io.fabric8.kubernetes.api.model.Condition;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What `QuotaReserved` False says about a workload without quota (L1.26).
public record PendingText(String reason, String message) {
    private static final String GATED = "Admission is gated by: ";
    private static final String CLEARED = "AdmissionGatedBy cleared, waiting for quota reservation";
    private static final String PREEMPTION_GATED = "Workload requires preemption, but it's gated";

    /// Reasons that the queueing has written after looking at the workload; they stay.
    private static final Set<String> DIAGNOSED =
            Set.of(
                    "WaitingForQuota",
                    "NoMatchingFlavor",
                    "ExceedsMaxQuota",
                    "TopologyPlacementFailed",
                    "WaitingForPreemptedWorkloads",
                    "WaitingForPodsReady",
                    Reasons.PENDING_EVALUATION);

    private static final Set<String> REPLACEABLE =
            Set.of(
                    Reasons.DEACTIVATED,
                    Reasons.PENDING_EVALUATION,
                    Reasons.SUSPENDED,
                    Reasons.LEGACY_PENDING);

    /// What is to be written, or null when the condition stays as it is, or is not there.
    static @Nullable PendingText of(WorkloadView view) {
        boolean legacy =
                !view.settings().gates().isOn(FeatureGate.UNADMITTED_WORKLOADS_OBSERVABILITY);
        if (Facts.onHold(view.workload()) && Facts.active(view.workload())) {
            // Whoever holds it has said so.
            return null;
        }
        PendingText obstacle = obstacle(view, legacy);
        if (obstacle != null) {
            return obstacle;
        }
        Condition present =
                Conditions.find(
                        Facts.conditions(view.workload()), WorkloadConditions.QUOTA_RESERVED);
        if (legacy) {
            return present != null && wasGated(present)
                    ? new PendingText(Reasons.LEGACY_PENDING, CLEARED)
                    : null;
        }
        return waiting(view, present);
    }

    private static @Nullable PendingText obstacle(WorkloadView view, boolean legacy) {
        if (!Facts.active(view.workload())) {
            return legacy
                    ? null
                    : new PendingText(Reasons.DEACTIVATED, "The workload is deactivated");
        }
        String misconfigured = legacy ? Reasons.LEGACY_INADMISSIBLE : Reasons.MISCONFIGURED;
        String suspended = legacy ? Reasons.LEGACY_INADMISSIBLE : Reasons.SUSPENDED;
        String queue = Facts.queueName(view.workload());
        if (view.localQueueMissing()) {
            return new PendingText(misconfigured, missing("LocalQueue", queue));
        }
        if (view.localQueuePolicy() != StopPolicy.NONE) {
            return new PendingText(suspended, "LocalQueue " + queue + " is inactive");
        }
        if (view.clusterQueue() == null) {
            return new PendingText(misconfigured, missing("ClusterQueue", view.clusterQueueName()));
        }
        if (view.clusterQueueInactive()) {
            return new PendingText(
                    suspended, "ClusterQueue " + view.clusterQueueName() + " is inactive");
        }
        return gated(view);
    }

    private static String missing(String kind, String name) {
        return kind + " " + name + " doesn't exist";
    }

    private static @Nullable PendingText gated(WorkloadView view) {
        String gates = gates(view);
        return gates.isEmpty() ? null : new PendingText(Reasons.ADMISSION_GATED, GATED + gates);
    }

    /// Who holds the workload back; empty when nobody does (A7.21).
    static String gates(WorkloadView view) {
        String value = Facts.annotation(view.workload(), Annotations.ADMISSION_GATED_BY);
        return value == null
                        || value.isBlank()
                        || !view.settings().gates().isOn(FeatureGate.SCHEDULING_GATED_BY)
                ? ""
                : value;
    }

    private static @Nullable PendingText waiting(WorkloadView view, @Nullable Condition present) {
        if (present != null && wasGated(present)) {
            return new PendingText(Reasons.PENDING_EVALUATION, CLEARED);
        }
        if (view.bypassed().isPresent()
                && (present == null || REPLACEABLE.contains(present.getReason()))) {
            return new PendingText(
                    view.bypassed().get(),
                    "Bypassed scheduling evaluation because an equivalent workload recently failed");
        }
        if (present == null) {
            return view.settings().gates().isOn(FeatureGate.UNADMITTED_WORKLOADS_EXPLICIT_STATUS)
                    ? evaluationPending()
                    : null;
        }
        String reason = present.getReason();
        boolean diagnosed =
                DIAGNOSED.contains(reason)
                        || reason.equals(Reasons.MISCONFIGURED)
                                && !present.getMessage().endsWith(" doesn't exist")
                        || present.getMessage().equals(PREEMPTION_GATED);
        // What stays is still said of the newest spec.
        return diagnosed ? new PendingText(reason, present.getMessage()) : evaluationPending();
    }

    /// Whether what the workload's condition says is not to be replaced by the diagnosis of an equal one (R3.22).
    public static boolean isDiagnosed(Workload workload) {
        Condition present =
                Conditions.find(Facts.conditions(workload), WorkloadConditions.QUOTA_RESERVED);
        return present != null && !REPLACEABLE.contains(present.getReason());
    }

    private static PendingText evaluationPending() {
        return new PendingText(
                Reasons.PENDING_EVALUATION,
                "Workload is pending evaluation in the scheduling queue");
    }

    /// Whether the condition speaks of a gate annotation; a preemption gate has the same reason (Q1).
    static boolean wasGated(Condition quotaReserved) {
        return Reasons.ADMISSION_GATED.equals(quotaReserved.getReason())
                && quotaReserved.getMessage().startsWith(GATED);
    }
}
