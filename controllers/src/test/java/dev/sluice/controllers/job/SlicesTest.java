package dev.sluice.controllers.job;

import static dev.sluice.controllers.workload.SomeWorkload.NOW;
import static dev.sluice.controllers.workload.SomeWorkload.SETTINGS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.condition.Conditions;
import dev.sluice.api.condition.WorkloadConditions;
import dev.sluice.api.name.Annotations;
import dev.sluice.api.v1beta2.PodSet;
import dev.sluice.api.v1beta2.Workload;
import dev.sluice.controllers.workload.Facts;
import dev.sluice.controllers.workload.SomeWorkload;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Elastic jobs grow by a second Workload and shrink within the one they have (L2.43 to L2.45).
class SlicesTest {
    private final BatchJobs kind = new BatchJobs(true, true);

    private static Job running(int parallelism) {
        Job job = SomeJob.running();
        job.getMetadata().setAnnotations(new HashMap<>(Map.of(Annotations.ELASTIC_JOB, "true")));
        job.getSpec().setParallelism(parallelism);
        job.getSpec().setCompletions(null);
        return job;
    }

    private JobStep next(Job job, Workload... slices) {
        return JobPlan.next(
                SomeView.of(
                        kind,
                        job,
                        List.of(slices),
                        null,
                        new Priority.Known(0, null),
                        SETTINGS,
                        NOW));
    }

    /// A slice for two pods.
    private Workload slice(String name, SomeWorkload state) {
        Workload slice =
                state.is(WorkloadConditions.PODS_READY, "Started", "ready").forPods(2).build();
        slice.getMetadata().setName(name);
        slice.setSpec(Facts.spec(slice).withPodSets(kind.podSets(running(2))));
        return slice;
    }

    private static Integer count(Workload slice) {
        PodSet podSet = Facts.spec(slice).podSets().getFirst();
        return Objects.requireNonNull(podSet.count());
    }

    @Test
    void moreThanItHoldsQuotaForIsASliceOfItsOwn() {
        Workload held = slice("first", SomeWorkload.admitted());

        Workload made = ((JobStep.CreateWorkload) next(running(5), held)).workload();

        assertThat(count(made)).isEqualTo(5);
        assertThat(Facts.annotation(made, Annotations.WORKLOAD_SLICE_REPLACEMENT_FOR))
                .isEqualTo(Facts.path(held));
        assertThat(Facts.annotation(made, Annotations.WORKLOAD_SLICE_NAME)).isEqualTo("first");
        assertThat(Facts.name(made)).isNotEqualTo(Facts.name(held));
    }

    /// recorded.md on L2.44: usage and admission follow, both.
    @Test
    void lessIsASmallerSliceAndASmallerAdmission() {
        Workload held = slice("first", SomeWorkload.admitted());

        JobStep.ChangeSpec smaller = (JobStep.ChangeSpec) next(running(1), held);
        held.setSpec(smaller.change().apply(held));
        assertThat(count(held)).isEqualTo(1);

        JobStep.ChangeStatus follows = (JobStep.ChangeStatus) next(running(1), held);
        var admission =
                Objects.requireNonNull(
                        Objects.requireNonNull(follows.change().apply(held)).admission());
        assertThat(admission.podSetAssignments().getFirst().count()).isEqualTo(1);
        assertThat(admission.podSetAssignments().getFirst().resourceUsage())
                .containsEntry("cpu", new Quantity("1"));
    }

    /// FB12: while the greater slice waits, whatever for, the running one is left alone.
    @Test
    void whileTheGreaterSliceWaitsTheJobRunsOn() {
        Workload held = slice("first", SomeWorkload.admitted());
        Workload waiting = slice("second", SomeWorkload.pending());
        waiting.getMetadata()
                .setAnnotations(
                        Map.of(Annotations.WORKLOAD_SLICE_REPLACEMENT_FOR, Facts.path(held)));

        JobStep step = next(running(2), held, waiting);

        assertThat(step)
                .isNotInstanceOf(JobStep.StopJob.class)
                .isNotInstanceOf(JobStep.DeleteWorkload.class);
    }

    /// L2.45: a second slice that replaces nobody is finished.
    @Test
    void aSliceThatReplacesNobodyEnds() {
        Workload held = slice("first", SomeWorkload.admitted());
        Workload stray = slice("second", SomeWorkload.pending());

        JobStep.ChangeStatus end = (JobStep.ChangeStatus) next(running(2), held, stray);

        assertThat(Facts.name(end.workload())).isEqualTo("second");
        var finished =
                Objects.requireNonNull(
                        Conditions.find(
                                Objects.requireNonNull(end.change().apply(stray)).conditions(),
                                WorkloadConditions.FINISHED));
        assertThat(finished.getReason()).isEqualTo("OutOfSync");
    }

    /// A crash between the admission of the greater slice and the end of the smaller one counts nothing twice for long.
    @Test
    void whoWasReplacedEndsThoughTheSchedulerForgotIt() {
        Workload old = slice("first", SomeWorkload.admitted());
        Workload young = slice("second", SomeWorkload.admitted());
        young.getMetadata()
                .setAnnotations(
                        Map.of(Annotations.WORKLOAD_SLICE_REPLACEMENT_FOR, Facts.path(old)));

        JobStep.ChangeStatus end = (JobStep.ChangeStatus) next(running(2), old, young);

        assertThat(Facts.name(end.workload())).isEqualTo("first");
        var finished =
                Objects.requireNonNull(
                        Conditions.find(
                                Objects.requireNonNull(end.change().apply(old)).conditions(),
                                WorkloadConditions.FINISHED));
        assertThat(finished.getReason()).isEqualTo("WorkloadSliceReplaced");
    }

    /// Somebody deletes the slice that is there: the job gets a new one, though the slices before it have finished.
    @ParameterizedTest
    @ValueSource(strings = {"WorkloadSliceReplaced", "OutOfSync"})
    void aJobWhoseOnlySlicesWereReplacedGetsANewOne(String reason) {
        Workload old =
                slice(
                        "first",
                        SomeWorkload.admitted().is(WorkloadConditions.FINISHED, reason, "gone"));
        Job job = running(3);
        job.getSpec().setSuspend(true);

        assertThat(next(job, old)).isInstanceOf(JobStep.CreateWorkload.class);
    }
}
