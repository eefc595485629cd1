package dev.sluice.controllers.workload;

import dev.sluice.api.condition.Conditions;
import dev.sluice.api.condition.WorkloadConditions;
import dev.sluice.api.config.Configuration;
import dev.sluice.api.feature.FeatureGate;
import dev.sluice.api.name.Annotations;
import dev.sluice.api.v1beta2.AdmissionCheckState;
import dev.sluice.api.v1beta2.CheckState;
import dev.sluice.api.v1beta2.ClusterQueue;
import dev.sluice.api.v1beta2.GatePosition;
import dev.sluice.api.v1beta2.LocalQueue;
import dev.sluice.api.v1beta2.PreemptionGate;
import dev.sluice.api.v1beta2.PreemptionGateState;
import dev.sluice.api.v1beta2.RequeueState;
import dev.sluice.api.v1beta2.StopPolicy;
import dev.sluice.api.v1beta2.Workload;
import dev.sluice.api.v1beta2.WorkloadStatus;
import dev.sluice.controllers.event.Happening;
import dev.sluice.controllers.event.Reporters;
import dev.sluice.controllers.queueing.RequiredChecks;
import dev.sluice.engine.reason.PendingReason;
import io.fabric8.kubernetes.api.model.Condition;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SequencedSet;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// What the Workload controller has to do about one Workload, decided from what it sees (L1.17).
///
/// The first step that has to write something is the answer; after the write everything is looked at again. Orphans,
/// retention and the release of a stopped job's quota are not decided here.
public final class WorkloadCare {
    private static final Set<String> BACKOFF_REASONS =
            Set.of(Reasons.PODS_READY_TIMEOUT, Reasons.ADMISSION_CHECK);

    private final Workload workload;
    private final WorkloadStatus status;
    private final Surroundings around;
    private final Instant now;

    /// What a Workload depends on.
    ///
    /// @param localQueue the one it names; null if there is none
    /// @param clusterQueue the one whose quota it holds, else that of its LocalQueue; null if there is none
    /// @param clusterQueueActive whether that one takes part in scheduling
    /// @param fault why the workload cannot be admitted whatever is free (L1.28), or null
    /// @param bypassed the reason of an equal workload because of which this one was not looked at (R3.22), or null
    /// @param configuration the settings of the controllers
    public record Surroundings(
            @Nullable LocalQueue localQueue,
            @Nullable ClusterQueue clusterQueue,
            boolean clusterQueueActive,
            @Nullable String fault,
            @Nullable PendingReason bypassed,
            Configuration configuration) {}

    private WorkloadCare(Workload workload, Surroundings around, Instant now) {
        this.workload = workload;
        this.status = Facts.status(workload);
        this.around = around;
        this.now = now;
    }

    /// What is to be done next.
    public static CareStep next(Workload workload, Surroundings around, Instant now) {
        return new WorkloadCare(workload, around, now).next();
    }

    private CareStep next() {
        if (Facts.finished(workload)) {
            return new CareStep.Rest(null);
        }
        List<Supplier<Optional<CareStep>>> steps =
                List.of(
                        this::gateStates,
                        this::checkBackoff,
                        this::deactivation,
                        this::backoffOver,
                        this::restarted,
                        this::reservationOfOutsiders,
                        this::checks,
                        this::pending,
                        this::admitted,
                        this::failedChecks,
                        this::stopped,
                        this::podsReadyTimeout,
                        this::maximumExecutionTime);
        for (Supplier<Optional<CareStep>> step : steps) {
            Optional<CareStep> next = step.get();
            if (next.isPresent()) {
                return next.get();
            }
        }
        return new CareStep.Rest(nextTime());
    }

    private StatusChanges changes() {
        return StatusChanges.of(workload, now, around.configuration());
    }

    private boolean isOn(FeatureGate gate) {
        return around.configuration().gates().isOn(gate);
    }

    private Optional<CareStep> write(StatusChanges changes, Happening... events) {
        WorkloadStatus wanted = changes.done();
        return wanted.equals(status)
                ? Optional.empty()
                : Optional.of(new CareStep.ChangeStatus(wanted, List.of(events)));
    }

    /// Step 2: a state for each preemption gate of the spec, closed at first (R9.1).
    private Optional<CareStep> gateStates() {
        if (!isOn(FeatureGate.MULTIKUEUE_ORCHESTRATED_PREEMPTION)) {
            return Optional.empty();
        }
        List<PreemptionGate> gates = Facts.spec(workload).preemptionGates();
        List<PreemptionGateState> wanted = new ArrayList<>();
        for (PreemptionGate gate : gates) {
            wanted.add(
                    status.preemptionGates().stream()
                            .filter(state -> state.name().equals(gate.name()))
                            .findFirst()
                            .orElseGet(
                                    () ->
                                            new PreemptionGateState(
                                                    gate.name(),
                                                    GatePosition.CLOSED,
                                                    Conditions.time(now))));
        }
        boolean same =
                wanted.size() == status.preemptionGates().size()
                        && wanted.containsAll(status.preemptionGates());
        return same ? Optional.empty() : write(changes().with(s -> s.withPreemptionGates(wanted)));
    }

    /// Step 5: a check that says Retry may ask for some time (R3.18). The latest time counts.
    private Optional<CareStep> checkBackoff() {
        Instant latest = retryAt();
        Instant present = requeueAt();
        if (latest == null
                || !latest.isAfter(now)
                || (present != null && !latest.isAfter(present))) {
            return Optional.empty();
        }
        Integer count = status.requeueState() == null ? null : status.requeueState().count();
        RequeueState wanted = new RequeueState(count, Conditions.time(latest));
        return write(changes().with(s -> s.withRequeueState(wanted)));
    }

    /// The end of the waiting time that checks in state Retry ask for, or null if none asks.
    private @Nullable Instant retryAt() {
        Instant latest = null;
        for (AdmissionCheckState check : status.admissionChecks()) {
            Integer seconds = check.requeueAfterSeconds();
            if (check.state() != CheckState.RETRY || seconds == null) {
                continue;
            }
            Instant at = Instant.parse(check.lastTransitionTime()).plusSeconds(seconds);
            latest = latest == null || at.isAfter(latest) ? at : latest;
        }
        return latest;
    }

    private @Nullable Instant requeueAt() {
        RequeueState state = status.requeueState();
        return state == null || state.requeueAt() == null ? null : Instant.parse(state.requeueAt());
    }

    /// Step 7: `DeactivationTarget` makes it inactive (L1.18), and an inactive workload is evicted (L1.21).
    private Optional<CareStep> deactivation() {
        Condition target = found(WorkloadConditions.DEACTIVATION_TARGET, "True");
        if (Facts.active(workload)) {
            return target != null
                    ? Optional.of(new CareStep.ChangeSpec(Facts.spec(workload).withActive(false)))
                    : Optional.empty();
        }
        if (Facts.evicted(workload)) {
            return write(
                    changes()
                            .clear(WorkloadConditions.DEACTIVATION_TARGET)
                            .with(s -> s.withRequeueState(null)));
        }
        Eviction eviction =
                new Eviction(
                        Reasons.DEACTIVATED,
                        target == null ? "" : target.getReason(),
                        target == null
                                ? "The workload is deactivated"
                                : "The workload is deactivated due to " + target.getMessage());
        return write(
                changes()
                        .evict(eviction)
                        .clear(WorkloadConditions.DEACTIVATION_TARGET)
                        .with(s -> s.withRequeueState(null)),
                evicted(eviction));
    }

    private @Nullable Condition found(String type, String value) {
        Condition condition = Conditions.find(status.conditions(), type);
        return condition != null && value.equals(condition.getStatus()) ? condition : null;
    }

    private static Happening evicted(Eviction eviction) {
        return Happening.normal(Reporters.WORKLOAD, eviction.eventReason(), eviction.message());
    }

    /// Step 7: a workload that was put back, or whose waiting time is over, may be queued again (L1.19, L1.20).
    private Optional<CareStep> backoffOver() {
        if (!Facts.active(workload) || Facts.reserved(workload)) {
            return Optional.empty();
        }
        Condition held = found(WorkloadConditions.REQUEUED, "False");
        if (held != null && held.getReason().startsWith(Reasons.DEACTIVATED)) {
            return write(requeued(changes(), Reasons.REACTIVATED, "The workload was reactivated"));
        }
        Instant at = requeueAt();
        if (at != null && at.isAfter(now)) {
            return Optional.empty();
        }
        StatusChanges changes = changes();
        if (at != null) {
            Integer count = Objects.requireNonNull(status.requeueState()).count();
            changes.with(
                    s -> s.withRequeueState(count == null ? null : new RequeueState(count, null)));
        }
        if (held != null && BACKOFF_REASONS.contains(held.getReason())) {
            requeued(changes, Reasons.BACKOFF_FINISHED, "The workload backoff was finished");
        }
        return write(changes);
    }

    private static StatusChanges requeued(StatusChanges changes, String reason, String message) {
        return changes.set(WorkloadConditions.REQUEUED, true, reason, message);
    }

    /// Steps 8 and 10: a queue that was stopped runs again.
    private Optional<CareStep> restarted() {
        if (Facts.isNot(workload, WorkloadConditions.REQUEUED, Reasons.LOCAL_QUEUE_STOPPED)
                && around.localQueue() != null
                && policy(around.localQueue()) == StopPolicy.NONE) {
            return write(
                    requeued(
                            changes(),
                            Reasons.LOCAL_QUEUE_RESTARTED,
                            "The LocalQueue was restarted after being stopped"));
        }
        if (Facts.isNot(workload, WorkloadConditions.REQUEUED, Reasons.CLUSTER_QUEUE_STOPPED)
                && around.clusterQueue() != null
                && policy(around.clusterQueue()) == StopPolicy.NONE) {
            return write(
                    requeued(
                            changes(),
                            Reasons.CLUSTER_QUEUE_RESTARTED,
                            "The ClusterQueue was restarted after being stopped"));
        }
        return Optional.empty();
    }

    private static StopPolicy policy(LocalQueue queue) {
        return queue.getSpec() == null || queue.getSpec().stopPolicy() == null
                ? StopPolicy.NONE
                : queue.getSpec().stopPolicy();
    }

    private static StopPolicy policy(ClusterQueue queue) {
        return queue.getSpec() == null || queue.getSpec().stopPolicy() == null
                ? StopPolicy.NONE
                : queue.getSpec().stopPolicy();
    }

    /// Step 11: the list of checks follows the queue and the flavors (R8.3).
    private Optional<CareStep> checks() {
        if (around.clusterQueue() == null || around.clusterQueue().getSpec() == null) {
            return Optional.empty();
        }
        SequencedSet<String> required =
                RequiredChecks.of(around.clusterQueue().getSpec(), status.admission());
        return write(changes().syncChecks(required));
    }

    /// Step 12: why a workload without quota has none (L1.26).
    private Optional<CareStep> pending() {
        if (Facts.reserved(workload)) {
            return Optional.empty();
        }
        Optional<Unreserved> wanted = Unreserved.of(workload, around);
        StatusChanges changes = changes();
        if (wanted.isPresent()) {
            changes.release(wanted.get().reason(), wanted.get().message());
        } else if (Conditions.find(status.conditions(), WorkloadConditions.ADMITTED) != null) {
            changes.syncAdmitted();
        }
        return write(
                changes,
                wanted.map(Unreserved::events).orElse(List.of()).toArray(Happening[]::new));
    }

    /// Step 12: admission follows when the last check is ready (L1.32).
    private Optional<CareStep> admitted() {
        if (!Facts.reserved(workload) || Facts.admitted(workload)) {
            return Optional.empty();
        }
        StatusChanges changes = changes().syncAdmitted();
        if (!Conditions.isTrue(changes.done().conditions(), WorkloadConditions.ADMITTED)) {
            return write(changes);
        }
        Instant since = Conditions.since(status.conditions(), WorkloadConditions.QUOTA_RESERVED);
        long waited = since == null ? 0 : Math.max(0, Duration.between(since, now).toSeconds());
        String queue = status.admission() == null ? "" : status.admission().clusterQueue();
        return write(
                changes,
                Happening.normal(
                        Reporters.WORKLOAD,
                        Reasons.ADMITTED,
                        "Admitted by ClusterQueue %s, wait time since reservation was %ds"
                                .formatted(queue, waited)));
    }

    private boolean holdsQuota() {
        return Facts.reserved(workload) && !Facts.evicted(workload);
    }

    /// Step 13: checks that say Rejected or Retry (L1.33). Waiting time that they ask for comes first (R8.7).
    private Optional<CareStep> failedChecks() {
        Instant at = retryAt();
        if (!holdsQuota() || !Facts.active(workload) || (at != null && at.isAfter(now))) {
            return Optional.empty();
        }
        String rejected = CheckTexts.of(CheckState.REJECTED, status.admissionChecks());
        if (rejected != null) {
            return write(
                    changes()
                            .set(
                                    WorkloadConditions.DEACTIVATION_TARGET,
                                    true,
                                    Reasons.ADMISSION_CHECK,
                                    rejected),
                    Happening.warning(
                            Reporters.WORKLOAD,
                            "AdmissionCheckRejected",
                            "Deactivated due to " + rejected));
        }
        String retry = CheckTexts.of(CheckState.RETRY, status.admissionChecks());
        return retry == null
                ? Optional.empty()
                : evict(Eviction.of(Reasons.ADMISSION_CHECK, "Evicted due to " + retry));
    }

    private Optional<CareStep> evict(Eviction eviction) {
        return write(changes().evict(eviction), evicted(eviction));
    }

    /// Before anything else about its queues: a reservation that is not admitted ends when they are stopped or gone
    /// (L1.44, L1.45). The texts are those of L1.26, which would follow at once.
    private Optional<CareStep> reservationOfOutsiders() {
        if (!holdsQuota() || Facts.admitted(workload)) {
            return Optional.empty();
        }
        return Unreserved.ofQueues(workload, around)
                .filter(u -> u.endsReservation())
                .flatMap(u -> write(changes().release(u.reason(), u.message())));
    }

    /// Step 13: a queue that is to be drained (L1.44, L1.45).
    private Optional<CareStep> stopped() {
        if (!holdsQuota() || !Facts.admitted(workload)) {
            return Optional.empty();
        }
        if (around.localQueue() != null
                && policy(around.localQueue()) == StopPolicy.HOLD_AND_DRAIN) {
            return evict(Eviction.of(Reasons.LOCAL_QUEUE_STOPPED, "The LocalQueue is stopped"));
        }
        if (around.clusterQueue() != null
                && policy(around.clusterQueue()) == StopPolicy.HOLD_AND_DRAIN) {
            return evict(Eviction.of(Reasons.CLUSTER_QUEUE_STOPPED, "The ClusterQueue is stopped"));
        }
        return Optional.empty();
    }

    /// Step 13: pods that do not become ready in time (L1.50, L1.51).
    private Optional<CareStep> podsReadyTimeout() {
        Instant due = podsReadyDue();
        Configuration.WaitForPodsReady settings = around.configuration().waitForPodsReady();
        if (due == null || settings == null || due.isAfter(now)) {
            return Optional.empty();
        }
        RequeueState state = status.requeueState();
        int count = (state == null || state.count() == null ? 0 : state.count()) + 1;
        if (settings.backoffLimitCount() != null && count > settings.backoffLimitCount()) {
            return write(
                    changes()
                            .set(
                                    WorkloadConditions.DEACTIVATION_TARGET,
                                    true,
                                    Reasons.REQUEUING_LIMIT_EXCEEDED,
                                    "exceeding the maximum number of re-queuing retries"));
        }
        Eviction eviction =
                new Eviction(
                        Reasons.PODS_READY_TIMEOUT,
                        isRecovering() ? Reasons.WAIT_FOR_RECOVERY : Reasons.WAIT_FOR_START,
                        "Exceeded the PodsReady timeout " + Facts.path(workload));
        Instant at = now.plusSeconds(Backoff.seconds(settings, count));
        RequeueState wanted = new RequeueState(count, Conditions.time(at));
        return write(
                changes().evict(eviction).with(s -> s.withRequeueState(wanted)), evicted(eviction));
    }

    private boolean isRecovering() {
        return Facts.isNot(workload, WorkloadConditions.PODS_READY, Reasons.WAIT_FOR_RECOVERY);
    }

    /// When the time of an admitted workload to become ready is over, or null if it has no such limit.
    private @Nullable Instant podsReadyDue() {
        Configuration.WaitForPodsReady settings = around.configuration().waitForPodsReady();
        if (settings == null
                || !holdsQuota()
                || !Facts.admitted(workload)
                || Facts.is(workload, WorkloadConditions.PODS_READY)) {
            return null;
        }
        boolean recovering = isRecovering();
        Duration limit = recovering ? settings.recoveryTimeout() : settings.timeout();
        if (recovering && limit.isZero()) {
            return null;
        }
        Instant since =
                Conditions.since(
                        status.conditions(),
                        recovering ? WorkloadConditions.PODS_READY : WorkloadConditions.ADMITTED);
        return since == null ? null : since.plus(limit);
    }

    /// Step 13: a workload that has been admitted for too long (L1.55).
    private Optional<CareStep> maximumExecutionTime() {
        Instant due = executionDue();
        if (due == null || due.isAfter(now)) {
            return Optional.empty();
        }
        return write(
                changes()
                        .set(
                                WorkloadConditions.DEACTIVATION_TARGET,
                                true,
                                Reasons.MAXIMUM_EXECUTION_TIME_EXCEEDED,
                                "exceeding the maximum execution time")
                        .with(s -> s.withAccumulatedPastExecutionTimeSeconds(null)),
                Happening.warning(
                        Reporters.WORKLOAD,
                        Reasons.MAXIMUM_EXECUTION_TIME_EXCEEDED,
                        "The maximum execution time (%ds) exceeded"
                                .formatted(Facts.spec(workload).maximumExecutionTimeSeconds())));
    }

    /// When the execution time of an admitted workload is used up, or null if it has no such limit.
    private @Nullable Instant executionDue() {
        Integer seconds = Facts.spec(workload).maximumExecutionTimeSeconds();
        Instant since = Conditions.since(status.conditions(), WorkloadConditions.ADMITTED);
        if (seconds == null || since == null || !holdsQuota() || !Facts.admitted(workload)) {
            return null;
        }
        Integer past = status.accumulatedPastExecutionTimeSeconds();
        return since.plusSeconds(seconds - (past == null ? 0 : past));
    }

    /// When time alone will make a difference.
    private @Nullable Instant nextTime() {
        Instant next = null;
        for (Instant time :
                new Instant[] {requeueAt(), retryAt(), podsReadyDue(), executionDue()}) {
            if (time != null && time.isAfter(now) && (next == null || time.isBefore(next))) {
                next = time;
            }
        }
        return next;
    }

    /// The gate annotation of a Workload; empty if there is none or the feature is off (A7.21).
    static String gatedBy(Workload workload, Configuration configuration) {
        String value = Facts.annotation(workload, Annotations.ADMISSION_GATED_BY);
        boolean on = configuration.gates().isOn(FeatureGate.SCHEDULING_GATED_BY);
        return value == null || value.isBlank() || !on ? "" : value;
    }
}
