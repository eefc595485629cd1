package dev.sluice.controllers.job;

import static dev.sluice.controllers.workload.SomeWorkload.NOW;
import static dev.sluice.controllers.workload.SomeWorkload.SETTINGS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.condition.Conditions;
import dev.sluice.api.config.Configuration;
import dev.sluice.api.name.Annotations;
import dev.sluice.api.name.Labels;
import dev.sluice.api.v1beta2.CheckState;
import dev.sluice.api.v1beta2.Workload;
import dev.sluice.api.v1beta2.WorkloadSpec;
import dev.sluice.api.v1beta2.WorkloadStatus;
import dev.sluice.controllers.workload.Facts;
import dev.sluice.controllers.workload.SomeWorkload;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// What is done about one job (L2.16 to L2.41).
class JobPlanTest {
    private final BatchJobs kind = new BatchJobs(true, true);
    private final Configuration settings = SETTINGS;
    private final List<Workload> workloads = new ArrayList<>();
    private @Nullable Workload prebuilt;
    private Priority priority = new Priority.Known(0, null);
    private Job job = SomeJob.suspended().build();

    private JobView view() {
        return SomeView.of(kind, job, workloads, prebuilt, priority, settings, NOW);
    }

    private JobStep next() {
        return JobPlan.next(view());
    }

    /// The workload as it would be made for the job, in another state.
    private Workload workloadOf(SomeWorkload state) {
        Workload workload = state.build();
        workload.setSpec(Facts.spec(workload).withPodSets(kind.podSets(job)));
        workloads.add(workload);
        return workload;
    }

    private WorkloadStatus written(JobStep step) {
        JobStep.ChangeStatus change = (JobStep.ChangeStatus) step;
        return Objects.requireNonNull(change.change().apply(change.workload()));
    }

    private static Condition condition(WorkloadStatus status, String type) {
        return Objects.requireNonNull(Conditions.find(status.conditions(), type), type);
    }

    /// KEP-6915: no Workload while the gate is there, not even one from a time when the gate did not count.
    @Test
    void aHeldJobLosesAWorkloadThatWaits() {
        job =
                SomeJob.suspended()
                        .editMetadata()
                        .addToAnnotations(Annotations.SCHEDULING_GATED_BY, "a.b/c")
                        .endMetadata()
                        .build();
        Workload workload = workloadOf(SomeWorkload.pending());

        assertThat(next()).isEqualTo(new JobStep.RemoveFinalizer(workload, null));

        workload.getMetadata().setFinalizers(List.of());
        assertThat(next()).isInstanceOf(JobStep.DeleteWorkload.class);

        workloads.clear();
        assertThat(next()).isInstanceOf(JobStep.NoteHold.class);
    }

    @Test
    void aNewJobGetsItsWorkloadInOneWrite() {
        JobStep.CreateWorkload create = (JobStep.CreateWorkload) next();

        Workload workload = create.workload();
        assertThat(workload.getMetadata().getName()).startsWith("job-a-");
        assertThat(workload.getMetadata().getLabels())
                .containsEntry("kueue.x-k8s.io/job-uid", "j1");
        assertThat(workload.getMetadata().getOwnerReferences()).hasSize(1);
        assertThat(workload.getMetadata().getFinalizers())
                .containsExactly("kueue.x-k8s.io/resource-in-use");
        WorkloadSpec spec = Facts.spec(workload);
        assertThat(spec.queueName()).isEqualTo("lq");
        assertThat(spec.priority()).isZero();
        assertThat(spec.podSets().getFirst().count()).isEqualTo(2);
    }

    @Test
    void aMissingPriorityClassIsSaidAndWaitedFor() {
        priority = new Priority.Missing("high");
        JobStep.Explain explain = (JobStep.Explain) next();
        assertThat(explain.happening().reason()).isEqualTo("WorkloadPriorityClassNotFound");
        assertThat(explain.happening().note())
                .isEqualTo("WorkloadPriorityClass \"high\" not found");
    }

    /// What was admitted before still starts, and what is evicted still stops.
    @Test
    void aClassThatIsChangedToAMissingOneStopsNothingElse() {
        priority = new Priority.Missing("high");
        job =
                new JobBuilder(job)
                        .editMetadata()
                        .addToLabels(Labels.PRIORITY_CLASS, "high")
                        .endMetadata()
                        .build();
        workloadOf(SomeWorkload.pending().isNot("PodsReady", "WaitForStart", "m"));
        assertThat(((JobStep.Explain) next()).subject()).isEqualTo("high");

        workloads.clear();
        workloadOf(SomeWorkload.admitted().isNot("PodsReady", "WaitForStart", "m"));
        assertThat(next()).isInstanceOf(JobStep.StartJob.class);
    }

    @Test
    void podsOfAnEarlierStartAreWaitedFor() {
        job = new JobBuilder(job).withNewStatus().withActive(1).endStatus().build();
        assertThat(next()).isEqualTo(JobStep.Rest.FOR_NOW);
    }

    @Test
    void aJobThatRunsWithoutWorkloadIsStopped() {
        job = SomeJob.running();
        assertThat(((JobStep.StopJob) next()).message())
                .isEqualTo("Missing Workload; unable to restore pod templates");
    }

    @Test
    void anAdmittedJobStarts() {
        workloadOf(SomeWorkload.admitted().isNot("PodsReady", "WaitForStart", "m"));
        JobStep.StartJob start = (JobStep.StartJob) next();
        assertThat(start.happening().note()).isEqualTo("Admitted by clusterQueue cq");
        assertThat(start.infos().getFirst().labels())
                .containsEntry("kueue.x-k8s.io/podset", "main")
                .containsEntry("kueue.x-k8s.io/cluster-queue-name", "cq")
                .containsEntry("kueue.x-k8s.io/local-queue-name", "lq");
    }

    @Test
    void anAdmittedJobStartsOnlyWhenItsControllerHasSeenItStandStill() {
        job = SomeJob.suspended().withNewStatus().endStatus().build();
        workloadOf(SomeWorkload.admitted().isNot("PodsReady", "WaitForStart", "m"));

        assertThat(next()).isEqualTo(JobStep.Rest.FOR_NOW);
    }

    @Test
    void quotaIsKeptUntilTheControllerHasSeenTheStop() {
        job = SomeJob.suspended().withNewStatus().endStatus().build();
        workloadOf(
                SomeWorkload.admitted()
                        .is("Evicted", "Preempted", "m")
                        .isNot("PodsReady", "WaitForStart", "m"));

        assertThat(next()).isEqualTo(JobStep.Rest.FOR_NOW);
    }

    @Test
    void aJobThatSomebodyElseStartsIsStopped() {
        job = SomeJob.running();
        workloadOf(
                SomeWorkload.pending()
                        .isNot("QuotaReserved", "WaitingForQuota", "m")
                        .isNot("PodsReady", "WaitForStart", "m"));
        assertThat(((JobStep.StopJob) next()).message()).isEqualTo("Not admitted by cluster queue");
    }

    @Test
    void anEvictedJobStopsAndThenGivesItsQuotaBack() {
        job = SomeJob.running();
        Workload workload =
                workloadOf(
                        SomeWorkload.admitted()
                                .is("PodsReady", "Started", "m")
                                .evicted("Preempted", "for another one"));
        workload.setSpec(
                Facts.spec(workload)
                        .withPodSets(
                                List.of(
                                        new dev.sluice.api.v1beta2.PodSet(
                                                "main",
                                                kind.podSets(job).getFirst().template(),
                                                1,
                                                null,
                                                null))));
        job =
                new JobBuilder(job)
                        .editSpec()
                        .withParallelism(1)
                        .endSpec()
                        .withNewStatus()
                        .withReady(1)
                        .withActive(1)
                        .endStatus()
                        .build();
        assertThat(((JobStep.StopJob) next()).message()).isEqualTo("for another one");

        job = new JobBuilder(job).editSpec().withSuspend(true).endSpec().build();
        assertThat(next()).isEqualTo(JobStep.Rest.FOR_NOW);

        job =
                new JobBuilder(job)
                        .withStatus(SomeJob.suspended().build().getStatus())
                        .editStatus()
                        .withActive(0)
                        .endStatus()
                        .build();
        WorkloadStatus status = written(next());
        assertThat(status.admission()).isNull();
        assertThat(condition(status, "Requeued").getStatus()).isEqualTo("True");
        assertThat(condition(status, "QuotaReserved").getReason()).isEqualTo("PendingEvaluation");
        assertThat(condition(status, "PodsReady").getReason()).isEqualTo("WaitForStart");
    }

    @Test
    void aDrainedJobWaitsForItsQueue() {
        job = new JobBuilder(job).editSpec().withParallelism(1).endSpec().build();
        workloadOf(
                SomeWorkload.admitted()
                        .is("PodsReady", "Started", "m")
                        .evicted("ClusterQueueStopped", "The ClusterQueue is stopped"));
        assertThat(condition(written(next()), "Requeued").getStatus()).isEqualTo("False");
    }

    @Test
    void anEditedJobTakesItsWorkloadAlong() {
        workloadOf(SomeWorkload.pending());
        job =
                SomeJob.suspended()
                        .editSpec()
                        .editTemplate()
                        .editSpec()
                        .editFirstContainer()
                        .editResources()
                        .addToRequests("cpu", new Quantity("2"))
                        .endResources()
                        .endContainer()
                        .endSpec()
                        .endTemplate()
                        .endSpec()
                        .build();

        JobStep.ChangeSpec change = (JobStep.ChangeSpec) next();
        WorkloadSpec spec = Objects.requireNonNull(change.change().apply(change.workload()));
        assertThat(
                        spec.podSets()
                                .getFirst()
                                .template()
                                .getSpec()
                                .getContainers()
                                .getFirst()
                                .getResources()
                                .getRequests()
                                .get("cpu"))
                .isEqualTo(new Quantity("2"));
        assertThat(spec.active()).isTrue();
    }

    @Test
    void aRunningJobThatWasEditedStartsOver() {
        job = new JobBuilder(SomeJob.running()).editSpec().withParallelism(1).endSpec().build();
        workloadOf(SomeWorkload.admitted().is("PodsReady", "Started", "m"));
        job = new JobBuilder(job).editSpec().withParallelism(2).endSpec().build();
        assertThat(((JobStep.StopJob) next()).message())
                .isEqualTo(
                        "No matching Workload; restoring pod templates according to existent Workload");

        job = SomeJob.suspended().build();
        assertThat(next()).isInstanceOf(JobStep.RemoveFinalizer.class);
        workloads.getFirst().getMetadata().setFinalizers(List.of());
        assertThat(((JobStep.DeleteWorkload) next()).happening().reason())
                .isEqualTo("DeletedWorkload");
    }

    @Test
    void aFinishedJobFinishesItsWorkloadAndLetsItGo() {
        job =
                new JobBuilder(SomeJob.running())
                        .editSpec()
                        .withParallelism(1)
                        .endSpec()
                        .withNewStatus()
                        .addNewCondition()
                        .withType("Complete")
                        .withStatus("True")
                        .withMessage("all done")
                        .endCondition()
                        .endStatus()
                        .build();
        Workload workload = workloadOf(SomeWorkload.admitted().is("PodsReady", "Started", "m"));

        JobStep.ChangeStatus finish = (JobStep.ChangeStatus) next();
        WorkloadStatus status = written(finish);
        assertThat(condition(status, "Finished").getReason()).isEqualTo("Succeeded");
        assertThat(Objects.requireNonNull(finish.happening()).note())
                .isEqualTo("Workload 'ns/job-a-12345' is declared finished");

        workload.setStatus(status);
        assertThat(((JobStep.RemoveFinalizer) next()).happening()).isNull();
        workload.getMetadata().setFinalizers(List.of());
        assertThat(next()).isEqualTo(JobStep.Rest.FOR_NOW);
        workloads.clear();
        assertThat(next()).isEqualTo(JobStep.Rest.FOR_NOW);
    }

    @Test
    void aWorkloadThatIsDeletedStopsItsJobFirst() {
        job = new JobBuilder(SomeJob.running()).editSpec().withParallelism(1).endSpec().build();
        Workload workload = workloadOf(SomeWorkload.admitted());
        workload.getMetadata().setDeletionTimestamp("2026-01-01T00:09:00Z");
        assertThat(((JobStep.StopJob) next()).message()).isEqualTo("Workload is deleted");

        job = new JobBuilder(job).editSpec().withSuspend(true).endSpec().build();
        assertThat(next()).isInstanceOf(JobStep.RemoveFinalizer.class);
    }

    @Test
    void checksThatSaySomethingAreReported() {
        workloadOf(
                SomeWorkload.reserved()
                        .check("chk", CheckState.PENDING, "wait a little")
                        .isNot("PodsReady", "WaitForStart", "m"));
        job = new JobBuilder(job).editSpec().withParallelism(1).endSpec().build();
        workloads.clear();
        workloadOf(
                SomeWorkload.reserved()
                        .check("chk", CheckState.PENDING, "wait a little")
                        .isNot("PodsReady", "WaitForStart", "m"));
        assertThat(((JobStep.Explain) next()).happening().note()).isEqualTo("chk: wait a little");
    }

    @Test
    void anotherQueueIsCopiedWhileNoQuotaIsHeld() {
        workloadOf(SomeWorkload.pending().spec(s -> s.withQueueName("other")));
        JobStep.ChangeSpec change = (JobStep.ChangeSpec) next();
        assertThat(Objects.requireNonNull(change.change().apply(change.workload())).queueName())
                .isEqualTo("lq");
    }

    @Test
    void aFirstDecisionIsAwaitedBeforePodsAreSpokenOf() {
        Workload workload = workloadOf(SomeWorkload.pending());
        workload.getMetadata().setCreationTimestamp(NOW.toString());
        assertThat(next()).isEqualTo(new JobStep.Rest(NOW.plusSeconds(2)));

        workload.getMetadata().setCreationTimestamp(NOW.minusSeconds(2).toString());
        assertThat(condition(written(next()), "PodsReady").getReason()).isEqualTo("WaitForStart");
    }

    @Test
    void aHeldJobHasNoWorkload() {
        job =
                SomeJob.suspended()
                        .editMetadata()
                        .addToAnnotations("kueue.x-k8s.io/scheduling-gated-by", "a.io/x")
                        .endMetadata()
                        .build();
        JobStep.NoteHold note = (JobStep.NoteHold) next();
        assertThat(note.note().message()).isEqualTo("Scheduling is gated by: a.io/x");

        job = kind.noted(job, note.note(), NOW);
        assertThat(next()).isEqualTo(JobStep.Rest.FOR_NOW);

        job = new JobBuilder(job).editMetadata().withAnnotations(null).endMetadata().build();
        JobStep.CreateWorkload create = (JobStep.CreateWorkload) next();
        assertThat(create.workload().getMetadata().getAnnotations())
                .containsKey("sluice.dev/job-creation-time");
        workloads.add(create.workload());
        assertThat(((JobStep.NoteHold) next()).note().held()).isFalse();
    }

    @Test
    void aPrebuiltWorkloadIsAdoptedWhenItComes() {
        job =
                SomeJob.suspended()
                        .editMetadata()
                        .addToAnnotations("kueue.x-k8s.io/prebuilt-workload-name", "pre")
                        .endMetadata()
                        .build();
        JobStep.Explain missing = (JobStep.Explain) next();
        assertThat(missing.happening().warning()).isFalse();
        assertThat(missing.happening().note())
                .isEqualTo("missing workload: there is no prebuilt Workload ns/pre");

        prebuilt = SomeWorkload.pending().build();
        prebuilt.getMetadata().getOwnerReferences().getFirst().setUid("another");
        JobStep.Explain taken = (JobStep.Explain) next();
        assertThat(taken.happening().warning()).isTrue();
        assertThat(taken.happening().note()).contains("belongs to Job ").contains("not taken");

        prebuilt = SomeWorkload.pending().withoutOwner().build();
        assertThat(next()).isInstanceOf(JobStep.Adopt.class);
    }
}
