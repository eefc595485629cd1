package dev.sluice.controllers.workload;

import static dev.sluice.controllers.workload.SomeWorkload.NOW;
import static dev.sluice.controllers.workload.SomeWorkload.SETTINGS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.condition.Conditions;
import dev.sluice.api.condition.WorkloadConditions;
import dev.sluice.api.config.Configuration;
import dev.sluice.api.feature.FeatureGates;
import dev.sluice.api.v1beta2.Admission;
import dev.sluice.api.v1beta2.AdmissionCheckState;
import dev.sluice.api.v1beta2.CheckState;
import dev.sluice.api.v1beta2.EvictionCount;
import dev.sluice.api.v1beta2.GatePosition;
import dev.sluice.api.v1beta2.PreemptionGateState;
import dev.sluice.api.v1beta2.Workload;
import dev.sluice.api.v1beta2.WorkloadStatus;
import io.fabric8.kubernetes.api.model.Condition;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/// What belongs together is written together (L1.32, L1.35, L1.38, L1.47).
class StatusChangesTest {
    private static final Admission ADMISSION = new Admission("cq", List.of());

    private static StatusChanges of(SomeWorkload workload) {
        return StatusChanges.of(workload.build(), NOW, SETTINGS);
    }

    private static Condition condition(WorkloadStatus status, String type) {
        return Objects.requireNonNull(Conditions.find(status.conditions(), type), type);
    }

    @Test
    void withoutChecksAReservationIsAnAdmission() {
        WorkloadStatus status = of(SomeWorkload.pending()).reserve(ADMISSION, List.of()).done();

        assertThat(condition(status, "QuotaReserved").getMessage())
                .isEqualTo("Quota reserved in ClusterQueue cq");
        assertThat(condition(status, "Admitted").getStatus()).isEqualTo("True");
        assertThat(condition(status, "PodsReady").getReason()).isEqualTo("WaitForStart");
        assertThat(status.admission()).isEqualTo(ADMISSION);
    }

    @Test
    void checksThatApplyArePendingAndKeepItWaiting() {
        WorkloadStatus status =
                of(SomeWorkload.pending()).reserve(ADMISSION, List.of("b", "a")).done();

        assertThat(status.admissionChecks())
                .extracting(AdmissionCheckState::name, AdmissionCheckState::state)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple("a", CheckState.PENDING),
                        org.assertj.core.groups.Tuple.tuple("b", CheckState.PENDING));
        assertThat(condition(status, "Admitted").getReason())
                .isEqualTo("UnsatisfiedAdmissionChecks");
    }

    @Test
    void aReservationEndsAnEarlierEviction() {
        WorkloadStatus status =
                of(SomeWorkload.pending().evicted("Preempted", "for another one"))
                        .reserve(ADMISSION, List.of())
                        .done();

        Condition evicted = condition(status, "Evicted");
        assertThat(evicted.getStatus()).isEqualTo("False");
        assertThat(evicted.getReason()).isEqualTo("QuotaReserved");
        assertThat(evicted.getMessage()).isEqualTo("Previously: for another one");
    }

    @Test
    void anEvictionClosesAllGatesInTheSameWrite() { // FC5, L5.65
        PreemptionGateState opened =
                new PreemptionGateState("a.io/g", GatePosition.OPEN, "2026-01-01T00:00:00Z");
        WorkloadStatus status =
                of(SomeWorkload.reserved()
                                .is("BlockedOnPreemptionGates", "PreemptionGated", "gated")
                                .status(s -> s.withPreemptionGates(List.of(opened))))
                        .evict(Eviction.of("Preempted", "for another one"))
                        .done();

        assertThat(status.preemptionGates())
                .extracting(PreemptionGateState::position)
                .containsExactly(GatePosition.CLOSED);
        assertThat(condition(status, "BlockedOnPreemptionGates").getStatus()).isEqualTo("False");
        assertThat(condition(status, "Evicted").getStatus()).isEqualTo("True");
    }

    @Test
    void nobodyWaitsForPodsOfAWorkloadWithoutJob() {
        WorkloadStatus status =
                of(SomeWorkload.pending().withoutOwner()).reserve(ADMISSION, List.of()).done();

        assertThat(Conditions.find(status.conditions(), "PodsReady")).isNull();
    }

    @Test
    void releasingCountsTheSecondsOfTheAdmission() {
        WorkloadStatus status =
                of(SomeWorkload.admitted()
                                .status(s -> s.withAccumulatedPastExecutionTimeSeconds(7)))
                        .release("PendingEvaluation", "gone")
                        .done();

        assertThat(status.accumulatedPastExecutionTimeSeconds()).isEqualTo(67);
        assertThat(status.admission()).isNull();
        assertThat(condition(status, "Admitted").getReason()).isEqualTo("NoReservation");
    }

    @Test
    void anAdmittedWorkloadIsNotDowngradedByANewCheck() {
        WorkloadStatus status =
                of(SomeWorkload.admitted()).syncChecks(List.of("chk")).syncAdmitted().done();

        assertThat(condition(status, "Admitted").getStatus()).isEqualTo("True");
        assertThat(status.admissionChecks()).hasSize(1);
    }

    @Test
    void anEvictionResetsChecksAndCountsRetries() {
        Workload workload =
                SomeWorkload.reserved()
                        .check("a", CheckState.RETRY, "not now", 10)
                        .check("b", CheckState.READY, "ok")
                        .check("c", CheckState.PENDING, "")
                        .build();

        WorkloadStatus status =
                StatusChanges.of(workload, NOW, SETTINGS)
                        .evict(Eviction.of("AdmissionCheck", "why"))
                        .done();

        AdmissionCheckState retried = status.admissionChecks().getFirst();
        assertThat(retried.state()).isEqualTo(CheckState.PENDING);
        assertThat(retried.message())
                .isEqualTo("Reset to Pending after eviction. Previously: Retry");
        assertThat(retried.retryCount()).isEqualTo(1);
        assertThat(retried.requeueAfterSeconds()).isEqualTo(10);
        assertThat(status.admissionChecks().get(1).retryCount()).isNull();
        assertThat(status.admissionChecks().get(2))
                .isEqualTo(Facts.status(workload).admissionChecks().get(2));
    }

    @Test
    void evictionsAreCountedByReasonAndCause() {
        SomeWorkload workload = SomeWorkload.reserved();
        Eviction timeout = new Eviction("PodsReadyTimeout", "WaitForStart", "slow");
        workload.status(s -> of(workload).evict(timeout).done());
        workload.status(s -> of(workload).evict(timeout).done());
        workload.status(
                s ->
                        of(workload)
                                .evict(new Eviction("Deactivated", "AdmissionCheck", "no"))
                                .done());

        assertThat(
                        Objects.requireNonNull(Facts.status(workload.build()).schedulingStats())
                                .evictions())
                .containsExactly(
                        new EvictionCount("PodsReadyTimeout", "WaitForStart", 2),
                        new EvictionCount("Deactivated", "AdmissionCheck", 1));
        assertThat(condition(Facts.status(workload.build()), "Evicted").getReason())
                .isEqualTo("DeactivatedDueToAdmissionCheck");
    }

    @Test
    void preemptedIsTheOnlyConditionWithoutGeneration() {
        WorkloadStatus status =
                of(SomeWorkload.admitted())
                        .evict(Eviction.of("Preempted", "m"))
                        .preempted("InClusterQueue", "m")
                        .done();

        assertThat(condition(status, "Preempted").getObservedGeneration()).isNull();
        assertThat(condition(status, "Evicted").getObservedGeneration()).isEqualTo(1);
    }

    @Test
    void finishingTwiceKeepsTheFirstReason() {
        SomeWorkload workload = SomeWorkload.admitted();
        workload.status(s -> of(workload).finish("Succeeded", "done").done());

        WorkloadStatus status = of(workload).finish("OwnerNotFound", "gone").done();

        assertThat(condition(status, WorkloadConditions.FINISHED).getReason())
                .isEqualTo("Succeeded");
    }

    @Test
    void withCoarseReasonsNothingIsSaidAboutAnAdmissionThatNeverWas() {
        Configuration legacy =
                Configuration.read(
                        "{}",
                        FeatureGates.defaultsOfPeer()
                                .with(Map.of("UnadmittedWorkloadsObservability", false)));

        WorkloadStatus status =
                StatusChanges.of(SomeWorkload.pending().build(), NOW, legacy)
                        .release("Pending", "no room")
                        .done();

        assertThat(Conditions.find(status.conditions(), "Admitted")).isNull();
    }
}
