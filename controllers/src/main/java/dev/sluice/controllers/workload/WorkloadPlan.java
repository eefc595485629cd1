package dev.sluice.controllers.workload;

import dev.sluice.api.condition.Conditions;
import dev.sluice.api.condition.WorkloadConditions;
import dev.sluice.api.config.Configuration;
import dev.sluice.api.config.Configuration.WaitForPodsReady;
import dev.sluice.api.feature.FeatureGate;
import dev.sluice.api.name.Finalizers;
import dev.sluice.api.name.Labels;
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
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// What to do next about a Workload: the order of L1.17, one write at a time. Pure.
public final class WorkloadPlan {
    private static final String OVERTIME =
            Reasons.DEACTIVATED + "DueTo" + Reasons.MAXIMUM_EXECUTION_TIME_EXCEEDED;

    private final WorkloadView view;
    private final Workload workload;
    private final Configuration settings;

    private WorkloadPlan(WorkloadView view) {
        this.view = view;
        this.workload = view.workload();
        this.settings = view.settings();
    }

    public static WorkloadStep next(WorkloadView view) {
        return new WorkloadPlan(view).next();
    }

    private WorkloadStep next() {
        if (orphaned()) {
            return orphan();
        }
        if (Facts.finished(workload)) {
            return retained();
        }
        if (Facts.active(workload) && Facts.is(workload, WorkloadConditions.DEACTIVATION_TARGET)) {
            return new WorkloadStep.ChangeSpec(newest -> Facts.spec(newest).withActive(false));
        }
        if (!Facts.active(workload) && !Facts.evicted(workload)) {
            return deactivate();
        }
        if (!Upkeep.of(view).equals(Facts.status(workload))) {
            return new WorkloadStep.ChangeStatus(
                    newest -> Upkeep.of(view.of(newest)), Upkeep.happenings(view));
        }
        if (Facts.reserved(workload) && !Facts.evicted(workload)) {
            Optional<WorkloadStep> loss = lossOfQuota();
            if (loss.isPresent()) {
                return loss.get();
            }
        }
        return new WorkloadStep.Rest(nextLook());
    }

    /// Nobody owns it any more (L1.64).
    private boolean orphaned() {
        return workload.getMetadata().getOwnerReferences().isEmpty()
                && (Facts.deleting(workload)
                        || settings.gates().isOn(FeatureGate.FINISH_ORPHANED_WORKLOADS)
                                && Facts.label(workload, Labels.JOB_UID) != null);
    }

    private WorkloadStep orphan() {
        if (!Facts.deleting(workload) && !Facts.finished(workload)) {
            return new WorkloadStep.ChangeStatus(
                    newest ->
                            changes(newest)
                                    .finish(
                                            Reasons.OWNER_NOT_FOUND,
                                            "The workload's owner no longer exists")
                                    .done(),
                    List.of());
        }
        return Facts.hasFinalizer(workload, Finalizers.RESOURCE_IN_USE)
                ? new WorkloadStep.RemoveFinalizer()
                : new WorkloadStep.Rest(null);
    }

    /// A finished Workload goes after a while (L1.62).
    private WorkloadStep retained() {
        Duration retention = settings.retention().afterFinished();
        Instant since = Conditions.since(Facts.conditions(workload), WorkloadConditions.FINISHED);
        if (retention == null || since == null || Facts.deleting(workload)) {
            return new WorkloadStep.Rest(null);
        }
        Instant due = since.plus(retention);
        if (due.isAfter(view.now())) {
            return new WorkloadStep.Rest(due);
        }
        return Facts.hasFinalizer(workload, Finalizers.RESOURCE_IN_USE)
                ? new WorkloadStep.RemoveFinalizer()
                : new WorkloadStep.Delete(
                        normal("Deleted", "Deleted finished workload due to elapsed retention"));
    }

    /// The write that settles a deactivation: it says why, and forgets the target and the backoff (L1.21).
    private WorkloadStep deactivate() {
        Condition target =
                Conditions.find(Facts.conditions(workload), WorkloadConditions.DEACTIVATION_TARGET);
        boolean caused = target != null && "True".equals(target.getStatus());
        Eviction eviction =
                new Eviction(
                        Reasons.DEACTIVATED,
                        caused ? Objects.requireNonNull(target).getReason() : "",
                        caused
                                ? "The workload is deactivated due to "
                                        + Objects.requireNonNull(target).getMessage()
                                : "The workload is deactivated");
        return new WorkloadStep.ChangeStatus(
                newest ->
                        changes(newest)
                                .evict(eviction)
                                .clear(WorkloadConditions.DEACTIVATION_TARGET)
                                .with(s -> s.withRequeueState(null))
                                .done(),
                List.of(normal(eviction.eventReason(), eviction.message())));
    }

    private Optional<WorkloadStep> lossOfQuota() {
        return Stream.<Supplier<@Nullable WorkloadStep>>of(
                        this::byCheck,
                        this::byLocalQueue,
                        this::byClusterQueue,
                        this::byPodsReady,
                        this::byExecutionTime)
                .map(Supplier::get)
                .filter(Objects::nonNull)
                .findFirst();
    }

    /// L1.33; a delay that a check asks for is waited out first.
    private @Nullable WorkloadStep byCheck() {
        CheckVerdict verdict = CheckVerdict.of(Facts.status(workload).admissionChecks());
        Instant requeueAt = Upkeep.requeueAt(Facts.status(workload));
        if (verdict == null || requeueAt != null && requeueAt.isAfter(view.now())) {
            return null;
        }
        if (verdict.rejected()) {
            return Facts.is(workload, WorkloadConditions.DEACTIVATION_TARGET)
                    ? null
                    : new WorkloadStep.ChangeStatus(
                            newest ->
                                    changes(newest)
                                            .set(
                                                    WorkloadConditions.DEACTIVATION_TARGET,
                                                    true,
                                                    Reasons.ADMISSION_CHECK,
                                                    verdict.message())
                                            .done(),
                            List.of(
                                    warning(
                                            "AdmissionCheckRejected",
                                            "Deactivated due to " + verdict.message())));
        }
        return evict(
                Eviction.of(Reasons.ADMISSION_CHECK, "Evicted due to " + verdict.message()),
                s -> s);
    }

    /// L1.44
    private @Nullable WorkloadStep byLocalQueue() {
        if (Facts.admitted(workload)) {
            return view.localQueuePolicy() == StopPolicy.HOLD_AND_DRAIN
                    ? evict(
                            Eviction.of(Reasons.LOCAL_QUEUE_STOPPED, "The LocalQueue is stopped"),
                            s -> s)
                    : null;
        }
        return view.localQueueMissing() || view.localQueuePolicy() != StopPolicy.NONE
                ? release()
                : null;
    }

    /// L1.45
    private @Nullable WorkloadStep byClusterQueue() {
        if (Facts.admitted(workload)) {
            return view.clusterQueuePolicy() == StopPolicy.HOLD_AND_DRAIN
                    ? evict(
                            Eviction.of(
                                    Reasons.CLUSTER_QUEUE_STOPPED, "The ClusterQueue is stopped"),
                            s -> s)
                    : null;
        }
        boolean gone =
                view.clusterQueue() == null
                        || view.clusterQueue().getMetadata().getDeletionTimestamp() != null;
        return gone || view.clusterQueuePolicy() != StopPolicy.NONE ? release() : null;
    }

    /// A reservation that was no admission yet ends without an eviction.
    private WorkloadStep release() {
        return new WorkloadStep.ChangeStatus(
                newest -> {
                    PendingText text = PendingText.of(view.of(newest));
                    return text == null
                            ? null
                            : changes(newest).release(text.reason(), text.message()).done();
                },
                List.of());
    }

    /// L1.50, L1.51
    private @Nullable WorkloadStep byPodsReady() {
        Instant due = podsReadyDue();
        if (due == null || due.isAfter(view.now())) {
            return null;
        }
        WaitForPodsReady limits = Objects.requireNonNull(settings.waitForPodsReady());
        RequeueState state = Facts.status(workload).requeueState();
        int count = (state == null || state.count() == null ? 0 : state.count()) + 1;
        if (limits.backoffLimitCount() != null && count > limits.backoffLimitCount()) {
            return new WorkloadStep.ChangeStatus(
                    newest ->
                            changes(newest)
                                    .set(
                                            WorkloadConditions.DEACTIVATION_TARGET,
                                            true,
                                            Reasons.REQUEUING_LIMIT_EXCEEDED,
                                            "exceeding the maximum number of re-queuing retries")
                                    .done(),
                    List.of());
        }
        Instant requeueAt = view.now().plus(backoff(limits, count));
        return evict(
                new Eviction(
                        Reasons.PODS_READY_TIMEOUT,
                        recovering() ? Reasons.WAIT_FOR_RECOVERY : Reasons.WAIT_FOR_START,
                        "Exceeded the PodsReady timeout " + Facts.path(workload)),
                s -> s.withRequeueState(new RequeueState(count, Conditions.time(requeueAt))));
    }

    private static Duration backoff(WaitForPodsReady limits, int count) {
        long seconds = (long) limits.backoffBaseSeconds() << Math.min(count - 1, 31);
        return Duration.ofSeconds(Math.min(seconds, limits.backoffMaxSeconds()));
    }

    private boolean recovering() {
        return Facts.isNot(workload, WorkloadConditions.PODS_READY, Reasons.WAIT_FOR_RECOVERY);
    }

    private @Nullable Instant podsReadyDue() {
        WaitForPodsReady limits = settings.waitForPodsReady();
        List<Condition> conditions = Facts.conditions(workload);
        if (limits == null
                || !Facts.admitted(workload)
                || Facts.is(workload, WorkloadConditions.PODS_READY)
                || Facts.controllerOf(workload).isEmpty()
                        && Conditions.find(conditions, WorkloadConditions.PODS_READY) == null) {
            return null;
        }
        if (recovering()) {
            Instant since = Conditions.since(conditions, WorkloadConditions.PODS_READY);
            return since == null || limits.recoveryTimeout().isZero()
                    ? null
                    : since.plus(limits.recoveryTimeout());
        }
        Instant since = Conditions.since(conditions, WorkloadConditions.ADMITTED);
        return since == null ? null : since.plus(limits.timeout());
    }

    /// L1.55
    private @Nullable WorkloadStep byExecutionTime() {
        Instant due = executionDue();
        if (due == null || due.isAfter(view.now()) || !Facts.active(workload)) {
            return null;
        }
        return new WorkloadStep.ChangeStatus(
                newest ->
                        changes(newest)
                                .set(
                                        WorkloadConditions.DEACTIVATION_TARGET,
                                        true,
                                        Reasons.MAXIMUM_EXECUTION_TIME_EXCEEDED,
                                        "exceeding the maximum execution time")
                                .with(s -> s.withAccumulatedPastExecutionTimeSeconds(null))
                                .done(),
                List.of(
                        warning(
                                Reasons.MAXIMUM_EXECUTION_TIME_EXCEEDED,
                                "The maximum execution time (%ds) exceeded"
                                        .formatted(
                                                Facts.spec(workload)
                                                        .maximumExecutionTimeSeconds()))));
    }

    private @Nullable Instant executionDue() {
        Integer maximum = Facts.spec(workload).maximumExecutionTimeSeconds();
        Instant since = Conditions.since(Facts.conditions(workload), WorkloadConditions.ADMITTED);
        if (maximum == null || since == null || !Facts.admitted(workload)) {
            return null;
        }
        Integer past = Facts.status(workload).accumulatedPastExecutionTimeSeconds();
        return since.plusSeconds(maximum - (past == null ? 0 : past));
    }

    private WorkloadStep evict(Eviction eviction, UnaryOperator<WorkloadStatus> too) {
        return new WorkloadStep.ChangeStatus(
                newest ->
                        Facts.evicted(newest) || !Facts.reserved(newest)
                                ? null
                                : changes(newest).evict(eviction).with(too).done(),
                List.of(normal(eviction.eventReason(), eviction.message())));
    }

    /// When something happens by itself.
    private @Nullable Instant nextLook() {
        List<Instant> dues = new ArrayList<>();
        Instant requeueAt = Upkeep.requeueAt(Facts.status(workload));
        if (requeueAt != null) {
            dues.add(requeueAt);
        }
        if (Facts.reserved(workload) && !Facts.evicted(workload)) {
            Stream.of(podsReadyDue(), executionDue()).filter(Objects::nonNull).forEach(dues::add);
        }
        return dues.stream()
                .filter(due -> due.isAfter(view.now()))
                .min(Instant::compareTo)
                .orElse(null);
    }

    private StatusChanges changes(Workload newest) {
        return StatusChanges.of(newest, view.now(), settings);
    }

    static boolean isOvertime(@Nullable String reason) {
        return OVERTIME.equals(reason);
    }

    private static Happening normal(String reason, String note) {
        return Happening.normal(Reporters.WORKLOAD, reason, note);
    }

    private static Happening warning(String reason, String note) {
        return Happening.warning(Reporters.WORKLOAD, reason, note);
    }
}
