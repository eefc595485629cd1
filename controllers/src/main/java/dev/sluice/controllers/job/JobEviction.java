package dev.sluice.controllers.job;

import dev.sluice.api.condition.Conditions;
import dev.sluice.api.condition.WorkloadConditions;
import dev.sluice.api.feature.FeatureGate;
import dev.sluice.api.v1beta2.Workload;
import dev.sluice.controllers.workload.Facts;
import dev.sluice.controllers.workload.Reasons;
import io.fabric8.kubernetes.api.model.Condition;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/// How a job gives back the quota of a Workload that was evicted (L2.40). Pure.
final class JobEviction {
    private static final Set<String> REQUEUED_AT_ONCE =
            Set.of(Reasons.PREEMPTED, Reasons.NODE_FAILURES);

    private final JobView view;

    JobEviction(JobView view) {
        this.view = view;
    }

    boolean releasable(Workload workload) {
        return Facts.evicted(workload)
                && Facts.reserved(workload)
                && view.suspended()
                && view.stopConfirmed()
                && !view.active();
    }

    /// The quota goes back once the job has stopped (L2.40).
    Optional<JobStep> evicted(Workload workload) {
        if (!Facts.evicted(workload)) {
            return Optional.empty();
        }
        Condition eviction =
                Objects.requireNonNull(
                        Conditions.find(Facts.conditions(workload), WorkloadConditions.EVICTED));
        if (!view.suspended()) {
            return Optional.of(
                    new JobStep.StopJob(
                            Injection.original(workload),
                            StopReason.WORKLOAD_EVICTED,
                            eviction.getMessage()));
        }
        if (releasable(workload)) {
            return Optional.of(release(workload, eviction));
        }
        return Facts.reserved(workload)
                ? Optional.of(JobStep.Rest.FOR_NOW)
                : retired(workload, eviction);
    }

    private JobStep release(Workload workload, Condition eviction) {
        boolean atOnce = view.comesBack() && REQUEUED_AT_ONCE.contains(eviction.getReason());
        return new JobStep.ChangeStatus(
                workload,
                newest ->
                        !Facts.reserved(newest) || !Facts.evicted(newest)
                                ? null
                                : view.changes(newest)
                                        .set(
                                                WorkloadConditions.REQUEUED,
                                                atOnce,
                                                eviction.getReason(),
                                                eviction.getMessage())
                                        .release(
                                                legacy()
                                                        ? Reasons.LEGACY_PENDING
                                                        : Reasons.PENDING_EVALUATION,
                                                eviction.getMessage())
                                        .done(),
                null);
    }

    /// The job of a workload that the system has deactivated goes after a while (L1.63).
    private Optional<JobStep> retired(Workload workload, Condition eviction) {
        Duration retention = view.settings().retention().afterDeactivatedByKueue();
        if (retention == null
                || Facts.active(workload)
                || !eviction.getReason().startsWith("DeactivatedDueTo")) {
            return Optional.empty();
        }
        Instant due = Instant.parse(eviction.getLastTransitionTime()).plus(retention);
        return Optional.of(
                due.isAfter(view.now())
                        ? new JobStep.Rest(due)
                        : new JobStep.DeleteJob(
                                view.normal(
                                        "Deleted",
                                        "Deleted job: deactivation retention period expired")));
    }

    private boolean legacy() {
        return !view.settings().gates().isOn(FeatureGate.UNADMITTED_WORKLOADS_OBSERVABILITY);
    }
}
