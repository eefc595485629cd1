package dev.sluice.localcluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobBuilder;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What the policies of a job make of its pods: failures, successes, replacements, other managers (H8.20–H8.26).
class JobPolicyStoriesTest {
    @Test
    void anExitCodeThatARuleNamesFailsTheJobAtOnce() throws Exception {
        try (Story story = new Story()) {
            story.create(
                    job(1, 1, "sh", "-c", "sleep 1; exit 42")
                            .editSpec()
                            .withNewPodFailurePolicy()
                            .addNewRule()
                            .withAction("FailJob")
                            .withNewOnExitCodes()
                            .withContainerName("c")
                            .withOperator("In")
                            .withValues(42)
                            .endOnExitCodes()
                            .endRule()
                            .endPodFailurePolicy()
                            .endSpec()
                            .build());

            story.pass(Duration.ofSeconds(5));

            assertThat(conditions(story.job("a")))
                    .containsExactly(
                            "FailureTarget=True PodFailurePolicy", "Failed=True PodFailurePolicy");
            assertThat(story.job("a").getStatus().getConditions().getLast().getMessage())
                    .isEqualTo(
                            "Container c for pod ns/"
                                    + story.pods().getFirst().getMetadata().getName()
                                    + " failed with exit code 42 matching FailJob rule at index 0");
        }
    }

    @Test
    void aFailureThatARuleIgnoresIsNotCounted() throws Exception {
        try (Story story = new Story()) {
            story.create(
                    job(1, 1, "sh", "-c", "sleep 1; exit 7")
                            .editSpec()
                            .withBackoffLimit(0)
                            .withNewPodFailurePolicy()
                            .addNewRule()
                            .withAction("Ignore")
                            .withNewOnExitCodes()
                            .withContainerName("c")
                            .withOperator("In")
                            .withValues(7)
                            .endOnExitCodes()
                            .endRule()
                            .endPodFailurePolicy()
                            .endSpec()
                            .build());

            story.pass(Duration.ofSeconds(3));

            assertThat(story.job("a").getStatus().getFailed()).isIn(null, 0);
            assertThat(conditions(story.job("a"))).isEmpty();
        }
    }

    @Test
    void anIndexThatFailsTooOftenIsGivenUpWhileTheOthersGoOn() throws Exception {
        try (Story story = new Story()) {
            story.create(
                    job(2, 2, "sh", "-c", "sleep 1; exit 1")
                            .editSpec()
                            .withCompletionMode("Indexed")
                            .withBackoffLimitPerIndex(0)
                            .withMaxFailedIndexes(2)
                            .endSpec()
                            .build());

            story.pass(Duration.ofSeconds(5));

            assertThat(story.job("a").getStatus().getFailedIndexes()).isEqualTo("0,1");
            assertThat(conditions(story.job("a"))).endsWith("Failed=True FailedIndexes");
        }
    }

    @Test
    void aJobHasSucceededWhenItsSuccessPolicySaysSo() throws Exception {
        try (Story story = new Story()) {
            story.create(
                    job(1, 3, "sleep", "1")
                            .editSpec()
                            .withCompletionMode("Indexed")
                            .withNewSuccessPolicy()
                            .addNewRule(1, "0-1")
                            .endSuccessPolicy()
                            .endSpec()
                            .build());

            story.pass(Duration.ofSeconds(5));

            assertThat(conditions(story.job("a")))
                    .containsExactly(
                            "SuccessCriteriaMet=True SuccessPolicy", "Complete=True SuccessPolicy");
            assertThat(story.job("a").getStatus().getCompletedIndexes()).isEqualTo("0");
        }
    }

    @Test
    void aPodThatIsEndingIsReplacedOnlyWhenItHasFailedIfTheJobSaysSo() throws Exception {
        try (Story story = new Story()) {
            Job job =
                    job(1, 1, "sleep", "60")
                            .editSpec()
                            .withPodReplacementPolicy("Failed")
                            .editTemplate()
                            .withNewMetadata()
                            .addToAnnotations("sim.sluice.dev/terminate-after-seconds", "20")
                            .endMetadata()
                            .endTemplate()
                            .endSpec()
                            .build();
            story.create(job);
            Pod first = story.pods().getFirst();

            story.client().resource(first).delete();
            story.pass(Duration.ofSeconds(5));
            assertThat(story.pods()).hasSize(1);
            assertThat(story.job("a").getStatus().getTerminating()).isEqualTo(1);

            story.pass(Duration.ofSeconds(40));
            assertThat(story.pods())
                    .anyMatch(
                            pod ->
                                    !pod.getMetadata()
                                            .getUid()
                                            .equals(first.getMetadata().getUid()));
        }
    }

    @Test
    void aJobOfAnotherManagerIsLeftAlone() throws Exception {
        try (Story story = new Story()) {
            story.create(
                    job(1, 1, "sleep", "1")
                            .editSpec()
                            .withManagedBy("example.com/other")
                            .endSpec()
                            .build());

            story.pass(Duration.ofSeconds(5));

            assertThat(story.pods()).isEmpty();
            assertThat(story.job("a").getStatus().getStartTime()).isNull();
        }
    }

    private static List<String> conditions(Job job) {
        return job.getStatus().getConditions().stream()
                .map(c -> c.getType() + "=" + c.getStatus() + " " + c.getReason())
                .toList();
    }

    private static JobBuilder job(int parallelism, int completions, String... command) {
        return new JobBuilder()
                .withNewMetadata()
                .withNamespace("ns")
                .withName("a")
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
