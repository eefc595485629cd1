package dev.sluice.controllers.multicluster;

import static dev.sluice.controllers.workload.SomeWorkload.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.condition.Conditions;
import dev.sluice.api.condition.WorkloadConditions;
import dev.sluice.api.v1beta2.CheckState;
import dev.sluice.controllers.multicluster.DispatchView.Jobs;
import dev.sluice.controllers.workload.SomeWorkload;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/// How the way of a Workload over other clusters ends, or begins anew (L5.25 to L5.34).
class DispatchEndTest extends DispatchScene {
    @Test
    void anEvictionThereIsARetryHere() { // L5.29
        worker("w1", admittedCopy().evicted("Preempted", "for another").build(), job().build());
        DispatchStep step = next(running());
        assertThat(changed(step, running()).state()).isEqualTo(CheckState.RETRY);
        assertThat(changed(step, running()).message())
                .isEqualTo(
                        "Workload evicted on worker cluster: \"w1\", resetting for re-admission. Previously: \"Ready\"");
    }

    @Test
    void anEvictionBeforeTheAdmissionIsTheWorkersOwnMatter() { // L5.65
        worker("w1", copy().evicted("Preempted", "for another").build());
        worker("w2", copy().build());
        assertThat(next(nominated())).isEqualTo(REST);
    }

    @Test
    void anEvictionHereStopsTheJobThere() { // L5.33, L5.45
        worker("w1", admittedCopy().build(), job().build());
        SomeWorkload evicted =
                SomeWorkload.admitted()
                        .check(MK, CheckState.PENDING, "")
                        .evicted("Preempted", "for another");
        DispatchStep step = next(evicted);
        assertThat(step).isInstanceOf(DispatchStep.ChangeCopy.class);
        var target =
                Conditions.find(
                        ((DispatchStep.ChangeCopy) step).status().conditions(),
                        WorkloadConditions.DEACTIVATION_TARGET);
        assertThat(Objects.requireNonNull(target).getReason()).isEqualTo("EvictedOnManagerCluster");
        assertThat(target.getMessage()).isEqualTo("Evicted on manager: for another");

        worker("w1", admittedCopy().spec(s -> s.withActive(false)).build(), job().build());
        assertThat(next(evicted)).isEqualTo(REST);
    }

    @Test
    void aWorkloadThatIsDeactivatedWaitsForItsEviction() {
        worker("w1", admittedCopy().build(), job().build());
        assertThat(next(running().spec(s -> s.withActive(false)))).isEqualTo(REST);
    }

    @Test
    void copiesOfEarlierTimesGoBeforeAnythingElse() {
        renewed = true;
        worker("w1", admittedCopy().build(), job().build());
        assertThat(next(nominated())).isEqualTo(new DispatchStep.Remove(List.of("w1")));
        assertThat(next(nominated().evicted("Preempted", "for another")))
                .isInstanceOf(DispatchStep.ChangeCopy.class);
    }

    @Test
    void anAdmissionIsNotWrittenOverAnEviction() {
        worker("w1", admittedCopy().build(), job().build());
        var step = (DispatchStep.Change) next(nominated());
        assertThat(step.change().apply(reserved().evicted("Preempted", "just now").build()))
                .isNull();
    }

    @Test
    void anEvictedWorkloadIsNotDispatched() {
        assertThat(next(reserved().evicted("Preempted", "for another"))).isEqualTo(REST);
    }

    @Test
    void aLostWorkerIsWaitedForAWhile() { // L5.32, L5.34
        remotes.remove("w1");
        absences.put("w1", NOW.minusSeconds(60));
        assertThat(next(running())).isEqualTo(new DispatchStep.Rest(NOW.plusSeconds(15 * 60 - 60)));

        absences.put("w1", NOW.minusSeconds(15 * 60));
        assertThat(changed(next(running()), running()).message())
                .isEqualTo("Admitting remote lost, Previously: \"Ready\"");
    }

    @Test
    void aCopyThatVanishedIsARetryAtOnce() { // L5.32
        assertThat(changed(next(running()), running()).message())
                .isEqualTo("Admitting remote no longer exists, Previously: \"Ready\"");
    }

    @Test
    void aStaleCopyGoesAndTheChosenOneStays() { // L5.34, recorded.md
        worker("w1", admittedCopy().build(), job().build());
        worker("w2", admittedCopy().build(), job().build());
        assertThat(next(running())).isEqualTo(new DispatchStep.Remove(List.of("w2")));
    }

    @Test
    void theEndThereIsTheEndHere() { // L5.28
        worker(
                "w1",
                admittedCopy().is(WorkloadConditions.FINISHED, "Succeeded", "all done").build(),
                job().build());
        var finished =
                Conditions.find(
                        status(next(running()), running()).conditions(),
                        WorkloadConditions.FINISHED);
        assertThat(Objects.requireNonNull(finished).getReason()).isEqualTo("Succeeded");
        assertThat(finished.getMessage()).isEqualTo("all done");

        assertThat(next(running().is(WorkloadConditions.FINISHED, "Succeeded", "all done")))
                .isEqualTo(new DispatchStep.Remove(List.of("w1")));
    }

    @Test
    void aCopyOutOfSyncWithItsJobIsDispatchedAnew() { // L5.28
        worker("w1", admittedCopy().is(WorkloadConditions.FINISHED, "OutOfSync", "x").build());
        DispatchStep step = next(running());
        assertThat(changed(step, running()).message())
                .isEqualTo(
                        "Remote workload on worker cluster \"w1\" is out of sync with its user job, resetting for re-dispatch, Previously: \"Ready\"");
        assertThat(((DispatchStep.Change) step).happenings().getFirst().warning()).isTrue();
    }

    @Test
    void whatIsNotOursIsRejected() { // L5.13, L5.14
        job = job().editSpec().withManagedBy("example.com/other").endSpec().build();
        assertThat(changed(next(reserved()), reserved()).message())
                .isEqualTo(
                        "The owner is not managed by Kueue: Expecting spec.managedBy to be \"kueue.x-k8s.io/multikueue\" not \"example.com/other\", Previously: \"Pending\"");
        assertThat(
                        changed(next(reserved(), new Jobs.Unknown("x/v1, Kind=Y")), reserved())
                                .message())
                .isEqualTo(
                        "No multikueue adapter found for owner kind \"x/v1, Kind=Y\", Previously: \"Pending\"");
        assertThat(next(reserved(), new Jobs.None())).isEqualTo(REST);
    }

    /// An eviction has reset the check that was rejected, and taken the quota: whoever comes first, it ends rejected.
    @Test
    void whatIsNotOursIsRejectedAlsoWithoutQuota() { // L5.12, L5.14
        SomeWorkload evicted = SomeWorkload.pending().check(MK, CheckState.PENDING, "reset");
        assertThat(next(evicted)).isEqualTo(REST);
        job = job().editSpec().withManagedBy("example.com/other").endSpec().build();
        assertThat(changed(next(evicted), evicted).state()).isEqualTo(CheckState.REJECTED);
    }

    @Test
    void nothingIsLeftOfAWorkloadThatHasNoQuotaOrIsGone() { // L5.25, L5.27
        worker("w1", copy().build());
        worker("w2", null, job().build());
        assertThat(next(SomeWorkload.pending().check(MK, CheckState.PENDING, "")))
                .isEqualTo(new DispatchStep.Remove(List.of("w1", "w2")));
        assertThat(next(null, new Jobs.None()))
                .isEqualTo(new DispatchStep.Remove(List.of("w1", "w2")));
    }
}
