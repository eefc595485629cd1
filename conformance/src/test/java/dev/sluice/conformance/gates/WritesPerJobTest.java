package dev.sluice.conformance.gates;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.v1beta2.Workload;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.client.Watch;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/// How often our controllers write objects for one job. All writes of a Workload are ours, and of a Job those that change its
/// spec; its status is the Job controller's.
class WritesPerJobTest {
    private static final String ENDS = "command: [sleep, '5']\n        image:";
    private static final String LAST = "last";

    /// The whole life of a job: Workload made, admitted, ready, finished, let go; Job started. Two changes of pods may come
    /// together or one after the other.
    @Test
    void aJobCostsAtMostSixWrites() throws Exception {
        assertThat(writesOfOneJob("{}")).hasSizeBetween(4, 6);
    }

    @Test
    void withoutWaitForPodsReadyItCostsAtMostFive() throws Exception {
        assertThat(writesOfOneJob("featureGates: {DisableWaitForPodsReady: true}"))
                .hasSizeBetween(4, 5);
    }

    private static List<String> writesOfOneJob(String settings) throws Exception {
        try (Stage stage = Stage.withPods(settings).queue("q", 1, "")) {
            String before = version(stage);
            stage.create(Stage.manifest("a", "q", "1", "{}").replace("image:", ENDS));
            stage.after(Duration.ofMinutes(1));
            assertThat(stage.job("a").getStatus().getSucceeded()).isOne();
            return writes(stage, before);
        }
    }

    /// Others come, start and end beside it; what its message says stays the same.
    @Test
    void aWaitingJobCostsNoWriteUnlessItsMessageChanges() throws Exception {
        try (Stage stage = Stage.withPods("{}").queue("full", 1, "").queue("q", 4, "")) {
            stage.job("holder", "full", "1", "{}").job("waits", "full", "1", "{}");
            stage.after(Duration.ofSeconds(10));
            String before = version(stage);
            String waiting = stage.workload("waits").orElseThrow().getMetadata().getName();

            for (int i = 0; i < 3; i++) {
                stage.create(Stage.manifest("other" + i, "q", "1", "{}").replace("image:", ENDS));
                stage.job("same" + i, "full", "1", "{}").after(Duration.ofMinutes(1));
            }

            assertThat(writes(stage, before))
                    .isNotEmpty()
                    .noneMatch(write -> write.contains(waiting) || write.contains("Job waits"));
        }
    }

    /// The newest revision: that of an object that is made for this.
    private static String version(Stage stage) {
        return stage.client()
                .configMaps()
                .inNamespace("ns")
                .resource(
                        new ConfigMapBuilder()
                                .withNewMetadata()
                                .withGenerateName("mark-")
                                .endMetadata()
                                .build())
                .create()
                .getMetadata()
                .getResourceVersion();
    }

    private static List<String> writes(Stage stage, String since) throws Exception {
        List<String> writes = new ArrayList<>(changes(stage, Workload.class, since));
        Map<String, Long> generations = new HashMap<>();
        for (String change : changes(stage, Job.class, since)) {
            String[] parts = change.split(" ", 3);
            Long before = generations.put(parts[1], Long.valueOf(parts[2]));
            if (before != null && before < Long.parseLong(parts[2])) {
                writes.add(change);
            }
        }
        return writes;
    }

    /// What the server has recorded of a kind since a revision; a last object is made, to know that all has come.
    private static <T extends HasMetadata> List<String> changes(
            Stage stage, Class<T> kind, String since) throws Exception {
        BlockingQueue<String> seen = new LinkedBlockingQueue<>();
        try (Watch _ =
                stage.client()
                        .resources(kind)
                        .inNamespace("ns")
                        .watch(
                                new ListOptionsBuilder().withResourceVersion(since).build(),
                                new Recording<T>(seen))) {
            String last = LAST + "-" + kind.getSimpleName().toLowerCase(Locale.ROOT);
            if (kind == Job.class) {
                stage.create(
                        Stage.manifest(last, "q", "1", "{}")
                                .replace("labels: {kueue.x-k8s.io/queue-name: q}", "labels: {}"));
            } else {
                stage.create(
                        """
                        apiVersion: kueue.x-k8s.io/v1beta2
                        kind: Workload
                        metadata: {name: %s, namespace: ns}
                        spec:
                          podSets:
                          - name: main
                            count: 1
                            template:
                              spec:
                                restartPolicy: Never
                                containers: [{name: c, image: registry.example.com/work:1}]
                        """
                                .formatted(last));
            }
            List<String> changes = new ArrayList<>();
            while (true) {
                String change = seen.poll(60, TimeUnit.SECONDS);
                assertThat(change).as("the last object of kind " + kind).isNotNull();
                if (change.contains(last)) {
                    return changes;
                }
                changes.add(change);
            }
        }
    }

    private record Recording<T extends HasMetadata>(BlockingQueue<String> seen)
            implements Watcher<T> {
        @Override
        public void eventReceived(Action action, T object) {
            seen.add(
                    "%s %s %d"
                            .formatted(
                                    object.getKind(),
                                    object.getMetadata().getName(),
                                    object.getMetadata().getGeneration()));
        }

        @Override
        public void onClose(WatcherException cause) {
            // The test is over.
        }
    }
}
