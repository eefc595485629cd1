package dev.sluice.localcluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.JobCondition;
import io.fabric8.kubernetes.api.model.batch.v1.JobStatus;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/// Jobs from their creation to their end (H9.1 to H9.12), all on one clock.
class JobStoriesTest {
    @Test
    void aJobRunsItsPodsAndCompletes() throws Exception {
        try (Story story = new Story()) {
            story.create(job("a", 2, 2, "sleep", "5").build());

            JobStatus running = story.job("a").getStatus();
            assertThat(running.getActive()).isEqualTo(2);
            assertThat(running.getReady()).isEqualTo(2);
            assertThat(running.getTerminating()).isZero();
            assertThat(running.getUncountedTerminatedPods()).isNotNull();
            assertThat(running.getConditions()).isNullOrEmpty();
            assertThat(story.pods())
                    .allSatisfy(
                            pod -> {
                                assertThat(pod.getMetadata().getGenerateName()).isEqualTo("a-");
                                assertThat(pod.getMetadata().getFinalizers())
                                        .containsExactly("batch.kubernetes.io/job-tracking");
                                assertThat(pod.getStatus().getPhase()).isEqualTo("Running");
                            });

            story.pass(Duration.ofSeconds(5));

            JobStatus done = story.job("a").getStatus();
            assertThat(done.getSucceeded()).isEqualTo(2);
            assertThat(done.getActive()).isNull();
            assertThat(done.getReady()).isZero();
            assertThat(conditions(story.job("a")))
                    .containsExactly(
                            "SuccessCriteriaMet=True CompletionsReached",
                            "Complete=True CompletionsReached");
            assertThat(done.getCompletionTime()).isEqualTo("2026-01-01T00:00:05Z");
            assertThat(story.pods())
                    .allSatisfy(
                            pod -> {
                                assertThat(pod.getStatus().getPhase()).isEqualTo("Succeeded");
                                assertThat(pod.getMetadata().getFinalizers()).isNullOrEmpty();
                            });
            assertThat(story.events("a"))
                    .containsExactly(
                            "SuccessfulCreate: Created pod: a-*",
                            "SuccessfulCreate: Created pod: a-*",
                            "Completed: Job completed");
        }
    }

    @Test
    void aSuspendedJobHasNoPodsUntilItIsResumedAndLosesThemWhenItIsSuspendedAgain()
            throws Exception {
        try (Story story = new Story()) {
            Job job =
                    story.create(
                            job("a", 1, 1, "sleep", "60")
                                    .editSpec()
                                    .withSuspend(true)
                                    .endSpec()
                                    .build());
            assertThat(story.pods()).isEmpty();
            assertThat(conditions(story.job("a"))).containsExactly("Suspended=True JobSuspended");
            assertThat(story.job("a").getStatus().getStartTime()).isNull();

            story.mergePatch(job, "{\"spec\":{\"suspend\":false}}");
            assertThat(conditions(story.job("a"))).containsExactly("Suspended=False JobResumed");
            assertThat(story.job("a").getStatus().getActive()).isEqualTo(1);

            story.mergePatch(job, "{\"spec\":{\"suspend\":true}}");
            JobStatus stopping = story.job("a").getStatus();
            assertThat(stopping.getTerminating()).isEqualTo(1);
            assertThat(stopping.getReady()).isZero();
            assertThat(stopping.getActive()).isNull();
            assertThat(story.pods()).singleElement().satisfies(this::isTerminatingUntracked);

            story.pass(Duration.ofSeconds(1));
            assertThat(story.pods()).isEmpty();
            JobStatus stopped = story.job("a").getStatus();
            assertThat(stopped.getTerminating()).isZero();
            assertThat(stopped.getFailed()).isNull();
            assertThat(story.events("a"))
                    .containsExactly(
                            "Suspended: Job suspended",
                            "SuccessfulCreate: Created pod: a-*",
                            "Resumed: Job resumed",
                            "SuccessfulDelete: Deleted pod: a-*");
        }
    }

    private void isTerminatingUntracked(Pod pod) {
        assertThat(pod.getMetadata().getDeletionTimestamp()).isNotNull();
        assertThat(pod.getMetadata().getFinalizers()).isNullOrEmpty();
    }

    @Test
    void aFailingJobTriesAgainAfterAPauseUntilItsBackoffLimit() throws Exception {
        try (Story story = new Story()) {
            story.create(
                    job("a", 1, 1, "sh", "-c", "sleep 1; exit 3")
                            .editSpec()
                            .withBackoffLimit(1)
                            .endSpec()
                            .build());

            story.pass(Duration.ofSeconds(1));
            assertThat(story.job("a").getStatus().getFailed()).isEqualTo(1);
            assertThat(story.pods()).hasSize(1);

            story.pass(Duration.ofSeconds(9));
            assertThat(story.pods()).hasSize(1);
            story.pass(Duration.ofSeconds(1));
            assertThat(story.pods()).hasSize(2);

            story.pass(Duration.ofSeconds(2));
            assertThat(story.job("a").getStatus().getFailed()).isEqualTo(2);
            assertThat(conditions(story.job("a")))
                    .containsExactly(
                            "FailureTarget=True BackoffLimitExceeded",
                            "Failed=True BackoffLimitExceeded");
            assertThat(story.pods())
                    .allSatisfy(
                            pod ->
                                    assertThat(
                                                    pod.getStatus()
                                                            .getContainerStatuses()
                                                            .getFirst()
                                                            .getState()
                                                            .getTerminated()
                                                            .getExitCode())
                                            .isEqualTo(3));
        }
    }

    @Test
    void anIndexedJobGivesEachIndexOnePod() throws Exception {
        try (Story story = new Story()) {
            story.create(
                    job("a", 2, 3, "sleep", "5")
                            .editSpec()
                            .withCompletionMode("Indexed")
                            .endSpec()
                            .build());
            assertThat(indexes(story)).containsExactly("0", "1");
            Pod first = story.pods().getFirst();
            assertThat(first.getSpec().getHostname()).isEqualTo("a-" + index(first));
            assertThat(first.getSpec().getContainers().getFirst().getEnv())
                    .extracting(env -> env.getName())
                    .containsExactly("JOB_COMPLETION_INDEX");

            story.pass(Duration.ofSeconds(6));
            assertThat(story.job("a").getStatus().getCompletedIndexes()).isEqualTo("0,1");
            assertThat(indexes(story)).containsExactly("0", "1", "2");

            story.pass(Duration.ofSeconds(6));
            assertThat(story.job("a").getStatus().getCompletedIndexes()).isEqualTo("0-2");
            assertThat(story.job("a").getStatus().getSucceeded()).isEqualTo(3);
            assertThat(conditions(story.job("a"))).contains("Complete=True CompletionsReached");
        }
    }

    @Test
    void aPodThatSomebodyDeletesIsCountedAsFailedAndReplaced() throws Exception {
        try (Story story = new Story()) {
            story.create(job("a", 1, 1, "sleep", "60").build());
            Pod first = story.pods().getFirst();

            story.client().resource(first).delete();
            story.pass(Duration.ofSeconds(30));

            assertThat(story.job("a").getStatus().getFailed()).isEqualTo(1);
            assertThat(story.job("a").getStatus().getUncountedTerminatedPods().getFailed())
                    .isNullOrEmpty();
            assertThat(story.pods())
                    .singleElement()
                    .satisfies(
                            pod ->
                                    assertThat(pod.getMetadata().getUid())
                                            .isNotEqualTo(first.getMetadata().getUid()));
        }
    }

    @Test
    void aDeadlineEndsAJob() throws Exception {
        try (Story story = new Story()) {
            story.create(
                    job("a", 1, 1, "sleep", "60")
                            .editSpec()
                            .withActiveDeadlineSeconds(10L)
                            .endSpec()
                            .build());

            story.pass(Duration.ofSeconds(11));

            assertThat(conditions(story.job("a")))
                    .containsExactly(
                            "FailureTarget=True DeadlineExceeded", "Failed=True DeadlineExceeded");
            assertThat(story.pods()).isEmpty();
        }
    }

    @Test
    void aFinishedJobDisappearsWithItsPodsWhenItsTimeIsUp() throws Exception {
        try (Story story = new Story()) {
            story.create(
                    job("a", 1, 1, "sleep", "1")
                            .editSpec()
                            .withTtlSecondsAfterFinished(10)
                            .endSpec()
                            .build());

            story.pass(Duration.ofSeconds(10));
            assertThat(conditions(story.job("a"))).contains("Complete=True CompletionsReached");

            story.pass(Duration.ofSeconds(2));
            assertThat(story.client().batch().v1().jobs().inNamespace("ns").list().getItems())
                    .isEmpty();
            assertThat(story.pods()).isEmpty();
        }
    }

    private static List<String> indexes(Story story) {
        return story.pods().stream().map(JobStoriesTest::index).sorted().toList();
    }

    private static String index(Pod pod) {
        return Objects.requireNonNull(
                pod.getMetadata().getAnnotations().get("batch.kubernetes.io/job-completion-index"));
    }

    private static List<String> conditions(Job job) {
        return job.getStatus().getConditions().stream().map(JobStoriesTest::condition).toList();
    }

    private static String condition(JobCondition condition) {
        return condition.getType() + "=" + condition.getStatus() + " " + condition.getReason();
    }

    private static JobBuilder job(
            String name, int parallelism, int completions, String... command) {
        return new JobBuilder()
                .withNewMetadata()
                .withNamespace("ns")
                .withName(name)
                .endMetadata()
                .withNewSpec()
                .withParallelism(parallelism)
                .withCompletions(completions)
                .withNewTemplate()
                .withNewSpec()
                .addNewContainer()
                .withName("c")
                .withImage("registry.example.com/work:1")
                .withCommand(command)
                .endContainer()
                .withRestartPolicy("Never")
                .endSpec()
                .endTemplate()
                .endSpec();
    }
}
