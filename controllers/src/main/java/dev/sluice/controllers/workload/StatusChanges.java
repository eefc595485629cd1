package dev.sluice.controllers.workload;

import dev.sluice.api.condition.Conditions;
import dev.sluice.api.condition.WorkloadConditions;
import dev.sluice.api.config.Configuration;
import dev.sluice.api.feature.FeatureGate;
import dev.sluice.api.name.Annotations;
import dev.sluice.api.v1beta2.Admission;
import dev.sluice.api.v1beta2.AdmissionCheckState;
import dev.sluice.api.v1beta2.CheckState;
import dev.sluice.api.v1beta2.DelayedTopologyRequest;
import dev.sluice.api.v1beta2.EvictionCount;
import dev.sluice.api.v1beta2.GatePosition;
import dev.sluice.api.v1beta2.PreemptionGateState;
import dev.sluice.api.v1beta2.SchedulingStats;
import dev.sluice.api.v1beta2.Workload;
import dev.sluice.api.v1beta2.WorkloadStatus;
import io.fabric8.kubernetes.api.model.Condition;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SequencedCollection;
import java.util.Set;
import java.util.function.UnaryOperator;

/// Changes of a Workload's status, one after the other, for one write: each method changes everything that belongs
/// together. Used once and thrown away; the Workload that it starts from is not touched.
public final class StatusChanges {
    private final long generation;
    private final Instant now;
    private final boolean legacyReasons;
    private final boolean podsReady;

    /// A pod of its own that was evicted never starts again: what is said of it stays (L3.20).
    private final boolean retired;

    private WorkloadStatus status;

    private StatusChanges(
            Workload workload, Instant now, boolean legacy, boolean podsReady, boolean retired) {
        this.generation = Facts.generation(workload);
        this.now = now;
        this.legacyReasons = legacy;
        this.podsReady = podsReady;
        this.retired = retired;
        this.status = Facts.status(workload);
    }

    public static StatusChanges of(Workload workload, Instant now, Configuration settings) {
        return of(workload, now, settings, !ofOnePod(workload));
    }

    /// @param comesBack whether its job can run again after an eviction
    public static StatusChanges of(
            Workload workload, Instant now, Configuration settings, boolean comesBack) {
        return new StatusChanges(
                workload,
                now,
                !settings.gates().isOn(FeatureGate.UNADMITTED_WORKLOADS_OBSERVABILITY),
                settings.waitForPodsReady() != null && hasJob(workload),
                !comesBack && Facts.evicted(workload));
    }

    private static boolean ofOnePod(Workload workload) {
        return Facts.controllerOf(workload)
                .filter(owner -> owner.getKind().equals("Pod"))
                .isPresent();
    }

    private static boolean hasJob(Workload workload) {
        return Facts.controllerOf(workload).isPresent()
                || "true".equals(Facts.annotation(workload, Annotations.IS_GROUP_WORKLOAD));
    }

    public WorkloadStatus done() {
        return status;
    }

    /// Quota is reserved (L1.35); admitted in the same write when no check is open (L1.31).
    ///
    /// @param checks names of the checks that apply to this admission (L1.30)
    public StatusChanges reserve(Admission admission, SequencedCollection<String> checks) {
        status =
                status.withAdmission(admission)
                        .withResourceRequests(List.of())
                        .withAdmissionChecks(synced(status.admissionChecks(), checks, now));
        set(
                WorkloadConditions.QUOTA_RESERVED,
                true,
                Reasons.QUOTA_RESERVED,
                "Quota reserved in ClusterQueue " + admission.clusterQueue());
        for (String type :
                List.of(
                        WorkloadConditions.EVICTED,
                        WorkloadConditions.PREEMPTED,
                        WorkloadConditions.BLOCKED_ON_PREEMPTION_GATES,
                        WorkloadConditions.PREEMPTION_BLOCKED)) {
            Condition before = Conditions.find(status.conditions(), type);
            if (before != null && "True".equals(before.getStatus())) {
                set(type, false, Reasons.QUOTA_RESERVED, "Previously: " + before.getMessage());
            }
        }
        syncAdmitted();
        return podsReady
                        && Conditions.find(status.conditions(), WorkloadConditions.PODS_READY)
                                == null
                ? waitForStart()
                : this;
    }

    /// The reservation is gone (L1.38), or there is none. Without one no pod is waited for (L1.54).
    public StatusChanges release(String reason, String message) {
        status = status.withAdmission(null);
        set(WorkloadConditions.QUOTA_RESERVED, false, reason, message);
        syncAdmitted();
        return podsReady && !retired ? waitForStart() : this;
    }

    private StatusChanges waitForStart() {
        return PodsReadiness.WAIT_FOR_START.isIn(status.conditions())
                ? this
                : PodsReadiness.WAIT_FOR_START.in(this);
    }

    /// The workload loses its quota as soon as its job has stopped (L1.47).
    public StatusChanges evict(Eviction eviction) {
        set(WorkloadConditions.EVICTED, true, eviction.conditionReason(), eviction.message());
        for (String type :
                List.of(
                        WorkloadConditions.BLOCKED_ON_PREEMPTION_GATES,
                        WorkloadConditions.PREEMPTION_BLOCKED)) {
            if (Conditions.isTrue(status.conditions(), type)) {
                set(type, false, eviction.conditionReason(), eviction.message());
            }
        }
        status =
                status.withClusterName(null)
                        .withNominatedClusterNames(List.of())
                        .withUnhealthyNodes(List.of())
                        .withAdmissionChecks(
                                status.admissionChecks().stream().map(this::reset).toList())
                        .withPreemptionGates(
                                status.preemptionGates().stream().map(this::closed).toList())
                        .withSchedulingStats(counted(eviction));
        return this;
    }

    /// Marks a victim of preemption; goes with [#evict]. The one condition without `observedGeneration` (L1.16).
    public StatusChanges preempted(String reason, String message) {
        status =
                status.withConditions(
                        Conditions.with(
                                status.conditions(),
                                Conditions.condition(
                                        WorkloadConditions.PREEMPTED,
                                        true,
                                        reason,
                                        message,
                                        0,
                                        now)));
        return this;
    }

    /// The workload is done for good (L1.60); what it says already stays (L1.61).
    public StatusChanges finish(String reason, String message) {
        if (!Conditions.isTrue(status.conditions(), WorkloadConditions.FINISHED)) {
            set(WorkloadConditions.FINISHED, true, reason, message);
        }
        return this;
    }

    public StatusChanges set(String type, boolean value, String reason, String message) {
        status =
                status.withConditions(
                        Conditions.with(
                                status.conditions(),
                                Conditions.condition(
                                        type, value, reason, message, generation, now)));
        return this;
    }

    public StatusChanges clear(String type) {
        if (Conditions.find(status.conditions(), type) != null) {
            status = status.withConditions(Conditions.without(status.conditions(), type));
        }
        return this;
    }

    public StatusChanges with(UnaryOperator<WorkloadStatus> change) {
        status = change.apply(status);
        return this;
    }

    /// Brings the list of admission checks to those that apply (L1.30).
    public StatusChanges syncChecks(SequencedCollection<String> checks) {
        status = status.withAdmissionChecks(synced(status.admissionChecks(), checks, now));
        return this;
    }

    /// Derives `Admitted` from quota and checks (L1.32, R8.4). An admitted workload is not downgraded by a check alone.
    public StatusChanges syncAdmitted() {
        boolean reserved =
                Conditions.isTrue(status.conditions(), WorkloadConditions.QUOTA_RESERVED);
        boolean admitted = Conditions.isTrue(status.conditions(), WorkloadConditions.ADMITTED);
        if (!reserved) {
            accumulate(admitted);
            if (legacyReasons && !admitted) {
                return this;
            }
            return set(
                    WorkloadConditions.ADMITTED,
                    false,
                    Reasons.NO_RESERVATION,
                    "The workload has no reservation");
        }
        if (admitted) {
            return this;
        }
        if (!Facts.checksReady(status)) {
            return set(
                    WorkloadConditions.ADMITTED,
                    false,
                    legacyReasons ? "UnsatisfiedChecks" : "UnsatisfiedAdmissionChecks",
                    "The workload has not all checks ready");
        }
        if (topologyPending()) {
            return set(
                    WorkloadConditions.ADMITTED,
                    false,
                    "PendingDelayedTopologyRequests",
                    "There are pending delayed topology requests");
        }
        return set(WorkloadConditions.ADMITTED, true, Reasons.ADMITTED, "The workload is admitted");
    }

    private boolean topologyPending() {
        Admission admission = status.admission();
        return admission != null
                && admission.podSetAssignments().stream()
                        .anyMatch(
                                a -> a.delayedTopologyRequest() == DelayedTopologyRequest.PENDING);
    }

    /// Adds the seconds of the admission that ends now (L1.32).
    private void accumulate(boolean admittedUntilNow) {
        Instant since = Conditions.since(status.conditions(), WorkloadConditions.ADMITTED);
        if (!admittedUntilNow || since == null) {
            return;
        }
        Integer before = status.accumulatedPastExecutionTimeSeconds();
        long seconds = Math.max(0, Duration.between(since, now).toSeconds());
        status =
                status.withAccumulatedPastExecutionTimeSeconds(
                        (int) Math.min(Integer.MAX_VALUE, (before == null ? 0 : before) + seconds));
    }

    private AdmissionCheckState reset(AdmissionCheckState check) {
        if (check.state() == CheckState.PENDING) {
            return check;
        }
        Integer retries = null;
        if (check.state() == CheckState.RETRY) {
            retries = (check.retryCount() == null ? 0 : check.retryCount()) + 1;
        }
        return new AdmissionCheckState(
                check.name(),
                CheckState.PENDING,
                Conditions.time(now),
                "Reset to Pending after eviction. Previously: " + check.state().wire(),
                check.requeueAfterSeconds(),
                retries,
                List.of());
    }

    private PreemptionGateState closed(PreemptionGateState gate) {
        return gate.position() == GatePosition.CLOSED
                ? gate
                : new PreemptionGateState(gate.name(), GatePosition.CLOSED, Conditions.time(now));
    }

    private SchedulingStats counted(Eviction eviction) {
        SchedulingStats before = status.schedulingStats();
        List<EvictionCount> counts =
                new ArrayList<>(before == null ? List.of() : before.evictions());
        for (int i = 0; i < counts.size(); i++) {
            EvictionCount count = counts.get(i);
            if (count.reason().equals(eviction.reason())
                    && count.underlyingCause().equals(eviction.cause())) {
                counts.set(
                        i,
                        new EvictionCount(
                                count.reason(), count.underlyingCause(), count.count() + 1));
                return new SchedulingStats(counts);
            }
        }
        counts.add(new EvictionCount(eviction.reason(), eviction.cause(), 1));
        return new SchedulingStats(counts);
    }

    private static List<AdmissionCheckState> synced(
            List<AdmissionCheckState> present, SequencedCollection<String> wanted, Instant now) {
        Set<String> names = Set.copyOf(wanted);
        List<AdmissionCheckState> kept =
                new ArrayList<>(present.stream().filter(c -> names.contains(c.name())).toList());
        for (String name : wanted) {
            if (kept.stream().noneMatch(c -> c.name().equals(name))) {
                kept.add(
                        new AdmissionCheckState(
                                name,
                                CheckState.PENDING,
                                Conditions.time(now),
                                "",
                                null,
                                null,
                                List.of()));
            }
        }
        kept.sort(Comparator.comparing(AdmissionCheckState::name));
        return kept.equals(present) ? present : kept;
    }
}
