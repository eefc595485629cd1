package dev.sluice.controllers.workload;

import static dev.sluice.controllers.workload.SomeWorkload.NOW;
import static dev.sluice.controllers.workload.SomeWorkload.SETTINGS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.condition.Conditions;
import dev.sluice.api.condition.WorkloadConditions;
import dev.sluice.api.config.Configuration;
import dev.sluice.api.feature.FeatureGates;
import dev.sluice.api.v1beta2.CheckState;
import dev.sluice.api.v1beta2.ClusterQueue;
import dev.sluice.api.v1beta2.ClusterQueueSpec;
import dev.sluice.api.v1beta2.LocalQueue;
import dev.sluice.api.v1beta2.LocalQueueSpec;
import dev.sluice.api.v1beta2.RequeueState;
import dev.sluice.api.v1beta2.StopPolicy;
import dev.sluice.api.v1beta2.Workload;
import dev.sluice.api.v1beta2.WorkloadSpec;
import dev.sluice.api.v1beta2.WorkloadStatus;
import dev.sluice.controllers.event.Happening;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// What the Workload controller does about one Workload (L1.17 to L1.64).
class WorkloadPlanTest {
    private StopPolicy localPolicy = StopPolicy.NONE;
    private StopPolicy clusterPolicy = StopPolicy.NONE;
    private boolean localQueueThere = true;
    private boolean clusterQueueThere = true;
    private boolean clusterQueueInactive;
    private Configuration settings = SETTINGS;

    private WorkloadView view(Workload workload) {
        return new WorkloadView(
                workload,
                localQueueThere ? localQueue() : null,
                clusterQueueThere ? clusterQueue() : null,
                clusterQueueInactive,
                clusterQueueThere
                        ? Facts.status(workload).admissionChecks().stream()
                                .map(c -> c.name())
                                .toList()
                        : null,
                Optional.empty(),
                settings,
                NOW);
    }

    private LocalQueue localQueue() {
        LocalQueue queue = new LocalQueue();
        queue.setMetadata(new ObjectMetaBuilder().withNamespace("ns").withName("lq").build());
        queue.setSpec(new LocalQueueSpec("cq", localPolicy, null));
        return queue;
    }

    private ClusterQueue clusterQueue() {
        ClusterQueue queue = new ClusterQueue();
        queue.setMetadata(new ObjectMetaBuilder().withName("cq").build());
        queue.setSpec(ClusterQueueSpec.empty().withStopPolicy(clusterPolicy));
        return queue;
    }

    private WorkloadStep next(SomeWorkload workload) {
        return WorkloadPlan.next(view(workload.build()));
    }

    private WorkloadStatus written(SomeWorkload workload) {
        WorkloadStep step = next(workload);
        assertThat(step).isInstanceOf(WorkloadStep.ChangeStatus.class);
        return Objects.requireNonNull(
                ((WorkloadStep.ChangeStatus) step).change().apply(workload.build()));
    }

    private static Condition condition(WorkloadStatus status, String type) {
        return Objects.requireNonNull(Conditions.find(status.conditions(), type), type);
    }

    private List<String> events(SomeWorkload workload) {
        return ((WorkloadStep.ChangeStatus) next(workload))
                .happenings().stream().map(Happening::reason).toList();
    }

    private static @Nullable Instant due(WorkloadStep step) {
        return ((WorkloadStep.Rest) step).until();
    }

    @Test
    void aNewWorkloadIsLeftToTheQueues() {
        assertThat(due(next(SomeWorkload.pending()))).isNull();
    }

    @Test
    void whatIsMissingOrStoppedIsNamed() {
        localQueueThere = false;
        Condition noQueue = condition(written(SomeWorkload.pending()), "QuotaReserved");
        assertThat(noQueue.getReason()).isEqualTo("Misconfigured");
        assertThat(noQueue.getMessage()).isEqualTo("LocalQueue lq doesn't exist");

        localQueueThere = true;
        localPolicy = StopPolicy.HOLD;
        assertThat(condition(written(SomeWorkload.pending()), "QuotaReserved").getMessage())
                .isEqualTo("LocalQueue lq is inactive");

        localPolicy = StopPolicy.NONE;
        clusterQueueThere = false;
        assertThat(condition(written(SomeWorkload.pending()), "QuotaReserved").getMessage())
                .isEqualTo("ClusterQueue cq doesn't exist");

        clusterQueueThere = true;
        clusterQueueInactive = true;
        Condition closed = condition(written(SomeWorkload.pending()), "QuotaReserved");
        assertThat(closed.getReason()).isEqualTo("Suspended");
        assertThat(closed.getMessage()).isEqualTo("ClusterQueue cq is inactive");
    }

    @Test
    void aDiagnosisOfTheQueueingStays() {
        assertThat(
                        next(
                                SomeWorkload.pending()
                                        .withoutQuota()
                                        .isNot("QuotaReserved", "WaitingForQuota", "1 more needed")
                                        .withoutQuota()))
                .isInstanceOf(WorkloadStep.Rest.class);
        assertThat(
                        next(
                                SomeWorkload.pending()
                                        .withoutQuota()
                                        .isNot(
                                                "QuotaReserved",
                                                "Misconfigured",
                                                "workload namespace doesn't match ClusterQueue selector")))
                .isInstanceOf(WorkloadStep.Rest.class);
    }

    @Test
    void anObstacleThatIsGoneLeavesAnEvaluationToBeAwaited() {
        Condition condition =
                condition(
                        written(
                                SomeWorkload.pending()
                                        .isNot(
                                                "QuotaReserved",
                                                "Suspended",
                                                "ClusterQueue cq is inactive")),
                        "QuotaReserved");

        assertThat(condition.getReason()).isEqualTo("PendingEvaluation");
        assertThat(condition.getMessage())
                .isEqualTo("Workload is pending evaluation in the scheduling queue");
    }

    @Test
    void aDrainedQueueEvictsAndAHeldOneDoesNot() {
        clusterPolicy = StopPolicy.HOLD;
        clusterQueueInactive = true;
        assertThat(next(SomeWorkload.admitted())).isInstanceOf(WorkloadStep.Rest.class);

        clusterPolicy = StopPolicy.HOLD_AND_DRAIN;
        Condition evicted = condition(written(SomeWorkload.admitted()), "Evicted");
        assertThat(evicted.getReason()).isEqualTo("ClusterQueueStopped");
        assertThat(evicted.getMessage()).isEqualTo("The ClusterQueue is stopped");
        assertThat(events(SomeWorkload.admitted()))
                .containsExactly("EvictedDueToClusterQueueStopped");
    }

    @Test
    void aHeldQueueTakesAMereReservationBack() {
        clusterPolicy = StopPolicy.HOLD;
        clusterQueueInactive = true;

        WorkloadStatus status =
                written(
                        SomeWorkload.reserved()
                                .check("chk", CheckState.PENDING, "")
                                .isNot(
                                        "Admitted",
                                        "UnsatisfiedAdmissionChecks",
                                        "The workload has not all checks ready"));

        assertThat(status.admission()).isNull();
        assertThat(condition(status, "QuotaReserved").getReason()).isEqualTo("Suspended");
        assertThat(Conditions.find(status.conditions(), "Evicted")).isNull();
    }

    @Test
    void checksThatAreAllReadyAdmit() {
        SomeWorkload workload =
                SomeWorkload.reserved()
                        .check("chk", CheckState.READY, "")
                        .isNot("Admitted", "UnsatisfiedAdmissionChecks", "x");

        assertThat(condition(written(workload), "Admitted").getStatus()).isEqualTo("True");
        assertThat(events(workload)).containsExactly("Admitted");
    }

    @Test
    void aRejectedCheckDeactivates() {
        SomeWorkload workload =
                SomeWorkload.reserved()
                        .check("chk", CheckState.REJECTED, "never")
                        .isNot(
                                "Admitted",
                                "UnsatisfiedAdmissionChecks",
                                "The workload has not all checks ready");

        Condition target = condition(written(workload), WorkloadConditions.DEACTIVATION_TARGET);
        assertThat(target.getMessage())
                .isEqualTo("AdmissionCheck in Rejected state: \"chk\" (never)");
        assertThat(events(workload)).containsExactly("AdmissionCheckRejected");

        workload.status(_ -> written(workload));
        WorkloadSpec spec =
                Objects.requireNonNull(
                        ((WorkloadStep.ChangeSpec) next(workload))
                                .change()
                                .apply(workload.build()));
        assertThat(spec.active()).isFalse();

        workload.spec(_ -> spec);
        WorkloadStatus evicted = written(workload);
        assertThat(condition(evicted, "Evicted").getReason())
                .isEqualTo("DeactivatedDueToAdmissionCheck");
        assertThat(Conditions.find(evicted.conditions(), WorkloadConditions.DEACTIVATION_TARGET))
                .isNull();
    }

    @Test
    void aDelayedRetryKeepsItsQuotaUntilTheDelayIsOver() {
        SomeWorkload workload =
                SomeWorkload.admitted().check("chk", CheckState.RETRY, "lost capacity", 10);

        WorkloadStatus postponed = written(workload);
        assertThat(Objects.requireNonNull(postponed.requeueState()).requeueAt())
                .isEqualTo("2026-01-01T00:10:05Z");

        workload.status(_ -> postponed);
        assertThat(due(next(workload))).isEqualTo(NOW.plusSeconds(5));

        SomeWorkload later =
                SomeWorkload.admitted()
                        .check("chk", CheckState.RETRY, "lost capacity", 3)
                        .status(
                                s ->
                                        s.withRequeueState(
                                                new RequeueState(null, "2026-01-01T00:09:58Z")));
        assertThat(condition(written(later), "Evicted").getMessage())
                .isEqualTo("Evicted due to AdmissionCheck in Retry state: \"chk\" (lost capacity)");
    }

    @Test
    void aRestartedQueueRequeues() {
        WorkloadStatus status =
                written(
                        SomeWorkload.pending()
                                .evicted("ClusterQueueStopped", "m")
                                .isNot("Requeued", "ClusterQueueStopped", "m")
                                .isNot(
                                        "QuotaReserved",
                                        "Suspended",
                                        "ClusterQueue cq is inactive"));

        assertThat(condition(status, "Requeued").getReason()).isEqualTo("ClusterQueueRestarted");
    }

    @Test
    void deactivationAndReactivation() {
        SomeWorkload workload = SomeWorkload.admitted().spec(s -> s.withActive(false));
        assertThat(condition(written(workload), "Evicted").getReason()).isEqualTo("Deactivated");

        SomeWorkload back =
                SomeWorkload.pending()
                        .evicted("Deactivated", "m")
                        .isNot("Requeued", "Deactivated", "m")
                        .isNot("QuotaReserved", "Deactivated", "m");
        assertThat(condition(written(back), "Requeued").getReason()).isEqualTo("Reactivated");
    }

    @Test
    void aDeactivationWithACauseIsNotUndoneByReactivation() {
        SomeWorkload workload =
                SomeWorkload.pending()
                        .withoutQuota()
                        .evicted("DeactivatedDueToAdmissionCheck", "m")
                        .isNot("Requeued", "DeactivatedDueToAdmissionCheck", "m")
                        .isNot(
                                "QuotaReserved",
                                "PendingEvaluation",
                                "Workload is pending evaluation in the scheduling queue");

        assertThat(next(workload)).isInstanceOf(WorkloadStep.Rest.class);
    }

    @Test
    void theExecutionTimeStartsFromZeroAfterReactivation() {
        String reason = "DeactivatedDueToMaximumExecutionTimeExceeded";
        WorkloadStatus status =
                written(
                        SomeWorkload.pending()
                                .spec(s -> s.withMaximumExecutionTimeSeconds(8))
                                .status(s -> s.withAccumulatedPastExecutionTimeSeconds(8))
                                .evicted(reason, "m")
                                .isNot("Requeued", reason, "m")
                                .isNot("QuotaReserved", "Deactivated", "m"));

        assertThat(condition(status, "Requeued").getReason()).isEqualTo("Reactivated");
        assertThat(status.accumulatedPastExecutionTimeSeconds()).isNull();
    }

    @Test
    void anExceededExecutionTimeDeactivates() {
        SomeWorkload workload =
                SomeWorkload.admitted()
                        .is("PodsReady", "Started", "m")
                        .spec(s -> s.withMaximumExecutionTimeSeconds(100))
                        .status(s -> s.withAccumulatedPastExecutionTimeSeconds(30));
        assertThat(due(next(workload))).isEqualTo(NOW.plusSeconds(10));

        workload.status(s -> s.withAccumulatedPastExecutionTimeSeconds(40));
        assertThat(condition(written(workload), WorkloadConditions.DEACTIVATION_TARGET).getReason())
                .isEqualTo("MaximumExecutionTimeExceeded");
        assertThat(events(workload)).containsExactly("MaximumExecutionTimeExceeded");
    }

    @Test
    void podsThatAreNotReadyInTimeCostTheQuotaAndEachTimeALongerWait() {
        settings =
                Configuration.read(
                        """
                        waitForPodsReady:
                          timeout: 30s
                          requeuingStrategy: {backoffBaseSeconds: 6, backoffLimitCount: 2, backoffMaxSeconds: 30}
                        """,
                        FeatureGates.defaultsOfPeer());
        SomeWorkload workload =
                SomeWorkload.admitted()
                        .isNot("PodsReady", "WaitForStart", "m")
                        .status(s -> s.withRequeueState(new RequeueState(1, null)));

        WorkloadStatus status = written(workload);
        assertThat(condition(status, "Evicted").getMessage())
                .isEqualTo("Exceeded the PodsReady timeout ns/job-a-12345");
        assertThat(status.requeueState())
                .isEqualTo(new RequeueState(2, Conditions.time(NOW.plusSeconds(12))));

        workload.status(s -> s.withRequeueState(new RequeueState(2, null)));
        assertThat(condition(written(workload), WorkloadConditions.DEACTIVATION_TARGET).getReason())
                .isEqualTo("RequeuingLimitExceeded");
    }

    @Test
    void aFinishedBackoffRequeues() {
        WorkloadStatus status =
                written(
                        SomeWorkload.pending()
                                .evicted("PodsReadyTimeout", "m")
                                .isNot("Requeued", "PodsReadyTimeout", "m")
                                .status(
                                        s ->
                                                s.withRequeueState(
                                                        new RequeueState(
                                                                1, "2026-01-01T00:09:59Z"))));

        assertThat(condition(status, "Requeued").getReason()).isEqualTo("BackoffFinished");
        assertThat(status.requeueState()).isEqualTo(new RequeueState(1, null));
    }

    @Test
    void anOrphanFinishesAndLosesItsFinalizer() {
        SomeWorkload workload = SomeWorkload.admitted().withoutOwner();
        workload.build().getMetadata().setLabels(java.util.Map.of("kueue.x-k8s.io/job-uid", "j1"));

        WorkloadStatus status = written(workload);
        assertThat(condition(status, "Finished").getReason()).isEqualTo("OwnerNotFound");

        workload.status(_ -> status);
        assertThat(next(workload)).isInstanceOf(WorkloadStep.RemoveFinalizer.class);
    }

    @Test
    void anOrphanIsLeftAloneWithoutTheGate() {
        settings = with("FinishOrphanedWorkloads", false);
        SomeWorkload workload = SomeWorkload.admitted().withoutOwner();
        workload.build().getMetadata().setLabels(java.util.Map.of("kueue.x-k8s.io/job-uid", "j1"));

        assertThat(next(workload)).isInstanceOf(WorkloadStep.Rest.class);
    }

    @Test
    void aNewWorkloadSaysThatItWaitsIfTheGateWantsSo() {
        SomeWorkload fresh = SomeWorkload.pending().status(s -> s.withConditions(List.of()));
        settings = with("UnadmittedWorkloadsExplicitStatus", false);
        assertThat(next(fresh)).isInstanceOf(WorkloadStep.Rest.class);

        settings = with("UnadmittedWorkloadsExplicitStatus", true);
        assertThat(condition(written(fresh), "QuotaReserved").getReason())
                .isEqualTo("PendingEvaluation");
    }

    private static Configuration with(String gate, boolean value) {
        return Configuration.read(
                "{}", FeatureGates.defaults().with(java.util.Map.of(gate, value)));
    }

    @Test
    void aGateIsNamedAndItsRemovalNoticed() {
        SomeWorkload gated =
                SomeWorkload.pending().annotated("kueue.x-k8s.io/admission-gated-by", "a.io/x");
        assertThat(condition(written(gated), "QuotaReserved").getMessage())
                .isEqualTo("Admission is gated by: a.io/x");
        assertThat(events(gated)).containsExactly("AdmissionGated");

        SomeWorkload free =
                SomeWorkload.pending()
                        .isNot("QuotaReserved", "AdmissionGated", "Admission is gated by: a.io/x");
        assertThat(condition(written(free), "QuotaReserved").getMessage())
                .isEqualTo("AdmissionGatedBy cleared, waiting for quota reservation");
        assertThat(events(free)).containsExactly("AdmissionGateCleared");
    }

    @Test
    void aClosedPreemptionGateIsNoGateAnnotation() {
        assertThat(
                        next(
                                SomeWorkload.pending()
                                        .withoutQuota()
                                        .isNot(
                                                "QuotaReserved",
                                                "AdmissionGated",
                                                "Workload requires preemption, but it's gated")))
                .isInstanceOf(WorkloadStep.Rest.class);
    }

    @Test
    void aFinishedWorkloadGoesWhenItsRetentionIsOver() {
        settings =
                Configuration.read(
                        "objectRetentionPolicies: {workloads: {afterFinished: 90s}}",
                        FeatureGates.defaultsOfPeer());
        SomeWorkload workload = SomeWorkload.admitted().is("Finished", "Succeeded", "m");
        assertThat(due(next(workload))).isEqualTo(NOW.plusSeconds(30));
    }
}
