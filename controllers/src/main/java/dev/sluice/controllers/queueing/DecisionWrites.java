package dev.sluice.controllers.queueing;

import dev.sluice.api.condition.WorkloadConditions;
import dev.sluice.api.config.Configuration;
import dev.sluice.api.feature.FeatureGate;
import dev.sluice.api.name.Labels;
import dev.sluice.api.v1beta2.Admission;
import dev.sluice.api.v1beta2.ClusterQueueSpec;
import dev.sluice.api.v1beta2.PodSetRequest;
import dev.sluice.api.v1beta2.Workload;
import dev.sluice.api.v1beta2.WorkloadStatus;
import dev.sluice.controllers.workload.Eviction;
import dev.sluice.controllers.workload.Facts;
import dev.sluice.controllers.workload.Reasons;
import dev.sluice.controllers.workload.StatusChanges;
import dev.sluice.engine.Decision;
import java.time.Instant;
import java.util.List;
import java.util.Objects;

/// The statuses that a decision asks for: one whole status for each Workload that it concerns.
public final class DecisionWrites {
    private final Configuration configuration;

    public DecisionWrites(Configuration configuration) {
        this.configuration = configuration;
    }

    /// The workload holds quota, and is admitted if no check is open (R4.16, R8.4).
    ///
    /// @param queue the ClusterQueue of the decision
    public WorkloadStatus reserved(
            Workload workload, Decision.Admit decision, ClusterQueueSpec queue, Instant now) {
        Admission admission = Admissions.of(decision);
        return changes(workload, now)
                .reserve(admission, RequiredChecks.of(queue, admission))
                .done();
    }

    /// The workload stays pending (R4.19).
    ///
    /// @param requests what its pod sets ask for together
    public WorkloadStatus pending(
            Workload workload,
            DecisionTexts.Pending text,
            List<PodSetRequest> requests,
            Instant now) {
        return changes(workload, now)
                .release(reason(text), text.message())
                .with(status -> status.withResourceRequests(requests))
                .done();
    }

    /// The workload stays pending because a preemption gate is closed (R9.3).
    public WorkloadStatus gated(
            Workload workload,
            DecisionTexts.Pending text,
            List<PodSetRequest> requests,
            Instant now) {
        return changes(workload, now)
                .release(reason(text), text.message())
                .with(status -> status.withResourceRequests(requests))
                .set(
                        WorkloadConditions.BLOCKED_ON_PREEMPTION_GATES,
                        true,
                        Reasons.PREEMPTION_GATED,
                        text.message())
                .done();
    }

    /// The workload is on its way out for another one (R6.21).
    public WorkloadStatus preempted(
            Workload victim, Decision.Victim decision, Workload preemptor, Instant now) {
        String message = DecisionTexts.preempted(decision, uid(preemptor), jobUid(preemptor));
        return changes(victim, now)
                .evict(Eviction.of(Reasons.PREEMPTED, message))
                .preempted(decision.reason().text(), message)
                .done();
    }

    /// The slice is replaced by a greater one (R9.19).
    public WorkloadStatus replaced(Workload slice, Workload replacement, Instant now) {
        return changes(slice, now)
                .finish(
                        "WorkloadSliceReplaced",
                        DecisionTexts.sliceReplaced(uid(replacement), jobUid(replacement)))
                .done();
    }

    private String reason(DecisionTexts.Pending text) {
        return configuration.gates().isOn(FeatureGate.UNADMITTED_WORKLOADS_OBSERVABILITY)
                ? text.reason().text()
                : Reasons.LEGACY_PENDING;
    }

    private StatusChanges changes(Workload workload, Instant now) {
        return StatusChanges.of(workload, now, configuration);
    }

    private static String uid(Workload workload) {
        return Objects.requireNonNullElse(workload.getMetadata().getUid(), "");
    }

    private static String jobUid(Workload workload) {
        return Objects.requireNonNullElse(Facts.label(workload, Labels.JOB_UID), "");
    }
}
