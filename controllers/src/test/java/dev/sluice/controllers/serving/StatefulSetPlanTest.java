package dev.sluice.controllers.serving;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.condition.Conditions;
import dev.sluice.api.condition.WorkloadConditions;
import dev.sluice.api.v1beta2.Workload;
import dev.sluice.controllers.job.JobStep;
import dev.sluice.controllers.workload.Facts;
import dev.sluice.controllers.workload.Reasons;
import dev.sluice.controllers.workload.SomeWorkload;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/// What is done next about a StatefulSet.
class StatefulSetPlanTest {
    private static final String NOW = SomeWorkload.NOW.toString();
    private static final String LATER = "2026-01-01T00:11:00Z";
    private static final String GATED_BY = "kueue.x-k8s.io/admission-gated-by";

    /// L3.62
    @Test
    void itsWorkloadIsThatOfAGroup() {
        Workload made = ((JobStep.CreateWorkload) job(SomeStatefulSet.queued().next())).workload();

        assertThat(Facts.name(made)).startsWith("statefulset-s-");
        assertThat(made.getMetadata().getAnnotations())
                .containsEntry("kueue.x-k8s.io/is-group-workload", "true")
                .containsEntry("kueue.x-k8s.io/job-owner-gvk", "apps/v1, Kind=StatefulSet")
                .containsEntry("kueue.x-k8s.io/job-owner-name", "s");
        assertThat(made.getMetadata().getLabels()).containsEntry("kueue.x-k8s.io/job-uid", "uid-s");
        assertThat(made.getMetadata().getOwnerReferences())
                .singleElement()
                .satisfies(owner -> assertThat(owner.getController()).isNull());
        assertThat(Facts.spec(made).podSets())
                .singleElement()
                .satisfies(
                        podSet -> {
                            assertThat(podSet.name()).isEqualTo("main");
                            assertThat(podSet.count()).isEqualTo(2);
                        });
    }

    /// L1.7, as recorded (T146, T153).
    @Test
    void onlyOneThatIsGatedHasAFinalizer() {
        assertThat(SomeStatefulSet.queued().made().getMetadata().getFinalizers()).isEmpty();
        assertThat(
                        SomeStatefulSet.queued()
                                .annotation(GATED_BY, "a.io/x")
                                .made()
                                .getMetadata()
                                .getFinalizers())
                .containsExactly("kueue.x-k8s.io/resource-in-use");
    }

    /// L3.62
    @Test
    void withoutReplicasNoWorkloadIsMade() {
        assertThat(job(SomeStatefulSet.queued().replicas(0).next()))
                .isEqualTo(JobStep.Rest.FOR_NOW);
    }

    /// L3.62, L3.67: the manager of several clusters makes it.
    @Test
    void forOneOfAnotherClusterNoWorkloadIsMade() {
        assertThat(
                        job(
                                SomeStatefulSet.queued()
                                        .label("kueue.x-k8s.io/multikueue-origin", "m")
                                        .next()))
                .isEqualTo(JobStep.Rest.FOR_NOW);
    }

    /// L3.61
    @Test
    void itsPodsAreToldTheirGroup() {
        Pod marked =
                SomeStatefulSet.queued()
                        .label("kueue.x-k8s.io/priority-class", "high")
                        .member(0)
                        .pods()
                        .getFirst();

        assertThat(marked.getMetadata().getLabels())
                .containsEntry("kueue.x-k8s.io/managed", "true")
                .containsEntry("kueue.x-k8s.io/queue-name", "lq")
                .containsEntry("kueue.x-k8s.io/priority-class", "high");
        assertThat(marked.getMetadata().getAnnotations())
                .containsEntry("kueue.x-k8s.io/pod-group-name", SomeStatefulSet.WORKLOAD)
                .containsEntry("kueue.x-k8s.io/prebuilt-workload-name", SomeStatefulSet.WORKLOAD)
                .containsEntry("kueue.x-k8s.io/pod-group-total-count", "2")
                .containsEntry("kueue.x-k8s.io/pod-group-fast-admission", "true")
                .containsEntry("kueue.x-k8s.io/pod-group-serving", "true")
                .containsEntry(
                        "kueue.x-k8s.io/pod-group-pod-index-label", "apps.kubernetes.io/pod-index")
                .containsEntry("kueue.x-k8s.io/role-hash", "main");
    }

    @Test
    void podsThatComeAtOnceAreToldAtOnce() {
        assertThat(marked(SomeStatefulSet.queued().pod(0).pod(1).next()))
                .containsExactly("s-0", "s-1");
        assertThat(SomeStatefulSet.queued().withWorkload().pod(0, "old", NOW).next())
                .isEqualTo(
                        new StatefulSetStep.OfJob(
                                new JobStep.Rest(SomeWorkload.NOW.plusSeconds(2))));
    }

    @Test
    void nobodyWaitsForPodsThatDoNotCome() {
        assertThat(marked(SomeStatefulSet.queued().pod(0).next())).containsExactly("s-0");
    }

    @Test
    void podsThatComeOneByOneAreToldOneByOne() {
        assertThat(marked(SomeStatefulSet.queued().oneByOne().pod(0, "old", NOW).next()))
                .containsExactly("s-0");
    }

    /// L3.63
    @Test
    void anotherQueueIsToldToPodsThatWait() {
        SomeStatefulSet moved =
                SomeStatefulSet.queued()
                        .member(0)
                        .running(1, null)
                        .label("kueue.x-k8s.io/queue-name", "other");

        assertThat(marked(moved.next())).containsExactly("s-0");
    }

    /// L3.66
    @Test
    void podsOfAnOldTemplateThatWaitAreReplaced() {
        SomeStatefulSet set = SomeStatefulSet.queued().rollsOut(1).pod(0).pod(1);

        StatefulSetStep.Replace step = (StatefulSetStep.Replace) set.withWorkload().next();

        assertThat(names(step.pods())).containsExactly("s-1");
    }

    @Test
    void podsThatMayStartAreNotReplaced() {
        SomeStatefulSet set = SomeStatefulSet.queued();
        Workload admitted = withStatus(set.made(), SomeWorkload.admitted().build());

        assertThat(set.rollsOut(0).workload(admitted).pod(0).pod(1).next())
                .isInstanceOf(StatefulSetStep.Mark.class);
    }

    /// L3.64
    @Test
    void atZeroTheReservationGoesOnceNoPodHoldsQuota() {
        SomeStatefulSet set = SomeStatefulSet.queued();
        Workload admitted = withStatus(set.made(), SomeWorkload.admitted().build());

        assertThat(job(set.workload(admitted).replicas(0).running(0, null).next()))
                .as("it has yet to be deleted")
                .isEqualTo(JobStep.Rest.FOR_NOW);
        assertThat(
                        job(
                                SomeStatefulSet.queued()
                                        .workload(admitted)
                                        .replicas(0)
                                        .running(0, LATER)
                                        .next()))
                .as("it still runs")
                .isEqualTo(new JobStep.Rest(Instant.parse(LATER)));

        Workload held = applied(SomeStatefulSet.queued().workload(admitted).replicas(0), admitted);
        assertThat(Facts.onHold(held)).isTrue();
        assertThat(Facts.status(held).admission()).isNull();
        assertThat(Facts.isNot(held, WorkloadConditions.ADMITTED, "NoReservation")).isTrue();
        assertThat(message(held)).isEqualTo("StatefulSet scaled to zero; workload on hold");
    }

    @Test
    void atZeroNothingIsQueued() {
        Workload pending = SomeStatefulSet.queued().made();

        assertThat(
                        Facts.onHold(
                                applied(
                                        SomeStatefulSet.queued().workload(pending).replicas(0),
                                        pending)))
                .isTrue();
    }

    /// L3.64, recorded: do right.
    @Test
    void fromZeroItIsQueuedForThePodsThatThereAreNow() {
        Workload held = held(SomeStatefulSet.queued());

        JobStep.ChangeSpec rewritten =
                (JobStep.ChangeSpec)
                        job(SomeStatefulSet.queued().workload(held).replicas(3).next());
        held.setSpec(rewritten.change().apply(held));
        assertThat(Facts.spec(held).podSets().getFirst().count()).isEqualTo(3);

        Workload resumed = applied(SomeStatefulSet.queued().workload(held).replicas(3), held);
        assertThat(Facts.onHold(resumed)).isFalse();
        assertThat(message(resumed))
                .isEqualTo("Workload no longer on hold; waiting for quota reservation");
    }

    /// FA1: queue and gate are right before it is let go.
    @Test
    void fromZeroItIsLetGoLast() {
        Workload held = held(SomeStatefulSet.queued().annotation(GATED_BY, "a.io/x,b.io/y"));
        SomeStatefulSet back =
                SomeStatefulSet.queued()
                        .annotation(GATED_BY, "a.io/x")
                        .label("kueue.x-k8s.io/queue-name", "other")
                        .workload(held);

        JobStep.ChangeSpec queue = (JobStep.ChangeSpec) job(back.next());
        held.setSpec(queue.change().apply(held));
        assertThat(((JobStep.ChangeGates) job(back.next())).gates()).isEqualTo("a.io/x");
    }

    @Test
    void whatIsFinishedIsNotUsedAgain() {
        Workload finished =
                withStatus(
                        SomeStatefulSet.queued().made(),
                        SomeWorkload.pending()
                                .is(WorkloadConditions.FINISHED, "FailedToStart", "why")
                                .build());

        assertThat(job(SomeStatefulSet.queued().workload(finished).replicas(0).next()))
                .isInstanceOf(JobStep.DeleteWorkload.class);
        assertThat(job(SomeStatefulSet.queued().workload(finished).next()))
                .isEqualTo(JobStep.Rest.FOR_NOW);
    }

    /// The quota of an evicted one goes back also when it has no pods that would tell.
    @Test
    void anEvictedOneWithoutPodsGivesItsQuotaBack() {
        Workload evicted =
                withStatus(
                        SomeStatefulSet.queued().made(),
                        SomeWorkload.admitted().evicted(Reasons.PREEMPTED, "why").build());

        Workload released = applied(SomeStatefulSet.queued().workload(evicted), evicted);

        assertThat(Facts.reserved(released)).isFalse();
    }

    private static Workload held(SomeStatefulSet set) {
        Workload made = set.made();
        return withStatus(
                made,
                SomeWorkload.pending()
                        .isNot(WorkloadConditions.QUOTA_RESERVED, "OnHold", "zero")
                        .build());
    }

    private static Workload withStatus(Workload workload, Workload other) {
        workload.setStatus(other.getStatus());
        return workload;
    }

    private static Workload applied(SomeStatefulSet set, Workload workload) {
        JobStep.ChangeStatus change = (JobStep.ChangeStatus) job(set.next());
        Workload changed = new Workload();
        changed.setMetadata(workload.getMetadata());
        changed.setSpec(workload.getSpec());
        changed.setStatus(change.change().apply(workload));
        return changed;
    }

    private static String message(Workload workload) {
        return Objects.requireNonNull(
                        Conditions.find(
                                Facts.conditions(workload), WorkloadConditions.QUOTA_RESERVED))
                .getMessage();
    }

    private static JobStep job(StatefulSetStep step) {
        return ((StatefulSetStep.OfJob) step).step();
    }

    private static List<String> marked(StatefulSetStep step) {
        return names(((StatefulSetStep.Mark) step).pods());
    }

    private static List<String> names(List<Pod> pods) {
        return pods.stream().map(pod -> pod.getMetadata().getName()).toList();
    }
}
