package dev.sluice.controllers.workload;

import dev.sluice.api.condition.Conditions;
import dev.sluice.api.condition.WorkloadConditions;
import dev.sluice.api.feature.FeatureGate;
import dev.sluice.api.v1beta2.StopPolicy;
import dev.sluice.api.v1beta2.Workload;
import dev.sluice.controllers.event.Happening;
import dev.sluice.controllers.event.Reporters;
import dev.sluice.controllers.workload.WorkloadCare.Surroundings;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Why a workload has no quota, as far as the Workload controller knows it: the first situation of the table in L1.26.
///
/// @param reason of `QuotaReserved` False
/// @param endsReservation whether a reservation that is not admitted yet ends for it (L1.44, L1.45)
record Unreserved(String reason, String message, boolean endsReservation, List<Happening> events) {

    private static final String GATED_PREFIX = "Admission is gated by: ";

    /// Reasons after which an equal workload's failure says more.
    private static final Set<String> VAGUE =
            Set.of(
                    Reasons.DEACTIVATED,
                    Reasons.PENDING_EVALUATION,
                    Reasons.SUSPENDED,
                    Reasons.LEGACY_PENDING);

    /// Reasons of the scheduler, which stay until it has looked again.
    private static final Set<String> OF_SCHEDULER =
            Set.of(
                    "WaitingForQuota",
                    "NoMatchingFlavor",
                    "ExceedsMaxQuota",
                    "TopologyPlacementFailed",
                    "WaitingForPreemptedWorkloads",
                    "WaitingForPodsReady",
                    Reasons.PENDING_EVALUATION);

    private static Optional<Unreserved> because(String reason, String message) {
        return Optional.of(new Unreserved(reason, message, false, List.of()));
    }

    /// What has to stand in the condition; nothing if it stays as it is.
    static Optional<Unreserved> of(Workload workload, Surroundings around) {
        boolean legacy =
                !around.configuration()
                        .gates()
                        .isOn(FeatureGate.UNADMITTED_WORKLOADS_OBSERVABILITY);
        if (!Facts.active(workload)) {
            return legacy
                    ? Optional.empty()
                    : because(Reasons.DEACTIVATED, "The workload is deactivated");
        }
        if (Facts.onHold(workload)) {
            return Optional.empty();
        }
        Optional<Unreserved> queues = ofQueues(workload, around).or(() -> fault(around));
        if (queues.isPresent()) {
            return legacy ? queues.map(Unreserved::legacy) : queues;
        }
        return gate(workload, around, legacy)
                .or(() -> legacy ? Optional.empty() : evaluation(workload, around));
    }

    private Unreserved legacy() {
        return new Unreserved(Reasons.LEGACY_INADMISSIBLE, message, endsReservation, events);
    }

    /// Situations 3 to 6: something is wrong with a queue.
    static Optional<Unreserved> ofQueues(Workload workload, Surroundings around) {
        String localQueue = Facts.queueName(workload);
        if (around.localQueue() == null) {
            return because(Reasons.MISCONFIGURED, "LocalQueue " + localQueue + " doesn't exist")
                    .map(Unreserved::ending);
        }
        var spec = around.localQueue().getSpec();
        if (spec != null && spec.stopPolicy() != null && spec.stopPolicy() != StopPolicy.NONE) {
            return because(Reasons.SUSPENDED, "LocalQueue " + localQueue + " is inactive")
                    .map(Unreserved::ending);
        }
        String clusterQueue =
                spec == null || spec.clusterQueue() == null ? "" : spec.clusterQueue();
        if (around.clusterQueue() == null) {
            return because(Reasons.MISCONFIGURED, "ClusterQueue " + clusterQueue + " doesn't exist")
                    .map(Unreserved::ending);
        }
        if (around.clusterQueueActive()) {
            return Optional.empty();
        }
        var queue = around.clusterQueue().getSpec();
        boolean stopped =
                queue != null
                        && queue.stopPolicy() != null
                        && queue.stopPolicy() != StopPolicy.NONE;
        return because(
                        Reasons.SUSPENDED,
                        "ClusterQueue "
                                + around.clusterQueue().getMetadata().getName()
                                + " is inactive")
                .map(u -> stopped ? u.ending() : u);
    }

    private Unreserved ending() {
        return new Unreserved(reason, message, true, events);
    }

    private static Optional<Unreserved> fault(Surroundings around) {
        return around.fault() == null
                ? Optional.empty()
                : because(Reasons.MISCONFIGURED, around.fault());
    }

    /// Situation 8: the gate annotation, set or cleared (L1.23, L1.24).
    private static Optional<Unreserved> gate(
            Workload workload, Surroundings around, boolean legacy) {
        String gatedBy = WorkloadCare.gatedBy(workload, around.configuration());
        if (!gatedBy.isEmpty()) {
            List<Happening> events =
                    isGated(workload)
                            ? List.of()
                            : List.of(
                                    Happening.normal(
                                            Reporters.WORKLOAD,
                                            Reasons.ADMISSION_GATED,
                                            "Workload admission is gated by: " + gatedBy));
            return Optional.of(
                    new Unreserved(Reasons.ADMISSION_GATED, GATED_PREFIX + gatedBy, false, events));
        }
        if (!isGated(workload)) {
            return Optional.empty();
        }
        return Optional.of(
                new Unreserved(
                        legacy ? Reasons.LEGACY_PENDING : Reasons.PENDING_EVALUATION,
                        "AdmissionGatedBy cleared, waiting for quota reservation",
                        false,
                        List.of(
                                Happening.normal(
                                        Reporters.WORKLOAD,
                                        "AdmissionGateCleared",
                                        "Admission gate cleared, workload is now admissible"))));
    }

    /// Whether the condition speaks of the gate annotation, and not of a preemption gate, which has the same reason.
    private static boolean isGated(Workload workload) {
        var condition =
                Conditions.find(Facts.conditions(workload), WorkloadConditions.QUOTA_RESERVED);
        return condition != null
                && Reasons.ADMISSION_GATED.equals(condition.getReason())
                && condition.getMessage() != null
                && condition.getMessage().startsWith(GATED_PREFIX);
    }

    /// Situations 9 to 12: what is known of the scheduler's own view.
    private static Optional<Unreserved> evaluation(Workload workload, Surroundings around) {
        String present =
                Conditions.reason(Facts.conditions(workload), WorkloadConditions.QUOTA_RESERVED);
        boolean explicit =
                around.configuration()
                        .gates()
                        .isOn(FeatureGate.UNADMITTED_WORKLOADS_EXPLICIT_STATUS);
        if (around.bypassed() != null && (present == null ? explicit : VAGUE.contains(present))) {
            return because(
                    around.bypassed().text(),
                    "Bypassed scheduling evaluation because an equivalent workload recently failed");
        }
        if (present == null ? !explicit : keeps(present)) {
            return Optional.empty();
        }
        return because(
                Reasons.PENDING_EVALUATION,
                "Workload is pending evaluation in the scheduling queue");
    }

    /// A refusal because of a preemption gate stays too, until the scheduler has looked again (R9.3).
    private static boolean keeps(@Nullable String reason) {
        return OF_SCHEDULER.contains(reason) || Reasons.ADMISSION_GATED.equals(reason);
    }
}
