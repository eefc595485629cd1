package dev.sluice.controllers.workload;

import dev.sluice.api.condition.Conditions;
import dev.sluice.api.condition.WorkloadConditions;
import dev.sluice.api.feature.FeatureGate;
import dev.sluice.api.v1beta2.AdmissionCheckState;
import dev.sluice.api.v1beta2.CheckState;
import dev.sluice.api.v1beta2.GatePosition;
import dev.sluice.api.v1beta2.PreemptionGate;
import dev.sluice.api.v1beta2.PreemptionGateState;
import dev.sluice.api.v1beta2.RequeueState;
import dev.sluice.api.v1beta2.StopPolicy;
import dev.sluice.api.v1beta2.Workload;
import dev.sluice.api.v1beta2.WorkloadStatus;
import dev.sluice.controllers.event.Happening;
import dev.sluice.controllers.event.Reporters;
import io.fabric8.kubernetes.api.model.Condition;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The status of an unfinished workload as it should be, apart from gaining and losing quota: gates, backoff, requeueing,
/// the list of checks, and what the conditions `QuotaReserved` and `Admitted` say (L1.17 steps 2, 5 and 7 to 12). All of
/// it is one write.
final class Upkeep {
    private final WorkloadView view;
    private final Workload workload;
    private final StatusChanges changes;

    private Upkeep(WorkloadView view) {
        this.view = view;
        this.workload = view.workload();
        this.changes = StatusChanges.of(workload, view.now(), view.settings());
    }

    static WorkloadStatus of(WorkloadView view) {
        return new Upkeep(view).wanted();
    }

    private WorkloadStatus wanted() {
        preemptionGates();
        checkBackoff();
        if (Facts.active(workload)) {
            endBackoff();
            requeue();
        } else if (Facts.evicted(workload)) {
            changes.with(s -> s.requeueState() == null ? s : s.withRequeueState(null));
        }
        if (view.checks() != null) {
            changes.syncChecks(view.checks());
        }
        if (!Facts.reserved(workload)) {
            PendingText text = PendingText.of(view);
            if (text != null) {
                changes.release(text.reason(), text.message());
            }
        } else if (!Facts.evicted(workload)) {
            changes.syncAdmitted();
        }
        return changes.done();
    }

    /// Events about what [#of] changes.
    static List<Happening> happenings(WorkloadView view) {
        return new Upkeep(view).told();
    }

    private List<Happening> told() {
        WorkloadStatus wanted = wanted();
        List<Happening> told = new ArrayList<>();
        if (!Facts.admitted(workload)
                && Conditions.isTrue(wanted.conditions(), WorkloadConditions.ADMITTED)) {
            Instant since =
                    Conditions.since(wanted.conditions(), WorkloadConditions.QUOTA_RESERVED);
            long waited =
                    since == null
                            ? 0
                            : Math.max(0, Duration.between(since, view.now()).toSeconds());
            told.add(
                    normal(
                            Reasons.ADMITTED,
                            "Admitted by ClusterQueue %s, wait time since reservation was %ds"
                                    .formatted(view.clusterQueueName(), waited)));
        }
        Condition before =
                Conditions.find(Facts.conditions(workload), WorkloadConditions.QUOTA_RESERVED);
        Condition after =
                Objects.requireNonNullElse(
                        Conditions.find(wanted.conditions(), WorkloadConditions.QUOTA_RESERVED),
                        new Condition());
        boolean wasGated = before != null && PendingText.wasGated(before);
        boolean isGated = after.getReason() != null && PendingText.wasGated(after);
        if (isGated && !wasGated) {
            told.add(
                    normal(
                            Reasons.ADMISSION_GATED,
                            "Workload admission is gated by: " + PendingText.gates(view)));
        } else if (wasGated && !isGated && PendingText.gates(view).isEmpty()) {
            told.add(
                    normal(
                            "AdmissionGateCleared",
                            "Admission gate cleared, workload is now admissible"));
        }
        return told;
    }

    /// L1.17(2)
    private void preemptionGates() {
        if (!view.settings().gates().isOn(FeatureGate.MULTIKUEUE_ORCHESTRATED_PREEMPTION)) {
            return;
        }
        List<String> names =
                Facts.spec(workload).preemptionGates().stream().map(PreemptionGate::name).toList();
        changes.with(
                status -> {
                    List<PreemptionGateState> states = new ArrayList<>();
                    for (String name : names) {
                        states.add(
                                status.preemptionGates().stream()
                                        .filter(state -> state.name().equals(name))
                                        .findFirst()
                                        .orElseGet(() -> closed(name)));
                    }
                    return states.equals(status.preemptionGates())
                            ? status
                            : status.withPreemptionGates(states);
                });
    }

    private PreemptionGateState closed(String name) {
        return new PreemptionGateState(name, GatePosition.CLOSED, Conditions.time(view.now()));
    }

    /// A check that wants to be asked later postpones the queueing (L1.17(5)).
    private void checkBackoff() {
        WorkloadStatus status = Facts.status(workload);
        Instant latest =
                status.admissionChecks().stream()
                        .filter(check -> check.state() == CheckState.RETRY)
                        .map(Upkeep::until)
                        .max(Instant::compareTo)
                        .orElse(Instant.MIN);
        Instant present = requeueAt(status);
        if (latest.isAfter(view.now()) && (present == null || latest.isAfter(present))) {
            RequeueState state = status.requeueState();
            changes.with(
                    s ->
                            s.withRequeueState(
                                    new RequeueState(
                                            state == null ? null : state.count(),
                                            Conditions.time(latest))));
        }
    }

    private static Instant until(AdmissionCheckState check) {
        Integer seconds = check.requeueAfterSeconds();
        return Instant.parse(check.lastTransitionTime()).plusSeconds(seconds == null ? 0 : seconds);
    }

    static @Nullable Instant requeueAt(WorkloadStatus status) {
        RequeueState state = status.requeueState();
        return state == null || state.requeueAt() == null ? null : Instant.parse(state.requeueAt());
    }

    /// L1.19; while the quota is still held the time says when it is lost.
    private void endBackoff() {
        Instant until = requeueAt(changes.done());
        if (until == null
                || until.isAfter(view.now())
                || Facts.reserved(workload) && !Facts.evicted(workload) && objected()) {
            return;
        }
        changes.with(
                s -> {
                    Integer count = Objects.requireNonNull(s.requeueState()).count();
                    return s.withRequeueState(count == null ? null : new RequeueState(count, null));
                });
    }

    private boolean objected() {
        return CheckVerdict.of(Facts.status(workload).admissionChecks()) != null;
    }

    /// L1.20 and L1.17(8), (10)
    private void requeue() {
        Condition requeued =
                Conditions.find(Facts.conditions(workload), WorkloadConditions.REQUEUED);
        if (requeued == null || !"False".equals(requeued.getStatus())) {
            return;
        }
        switch (requeued.getReason()) {
            case Reasons.DEACTIVATED -> reactivated();
            case Reasons.PODS_READY_TIMEOUT, Reasons.ADMISSION_CHECK -> {
                if (requeueAt(changes.done()) == null) {
                    requeued(Reasons.BACKOFF_FINISHED, "The workload backoff was finished");
                }
            }
            case Reasons.LOCAL_QUEUE_STOPPED -> {
                if (!view.localQueueMissing() && view.localQueuePolicy() == StopPolicy.NONE) {
                    requeued(
                            Reasons.LOCAL_QUEUE_RESTARTED,
                            "The LocalQueue was restarted after being stopped");
                }
            }
            case Reasons.CLUSTER_QUEUE_STOPPED -> {
                if (view.clusterQueue() != null && view.clusterQueuePolicy() == StopPolicy.NONE) {
                    requeued(
                            Reasons.CLUSTER_QUEUE_RESTARTED,
                            "The ClusterQueue was restarted after being stopped");
                }
            }
            default -> {
                if (WorkloadPlan.isOvertime(requeued.getReason())) {
                    reactivated();
                    changes.with(s -> s.withAccumulatedPastExecutionTimeSeconds(null));
                }
            }
        }
    }

    private void reactivated() {
        requeued(Reasons.REACTIVATED, "The workload was reactivated");
    }

    private void requeued(String reason, String message) {
        changes.set(WorkloadConditions.REQUEUED, true, reason, message);
    }

    private static Happening normal(String reason, String note) {
        return Happening.normal(Reporters.WORKLOAD, reason, note);
    }
}
