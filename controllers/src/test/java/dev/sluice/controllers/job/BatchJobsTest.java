package dev.sluice.controllers.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.v1beta2.PodSet;
import dev.sluice.api.v1beta2.ReclaimablePod;
import io.fabric8.kubernetes.api.model.Toleration;
import io.fabric8.kubernetes.api.model.TolerationBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobBuilder;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/// `batch/v1` Jobs in the eyes of the queues (L3.1 to L3.7).
class BatchJobsTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    private final BatchJobs jobs = new BatchJobs(true, true);

    private static PodSetInfo info(
            int count, Map<String, String> nodeSelector, Toleration... tolerations) {
        return new PodSetInfo(
                "main",
                count,
                Map.of("kueue.x-k8s.io/podset", "main"),
                Map.of("kueue.x-k8s.io/workload", "job-a-1"),
                nodeSelector,
                List.of(tolerations),
                List.of());
    }

    private Job stopped(Job job, PodSetInfo original) {
        Job stopping = job;
        JobKind.Stop<Job> step;
        while ((step = jobs.nextStop(stopping, List.of(original), NOW)) != null) {
            stopping = step.object();
        }
        return stopping;
    }

    @Test
    void onePodSetWithoutGeneratedLabels() {
        PodSet podSet = jobs.podSets(SomeJob.suspended().build()).getFirst();

        assertThat(podSet.name()).isEqualTo("main");
        assertThat(podSet.count()).isEqualTo(2);
        assertThat(podSet.template().getMetadata().getLabels())
                .containsOnlyKeys("batch.kubernetes.io/job-name", "mine");
        assertThat(Objects.requireNonNull(podSet.topologyRequest()).podIndexLabel())
                .isEqualTo("batch.kubernetes.io/job-completion-index");
    }

    @Test
    void itsControllerConfirmsAStop() {
        Job unseen = SomeJob.suspended().withNewStatus().endStatus().build();
        Job elsewhere =
                new JobBuilder(unseen)
                        .editSpec()
                        .withManagedBy("kueue.x-k8s.io/multikueue")
                        .endSpec()
                        .build();

        assertThat(jobs.stopConfirmed(SomeJob.suspended().build())).isTrue();
        assertThat(jobs.stopConfirmed(unseen)).isFalse();
        assertThat(jobs.stopConfirmed(SomeJob.running())).isFalse();
        assertThat(jobs.stopConfirmed(elsewhere)).isTrue();
    }

    @Test
    void neverMorePodsThanCompletions() {
        Job job = SomeJob.suspended().editSpec().withCompletions(1).endSpec().build();
        assertThat(jobs.podSets(job).getFirst().count()).isEqualTo(1);
    }

    @Test
    void aVariableThatIsSetTwiceIsKeptOnce() {
        Job job =
                SomeJob.suspended()
                        .editSpec()
                        .editTemplate()
                        .editSpec()
                        .editFirstContainer()
                        .addNewEnv()
                        .withName("A")
                        .withValue("1")
                        .endEnv()
                        .addNewEnv()
                        .withName("B")
                        .withValue("2")
                        .endEnv()
                        .addNewEnv()
                        .withName("A")
                        .withValue("3")
                        .endEnv()
                        .endContainer()
                        .endSpec()
                        .endTemplate()
                        .endSpec()
                        .build();

        var env =
                jobs.podSets(job)
                        .getFirst()
                        .template()
                        .getSpec()
                        .getContainers()
                        .getFirst()
                        .getEnv();
        assertThat(env)
                .extracting(v -> v.getName() + "=" + v.getValue())
                .containsExactly("A=3", "B=2");
    }

    @Test
    void startingAddsAndStoppingRestores() {
        Job job = SomeJob.suspended().build();
        PodSetInfo original = PodSetInfo.of("main", 2, jobs.podSets(job).getFirst().template());
        Toleration toleration =
                new TolerationBuilder().withKey("spot").withOperator("Exists").build();

        Job started = jobs.started(job, List.of(info(2, Map.of("zone", "a"), toleration)));

        assertThat(started.getSpec().getSuspend()).isFalse();
        var template = started.getSpec().getTemplate();
        assertThat(template.getSpec().getNodeSelector()).isEqualTo(Map.of("zone", "a"));
        assertThat(template.getSpec().getTolerations()).containsExactly(toleration);
        assertThat(template.getMetadata().getLabels())
                .containsEntry("kueue.x-k8s.io/podset", "main");

        Job again = stopped(started, original);
        assertThat(again.getSpec()).isEqualTo(job.getSpec());
        assertThat(again.getMetadata().getAnnotations()).isNullOrEmpty();
    }

    @Test
    void aStopIsThreeWritesOfWhichTheFirstSuspends() {
        Job job =
                new JobBuilder(SomeJob.running())
                        .withNewStatus()
                        .withStartTime("2026-01-01T00:00:00Z")
                        .endStatus()
                        .build();
        PodSetInfo original = PodSetInfo.of("main", 2, jobs.podSets(job).getFirst().template());

        JobKind.Stop<Job> first =
                Objects.requireNonNull(jobs.nextStop(job, List.of(original), NOW));
        assertThat(first.suspends()).isTrue();
        assertThat(jobs.suspended(first.object())).isFalse();

        JobKind.Stop<Job> second =
                Objects.requireNonNull(jobs.nextStop(first.object(), List.of(original), NOW));
        assertThat(second.status()).isTrue();
        assertThat(second.object().getStatus().getStartTime()).isNull();

        JobKind.Stop<Job> third =
                Objects.requireNonNull(jobs.nextStop(second.object(), List.of(original), NOW));
        assertThat(jobs.suspended(third.object())).isTrue();
        assertThat(jobs.nextStop(third.object(), List.of(original), NOW)).isNull();
    }

    @Test
    void admittedInPartItRunsWithFewerPodsUntilItStops() {
        Job job =
                SomeJob.suspended()
                        .editMetadata()
                        .addToAnnotations("kueue.x-k8s.io/job-min-parallelism", "1")
                        .endMetadata()
                        .editSpec()
                        .withParallelism(6)
                        .withCompletions(12)
                        .endSpec()
                        .build();
        PodSet podSet = jobs.podSets(job).getFirst();
        assertThat(podSet.minCount()).isEqualTo(1);

        Job started = jobs.started(job, List.of(info(3, Map.of())));
        assertThat(started.getSpec().getParallelism()).isEqualTo(3);
        assertThat(started.getSpec().getCompletions()).isEqualTo(12);

        Job again = stopped(started, PodSetInfo.of("main", 6, podSet.template()));
        assertThat(again.getSpec().getParallelism()).isEqualTo(6);
    }

    @Test
    void podsThatAreDoneAreReady() {
        Job job =
                new JobBuilder(SomeJob.running())
                        .withNewStatus()
                        .withReady(1)
                        .withSucceeded(1)
                        .endStatus()
                        .build();
        assertThat(jobs.podsReady(job)).isTrue();
        assertThat(jobs.podsReady(SomeJob.running())).isFalse();
    }

    @Test
    void podsThatAreNotMadeAgainGiveTheirQuotaBack() {
        Job indexed =
                new JobBuilder(SomeJob.running())
                        .editSpec()
                        .withParallelism(3)
                        .withCompletions(3)
                        .withCompletionMode("Indexed")
                        .endSpec()
                        .withNewStatus()
                        .withCompletedIndexes("1")
                        .endStatus()
                        .build();
        assertThat(jobs.reclaimablePods(indexed)).containsExactly(new ReclaimablePod("main", 1));

        Job more = new JobBuilder(indexed).editSpec().withCompletions(9).endSpec().build();
        assertThat(jobs.reclaimablePods(more)).isEmpty();
        assertThat(new BatchJobs(true, false).reclaimablePods(indexed)).isEmpty();
    }

    @Test
    void theEndIsInTheConditions() {
        Job failed =
                new JobBuilder(SomeJob.running())
                        .withNewStatus()
                        .addNewCondition()
                        .withType("Failed")
                        .withStatus("True")
                        .withMessage("backoff limit")
                        .endCondition()
                        .endStatus()
                        .build();
        assertThat(jobs.ending(failed)).isEqualTo(new JobKind.Ending(false, "backoff limit"));
        assertThat(jobs.ending(SomeJob.running())).isNull();
    }
}
