package dev.sluice.controllers.multicluster;

import static dev.sluice.controllers.workload.SomeWorkload.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.name.Labels;
import dev.sluice.api.name.PreemptionGates;
import dev.sluice.api.v1beta2.AdmissionConstraints;
import dev.sluice.api.v1beta2.CheckState;
import dev.sluice.api.v1beta2.GatePosition;
import dev.sluice.api.v1beta2.Permission;
import dev.sluice.api.v1beta2.PreemptionGate;
import dev.sluice.api.v1beta2.PreemptionGateState;
import dev.sluice.api.v1beta2.Workload;
import dev.sluice.api.v1beta2.WorkloadStatus;
import dev.sluice.controllers.workload.Facts;
import dev.sluice.controllers.workload.SomeWorkload;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/// What is done about the copies of a Workload, and in which order (L5.25 to L5.40; KEP-8303).
class DispatchPlanTest extends DispatchScene {
    @Test
    void firstTheWorkersAreNominatedThenTheyGetCopies() {
        assertThat(status(next(reserved()), reserved()).nominatedClusterNames())
                .containsExactly("w1", "w2");

        DispatchStep step = next(nominated());
        assertThat(step).isInstanceOf(DispatchStep.Create.class);
        Map<String, Workload> copies = ((DispatchStep.Create) step).copies();
        assertThat(copies).containsOnlyKeys("w1", "w2");
        Workload copy = Objects.requireNonNull(copies.get("w1"));
        assertThat(copy.getMetadata().getOwnerReferences()).isEmpty();
        assertThat(copy.getMetadata().getFinalizers()).isEmpty();
        assertThat(copy.getMetadata().getLabels())
                .containsEntry(Labels.MULTIKUEUE_ORIGIN, "multikueue")
                .doesNotContainKey(Labels.JOB_UID);
        assertThat(Facts.spec(copy).preemptionGates())
                .containsExactly(new PreemptionGate(PreemptionGates.MULTIKUEUE)); // L5.51
        assertThat(Facts.spec(copy).podSets()).isEqualTo(Facts.spec(reserved().build()).podSets());
        assertThat(copy.getStatus()).isNull();
    }

    @Test
    void theIncrementalDispatcherFollowsTheConfigurationOrTheAlphabet() { // L5.22
        String incremental =
                "multiKueue: {dispatcherName: kueue.x-k8s.io/multikueue-dispatcher-incremental, incrementalDispatcherConfig: {stepSize: 1}}\n";
        clusters = List.of("w2", "w1");
        settings = incremental;
        assertThat(status(next(reserved()), reserved()).nominatedClusterNames())
                .containsExactly("w2");
        settings =
                incremental
                        + "featureGates: {MultiKueueIncrementalDispatcherRespectConfigOrder: false}";
        assertThat(status(next(reserved()), reserved()).nominatedClusterNames())
                .containsExactly("w1");
    }

    @Test
    void withoutTheGateACopyHasTheWorkloadsOwnGates() { // FB5, L5.51
        settings = "{}";
        SomeWorkload local =
                nominated()
                        .spec(
                                s ->
                                        s.withPreemptionGates(
                                                List.of(new PreemptionGate("example.com/g"))));
        Workload copy = ((DispatchStep.Create) next(local)).copies().sequencedValues().getFirst();
        assertThat(Facts.spec(copy).preemptionGates())
                .containsExactly(new PreemptionGate("example.com/g"));
    }

    @Test
    void theManagerSetsNothingThatAUserCouldHaveSet() { // FB5
        SomeWorkload local =
                nominated()
                        .annotated("kueue.x-k8s.io/cannot-borrow", "true")
                        .spec(
                                s ->
                                        s.withAdmissionConstraints(
                                                new AdmissionConstraints(null, Permission.NEVER)));
        Workload copy = ((DispatchStep.Create) next(local)).copies().sequencedValues().getFirst();
        assertThat(copy.getMetadata().getAnnotations())
                .isEqualTo(local.build().getMetadata().getAnnotations());
        assertThat(Facts.spec(copy).withPreemptionGates(List.of()))
                .isEqualTo(Facts.spec(local.build()));

        settings = TIERS;
        local = nominated().status(s -> reservedJustNow(s));
        copy = ((DispatchStep.Create) next(local)).copies().sequencedValues().getFirst();
        assertThat(copy.getMetadata().getAnnotations())
                .as("what a tier forbids stands in the field alone")
                .isEmpty();
        assertThat(Facts.spec(copy).admissionConstraints())
                .isEqualTo(new AdmissionConstraints(Permission.NEVER, Permission.NEVER));
    }

    @Test
    void aCopyIsMadeAnewWhenItsTierIsOver() { // FB18
        settings = TIERS;
        var strict = new AdmissionConstraints(Permission.NEVER, Permission.NEVER);
        worker("w1", copy().spec(s -> s.withAdmissionConstraints(strict)).build());
        assertThat(next(nominated()))
                .as("reserved a minute ago, preemption is not allowed yet, borrowing is")
                .isEqualTo(new DispatchStep.Remove(List.of("w1")));

        worker("w1", admittedCopy().spec(s -> s.withAdmissionConstraints(strict)).build());
        assertThat(next(nominated()))
                .as("one that was admitted under them keeps its constraints")
                .isInstanceOf(DispatchStep.CreateJob.class);
    }

    @Test
    void aNominatedWorkerThatIsAwayGetsItsCopyWhenItIsBack() { // L5.24
        remotes.remove("w2");
        assertThat(((DispatchStep.Create) next(nominatedByAnother())).copies())
                .containsOnlyKeys("w1");
        worker("w1", copy().build());
        assertThat(next(nominatedByAnother())).isEqualTo(REST);

        worker("w2", null);
        assertThat(((DispatchStep.Create) next(nominatedByAnother())).copies())
                .containsOnlyKeys("w2");
    }

    private SomeWorkload nominatedByAnother() {
        settings = "multiKueue: {dispatcherName: example.com/dispatcher}";
        return nominated();
    }

    @Test
    void everythingElseHasToBeReadyFirst() { // L5.36
        assertThat(next(nominated().check("other", CheckState.PENDING, ""))).isEqualTo(REST);
    }

    @Test
    void theFirstThatIsAdmittedWins() { // L5.31, L5.33, L5.40
        worker("w1", copy().build());
        worker("w2", admittedCopy().build());
        assertThat(next(nominated())).isEqualTo(new DispatchStep.Remove(List.of("w1")));

        worker("w1", null);
        DispatchStep step = next(nominated());
        assertThat(step).isInstanceOf(DispatchStep.CreateJob.class);
        Job remote = (Job) ((DispatchStep.CreateJob) step).job();
        assertThat(((DispatchStep.CreateJob) step).cluster()).isEqualTo("w2");

        worker("w2", admittedCopy().build(), remote);
        step = next(nominated());
        WorkloadStatus status = status(step, nominated());
        assertThat(status.clusterName()).isEqualTo("w2");
        assertThat(status.nominatedClusterNames()).isEmpty();
        assertThat(changed(step, nominated()).state()).isEqualTo(CheckState.READY);
        assertThat(changed(step, nominated()).message())
                .isEqualTo("The workload was admitted on \"w2\"");
        assertThat(((DispatchStep.Change) step).happenings())
                .as("told once")
                .singleElement()
                .satisfies(told -> assertThat(told.reason()).isEqualTo("MultiKueue"));
    }

    @Test
    void aWinnerThatWasAwayIsNominatedFirst() { // A7.17
        worker("w2", admittedCopy().build(), job().build());
        assertThat(status(next(reserved()), reserved()).nominatedClusterNames())
                .containsExactly("w2");
    }

    @Test
    void anEarlierJobOfTheNameIsWaitedFor() {
        Job leaving =
                job().editMetadata()
                        .withDeletionTimestamp("2026-01-01T00:00:00Z")
                        .endMetadata()
                        .build();
        worker("w2", admittedCopy().build(), leaving);
        assertThat(next(nominated())).isEqualTo(REST);
    }

    @Test
    void oneCopyAtATimeMayPreempt() { // KEP-8303
        worker("w1", blocked().build());
        worker("w2", blocked().build());
        DispatchStep step = next(nominated());
        assertThat(step).isInstanceOf(DispatchStep.ChangeCopy.class);
        assertThat(((DispatchStep.ChangeCopy) step).cluster()).isEqualTo("w1");
        PreemptionGateState open =
                ((DispatchStep.ChangeCopy) step).status().preemptionGates().getFirst();
        assertThat(open.position()).isEqualTo(GatePosition.OPEN);

        worker("w1", blocked().status(s -> s.withPreemptionGates(List.of(open))).build());
        assertThat(next(nominated())).isEqualTo(new DispatchStep.Rest(NOW.plusSeconds(300)));

        remotes.remove("w1");
        lost.put("w1", blocked().status(s -> s.withPreemptionGates(List.of(open))).build());
        SomeWorkload onlyW2 = reserved().status(s -> s.withNominatedClusterNames(List.of("w2")));
        assertThat(next(onlyW2))
                .as("the turn of one that is lost goes on (FC17)")
                .isEqualTo(new DispatchStep.Rest(NOW.plusSeconds(300)));
    }

    @Test
    void oneThatFitsWinsOverOneWhoseTurnItIs() { // FC13
        SomeWorkload opened =
                blocked()
                        .status(
                                s ->
                                        s.withPreemptionGates(
                                                PreemptionTurn.opened(s, NOW).preemptionGates()));
        worker("w1", opened.isNot("QuotaReserved", "WaitingForQuota", "Pending it").build());
        worker("w2", admittedCopy().build());
        var step = (DispatchStep.Remove) next(nominated());
        assertThat(step.clusters()).containsExactly("w1");
        assertThat(step.happenings())
                .singleElement()
                .satisfies(
                        told ->
                                assertThat(told.note())
                                        .isEqualTo(
                                                "The workload was admitted on \"w2\" while \"w1\" was allowed to preempt for it; last it said there: Pending it"));

        worker("w1", admittedCopy().build());
        worker("w2", blocked().build());
        assertThat(next(nominated())).isEqualTo(new DispatchStep.Remove(List.of("w2")));
    }

    @Test
    void withoutTheGateNobodyOpensAnything() {
        settings = "{}";
        worker("w1", blocked().build());
        worker("w2", blocked().build());
        assertThat(next(nominated())).isEqualTo(REST);
    }

    @Test
    void gatesDoNotMakeACopyDiffer() { // FC1, L5.52
        worker("w1", copy().build());
        worker("w2", copy().spec(s -> s.withPreemptionGates(List.of())).build());
        for (int i = 0; i < 100; i++) {
            assertThat(next(nominated())).isEqualTo(REST);
        }
    }

    @Test
    void aCopyFollowsThePriorityAndGoesForAnyOtherDifference() { // L5.30
        worker("w1", copy().build());
        DispatchStep step = next(nominated().spec(s -> s.withPriority(7)));
        assertThat(step).isInstanceOf(DispatchStep.Rewrite.class);
        assertThat(((DispatchStep.Rewrite) step).spec().priority()).isEqualTo(7);
        assertThat(((DispatchStep.Rewrite) step).spec().preemptionGates()).hasSize(1);

        assertThat(next(nominated().spec(s -> s.withQueueName("other"))))
                .isEqualTo(new DispatchStep.Remove(List.of("w1")));
    }
}
