package dev.sluice.localcluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.batch.v1.CronJob;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;

/// CronJobs make their jobs when they are due (H9.90).
class CronJobStoriesTest {
    private static final String EVERY_MINUTE =
            """
            apiVersion: batch/v1
            kind: CronJob
            metadata: {name: tick, namespace: ns}
            spec:
              schedule: '* * * * *'
              successfulJobsHistoryLimit: 2
              jobTemplate:
                spec:
                  template:
                    spec:
                      restartPolicy: Never
                      containers: [{name: c, image: i, command: [sleep, '90']}]
            """;

    @Test
    void eachMinuteHasItsJobAndTheOldOnesGo() throws Exception {
        try (Story story = new Story()) {
            create(story, EVERY_MINUTE.replace("'90'", "'5'"));
            assertThat(jobs(story)).isEmpty();

            story.pass(Duration.ofSeconds(60));
            assertThat(jobs(story)).hasSize(1);
            assertThat(jobs(story).getFirst())
                    .as("named by the minute of its time")
                    .isEqualTo("tick-" + Story.START.plusSeconds(60).getEpochSecond() / 60);

            story.pass(Duration.ofMinutes(4));
            assertThat(jobs(story)).as("two that are done and the one that runs").hasSize(3);
            CronJob cron = cron(story);
            assertThat(cron.getStatus().getLastScheduleTime()).isEqualTo("2026-01-01T00:05:00Z");
            assertThat(cron.getStatus().getLastSuccessfulTime()).isEqualTo("2026-01-01T00:04:05Z");
            assertThat(cron.getStatus().getActive()).hasSize(1);
        }
    }

    @Test
    void aForbiddenOverlapLeavesTheJobThatRunsAlone() throws Exception {
        try (Story story = new Story()) {
            create(
                    story,
                    EVERY_MINUTE.replace(
                            "spec:\n  sch", "spec:\n  concurrencyPolicy: Forbid\n  sch"));

            story.pass(Duration.ofSeconds(130));

            assertThat(jobs(story)).hasSize(1);
            assertThat(story.events("tick"))
                    .anyMatch(event -> event.startsWith("JobAlreadyActive"));
        }
    }

    @Test
    void aReplacedJobMakesRoomForTheNext() throws Exception {
        try (Story story = new Story()) {
            create(
                    story,
                    EVERY_MINUTE.replace(
                            "spec:\n  sch", "spec:\n  concurrencyPolicy: Replace\n  sch"));

            story.pass(Duration.ofSeconds(60));
            String first = jobs(story).getFirst();
            story.pass(Duration.ofSeconds(61));

            assertThat(jobs(story)).singleElement().isNotEqualTo(first);
        }
    }

    @Test
    void aSuspendedOneMakesNone() throws Exception {
        try (Story story = new Story()) {
            create(story, EVERY_MINUTE.replace("spec:\n  sch", "spec:\n  suspend: true\n  sch"));

            story.pass(Duration.ofMinutes(3));

            assertThat(jobs(story)).isEmpty();
        }
    }

    private static void create(Story story, String yaml) throws InterruptedException {
        story.client().resource(yaml).create();
        story.settle();
    }

    private static CronJob cron(Story story) {
        return story.client().batch().v1().cronjobs().inNamespace("ns").withName("tick").get();
    }

    private static List<String> jobs(Story story) {
        return story.client().batch().v1().jobs().inNamespace("ns").list().getItems().stream()
                .sorted(Comparator.comparing((Job job) -> job.getMetadata().getName()))
                .map(job -> job.getMetadata().getName())
                .toList();
    }
}
