package dev.sluice.controllers.pod;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.condition.Conditions;
import dev.sluice.api.condition.WorkloadConditions;
import dev.sluice.api.v1beta2.Workload;
import dev.sluice.controllers.job.Composer;
import dev.sluice.controllers.job.Injection;
import dev.sluice.controllers.job.JobStep;
import dev.sluice.controllers.job.JobView;
import dev.sluice.controllers.job.JobWants;
import dev.sluice.controllers.job.Priority;
import dev.sluice.controllers.workload.Facts;
import dev.sluice.controllers.workload.Reasons;
import dev.sluice.controllers.workload.SomeWorkload;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// What is done next about a group of pods.
class GroupPlanTest {
    private static final Instant NOW = SomeWorkload.NOW;
    private static final String LATER = "2026-01-01T00:11:00Z";

    /// L3.26; nothing is tried again until a pod changes.
    @Test
    void whileItIsNoWholeSomebodyIsTold() {
        JobStep.Explain told =
                (JobStep.Explain) job(next(SomePod.group(SomePod.gated("g-0")), null));

        assertThat(told.happening().warning()).isTrue();
        assertThat(told.happening().reason()).isEqualTo("ErrWorkloadCompose");
    }

    @Test
    void aWholeGroupGetsItsWorkload() {
        JobStep.CreateWorkload made = (JobStep.CreateWorkload) job(next(both(), null));

        ObjectMeta metadata = made.workload().getMetadata();
        assertThat(metadata.getName()).isEqualTo("g");
        assertThat(metadata.getOwnerReferences())
                .extracting(owner -> owner.getName() + " " + owner.getController())
                .containsExactly("g-0 null", "g-1 null");
        assertThat(metadata.getAnnotations())
                .containsEntry("kueue.x-k8s.io/is-group-workload", "true");
        assertThat(metadata.getLabels()).isNull();
    }

    /// L3.26: what cannot run is let go before anything is made.
    @Test
    void podsThatFailedBeforeAreLetGo() {
        PodJob group =
                SomePod.group(
                        SomePod.gated("g-0"), SomePod.gated("g-1"), SomePod.over("g-2", "Failed"));

        assertThat(names(((PodStep.Finalize) next(group, null)).pods())).containsExactly("g-2");
    }

    @Test
    void tooManyPodsAreDeletedFirst() {
        PodJob group =
                SomePod.group(SomePod.gated("g-0"), SomePod.gated("g-1"), SomePod.gated("g-2"));

        assertThat(names(((PodStep.RemoveExcess) next(group, null)).pods())).containsExactly("g-2");
    }

    /// KEP-6915 and FA15
    @Test
    void oneHeldPodHoldsTheGroup() {
        PodJob group =
                SomePod.group(
                        SomePod.gated("g-0"),
                        SomePod.gated("g-1").annotation("scheduling-gated-by", "a.io/x"));

        assertThat(job(next(group, null))).isInstanceOf(JobStep.NoteHold.class);
    }

    /// L3.30, the gate PodIntegrationValidateGroupOwner.
    @Test
    void anotherWorkloadOfThatNameIsLeftAlone() {
        Workload other = SomeWorkload.pending().build();

        JobStep.Explain told = (JobStep.Explain) job(next(both(), other));

        assertThat(told.happening().reason()).isEqualTo("WorkloadNameConflict");
        assertThat(told.happening().note())
                .isEqualTo(
                        "A Workload named \"g\" already exists but is not a pod group workload; this pod group cannot be admitted");
    }

    @Test
    void aNewPodOwnsTheWorkloadToo() {
        Workload workload = owned(SomeWorkload.pending(), "g-0");

        PodStep.Own step = (PodStep.Own) next(both(), workload);

        assertThat(names(step.pods())).containsExactly("g-1");
    }

    /// L3.31
    @Test
    void anAdmittedGroupWaitsForTheReplacementOfAFailedPod() {
        Workload workload = owned(SomeWorkload.admitted(), "g-0", "g-1");
        PodJob group = SomePod.group(SomePod.over("g-0", "Failed"), SomePod.running("g-1"));

        Workload waiting = applied(next(group, workload), workload);

        assertThat(Facts.is(waiting, WorkloadConditions.WAITING_FOR_REPLACEMENT_PODS)).isTrue();
        assertThat(reason(waiting)).isEqualTo("PodsFailed");
    }

    @Test
    void anEvictedGroupSaysWhyItWaits() {
        Workload workload =
                owned(SomeWorkload.admitted().evicted(Reasons.PREEMPTED, "why"), "g-0", "g-1");
        PodJob group = SomePod.group(SomePod.over("g-0", "Failed"), SomePod.over("g-1", "Failed"));

        Workload waiting = applied(next(group, workload), workload);

        assertThat(reason(waiting)).isEqualTo("Preempted");
    }

    /// Pods that terminate are waited for as long as they run, by the clock if need be.
    @Test
    void anEvictedGroupLooksAgainWhenItsPodsShouldBeGone() {
        Workload workload =
                owned(
                        SomeWorkload.admitted()
                                .is(WorkloadConditions.PODS_READY, Reasons.STARTED, "all")
                                .evicted(Reasons.PREEMPTED, "why"),
                        "g-0",
                        "g-1");
        PodJob group =
                SomePod.group(
                        SomePod.running("g-0").deleted(LATER),
                        SomePod.running("g-1").deleted(LATER));

        PodStep step = next(group, workload, true);

        assertThat(job(step)).isEqualTo(new JobStep.Rest(Instant.parse(LATER)));
    }

    /// L3.30: pods that a Workload does not know cannot be admitted with it.
    @Test
    void aStrangerEndsTheWorkload() {
        Workload workload = owned(SomeWorkload.pending(), "g-0", "g-1");
        PodJob group =
                SomePod.group(
                        SomePod.gated("g-0"), SomePod.gated("g-1").annotation("role-hash", "x"));

        assertThat(job(next(group, workload))).isInstanceOf(JobStep.RemoveFinalizer.class);
    }

    /// L2.18, L3.34
    @Test
    void podsOfAFinishedWorkloadAreLetGo() {
        Workload workload =
                owned(
                        SomeWorkload.admitted()
                                .is(WorkloadConditions.FINISHED, "Succeeded", "done"),
                        "g-0",
                        "g-1");
        PodJob group =
                SomePod.group(SomePod.over("g-0", "Succeeded"), SomePod.over("g-1", "Succeeded"));

        assertThat(names(((PodStep.Finalize) next(group, workload)).pods()))
                .containsExactly("g-0", "g-1");
    }

    /// L3.43b
    @Test
    void aPrebuiltWorkloadThatDoesNotFitIsOutOfSync() {
        Workload workload = owned(SomeWorkload.pending(), "g-0", "g-1");
        PodJob group =
                SomePod.group(
                        SomePod.gated("g-0").label("prebuilt-workload-name", "g"),
                        SomePod.gated("g-1"),
                        SomePod.gated("g-2"));

        Workload finished = applied(next(group, workload), workload);

        assertThat(Conditions.reason(Facts.conditions(finished), WorkloadConditions.FINISHED))
                .isEqualTo("OutOfSync");
    }

    private static PodJob both() {
        return SomePod.group(SomePod.gated("g-0"), SomePod.gated("g-1"));
    }

    private static Workload owned(SomeWorkload some, String... pods) {
        Workload workload = some.build();
        workload.setMetadata(
                new ObjectMetaBuilder(workload.getMetadata())
                        .withName("g")
                        .withOwnerReferences(List.of())
                        .addToAnnotations("kueue.x-k8s.io/is-group-workload", "true")
                        .build());
        workload.setSpec(MembersTest.workload().getSpec());
        return GroupWorkload.owned(
                workload, List.of(pods).stream().map(name -> SomePod.gated(name).build()).toList());
    }

    private static PodStep next(PodJob group, @Nullable Workload workload) {
        return next(group, workload, false);
    }

    private static PodStep next(PodJob group, @Nullable Workload workload, boolean ready) {
        Composition composition = Composition.of(group, List.of(), false);
        Members members =
                workload == null
                        ? null
                        : Members.of(
                                group,
                                workload,
                                Facts.reserved(workload) && group.active(NOW, false));
        return GroupPlan.next(
                new GroupView(
                        group,
                        workload,
                        composition,
                        members,
                        view(group, workload, composition, ready)));
    }

    private static JobView view(
            PodJob group, @Nullable Workload workload, Composition composition, boolean ready) {
        Pod face = group.face();
        JobWants wants = JobWants.of(face, true, true, true);
        return new JobView(
                face,
                PodViews.REPORTER,
                group.suspended(workload),
                true,
                group.active(NOW, false),
                group.ending(),
                ready,
                true,
                composition instanceof Composition.Whole whole ? whole.podSets() : List.of(),
                group.reclaimable(),
                null,
                true,
                wants,
                workload == null ? List.of() : List.of(workload),
                null,
                () -> new Priority.Known(0, null),
                known ->
                        GroupWorkload.of(
                                "g",
                                new Composer(SomeWorkload.SETTINGS)
                                        .workload("Pod", "", face, wants, List.of(), known, false),
                                group.pods()),
                known -> new Injection.Ready(List.of()),
                SomeWorkload.SETTINGS,
                NOW);
    }

    private static JobStep job(PodStep step) {
        return ((PodStep.OfJob) step).step();
    }

    private static Workload applied(PodStep step, Workload workload) {
        JobStep.ChangeStatus change = (JobStep.ChangeStatus) job(step);
        Workload changed = new Workload();
        changed.setMetadata(workload.getMetadata());
        changed.setSpec(workload.getSpec());
        changed.setStatus(change.change().apply(workload));
        return changed;
    }

    private static @Nullable String reason(Workload workload) {
        return Conditions.reason(
                Facts.conditions(workload), WorkloadConditions.WAITING_FOR_REPLACEMENT_PODS);
    }

    private static List<String> names(List<Pod> pods) {
        return pods.stream().map(PodFacts::name).map(Objects::requireNonNull).toList();
    }
}
