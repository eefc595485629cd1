package dev.sluice.controllers.multicluster;

import static dev.sluice.controllers.workload.SomeWorkload.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.condition.Conditions;
import dev.sluice.api.condition.WorkloadConditions;
import dev.sluice.api.config.Configuration;
import dev.sluice.api.feature.FeatureGates;
import dev.sluice.api.name.Labels;
import dev.sluice.api.name.PreemptionGates;
import dev.sluice.api.v1beta2.AdmissionCheckState;
import dev.sluice.api.v1beta2.AdmissionConstraints;
import dev.sluice.api.v1beta2.CheckState;
import dev.sluice.api.v1beta2.GatePosition;
import dev.sluice.api.v1beta2.Permission;
import dev.sluice.api.v1beta2.PreemptionGate;
import dev.sluice.api.v1beta2.PreemptionGateState;
import dev.sluice.api.v1beta2.Workload;
import dev.sluice.api.v1beta2.WorkloadStatus;
import dev.sluice.controllers.multicluster.DispatchView.Jobs;
import dev.sluice.controllers.multicluster.DispatchView.Remote;
import dev.sluice.controllers.workload.Facts;
import dev.sluice.controllers.workload.SomeWorkload;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobBuilder;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// What is done about the copies of a Workload, and in which order (L5.25 to L5.40; KEP-8303).
class DispatchPlanTest {
    private static final String MK = "mk";
    private static final DispatchStep REST = new DispatchStep.Rest(null);
    private static final String TIERS =
            "multiKueue: {dispatcherName: sluice.dev/multikueue-dispatcher-tiers, tiersDispatcherConfig: {strict: 30s, noPreemption: 60s}}";
    private static final String GATED = "Workload requires preemption, but it's gated";

    private final SortedMap<String, Remote> remotes = new TreeMap<>();
    private final SortedMap<String, Workload> lost = new TreeMap<>();
    private final Map<String, Instant> absences = new HashMap<>();
    private boolean renewed;
    private Job job = job().build();
    private List<String> clusters = List.of("w1", "w2");
    private String settings = "featureGates: {MultiKueueOrchestratedPreemption: true}";

    DispatchPlanTest() {
        worker("w1", null);
        worker("w2", null);
    }

    private static JobBuilder job() {
        return new JobBuilder()
                .withNewMetadata()
                .withNamespace("ns")
                .withName("a")
                .endMetadata()
                .withNewSpec()
                .withManagedBy("kueue.x-k8s.io/multikueue")
                .withSuspend(true)
                .withNewTemplate()
                .endTemplate()
                .endSpec();
    }

    private void worker(String name, @Nullable Workload copy, HasMetadata... jobs) {
        Map<String, HasMetadata> named = new HashMap<>();
        for (HasMetadata each : jobs) {
            named.put(each.getMetadata().getName(), each);
        }
        remotes.put(name, new Remote(copy, named));
    }

    private DispatchStep next(SomeWorkload local) {
        return next(local, new Jobs.Known<>(new RemoteJobs(), List.of(job)));
    }

    private DispatchStep next(@Nullable SomeWorkload local, Jobs jobs) {
        return DispatchPlan.next(
                new DispatchView(
                        local == null ? null : local.build(),
                        renewed,
                        MK,
                        clusters,
                        jobs,
                        remotes,
                        lost,
                        absences,
                        Configuration.read(settings, FeatureGates.defaultsOfPeer()),
                        NOW));
    }

    private static SomeWorkload reserved() {
        return SomeWorkload.reserved().check(MK, CheckState.PENDING, "");
    }

    private static SomeWorkload nominated() {
        return reserved().status(s -> s.withNominatedClusterNames(List.of("w1", "w2")));
    }

    private static SomeWorkload running() {
        return SomeWorkload.admitted()
                .check(MK, CheckState.READY, "")
                .status(s -> s.withClusterName("w1"));
    }

    private static SomeWorkload copy() {
        return SomeWorkload.pending()
                .withoutOwner()
                .spec(
                        s ->
                                s.withPreemptionGates(
                                        List.of(new PreemptionGate(PreemptionGates.MULTIKUEUE))));
    }

    private static SomeWorkload blocked() {
        return copy().is(WorkloadConditions.BLOCKED_ON_PREEMPTION_GATES, "PreemptionGated", GATED);
    }

    private static SomeWorkload admittedCopy() {
        UnaryOperator<WorkloadStatus> as = _ -> Facts.status(SomeWorkload.admitted().build());
        return copy().status(as);
    }

    private static AdmissionCheckState changed(DispatchStep step, SomeWorkload local) {
        return status(step, local).admissionChecks().getFirst();
    }

    private static WorkloadStatus status(DispatchStep step, SomeWorkload local) {
        assertThat(step).isInstanceOf(DispatchStep.Change.class);
        return Objects.requireNonNull(((DispatchStep.Change) step).change().apply(local.build()));
    }

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

    private static WorkloadStatus reservedJustNow(WorkloadStatus status) {
        return status.withConditions(
                List.of(
                        Conditions.condition(
                                WorkloadConditions.QUOTA_RESERVED,
                                true,
                                "QuotaReserved",
                                "",
                                1,
                                NOW)));
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
