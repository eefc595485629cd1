package dev.sluice.conformance.gates;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.v1beta2.ClusterQueue;
import dev.sluice.api.v1beta2.Cohort;
import dev.sluice.api.v1beta2.LocalQueue;
import dev.sluice.api.v1beta2.Workload;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// `/metrics` forgets queues and cohorts that are deleted (L8.5). What there is to forget is everything that L8 lists, since
/// [MetricNamesTest] sees all of it after the same events.
class DeletedQueuesTest {
    /// Labels that name what was deleted; `name` and `local_queue` are a LocalQueue's beside a namespace.
    private static final Pattern OWNED = Pattern.compile("[{,](\\w*cluster_queue|\\w*cohort)=");

    private static Stream<String> page(Stage stage) {
        return Objects.requireNonNull(stage.client().raw("/metrics"))
                .lines()
                .filter(line -> line.startsWith("kueue_"));
    }

    private static boolean isOfAQueue(String line) {
        return OWNED.matcher(line).find() || line.contains("namespace=");
    }

    private static Set<String> names(Stream<String> lines) {
        Set<String> names = new TreeSet<>();
        lines.forEach(
                line ->
                        names.add(
                                line.substring("kueue_".length(), line.indexOf('{'))
                                        .replaceFirst("_(bucket|sum|count)$", "")));
        return names;
    }

    @Test
    void nothingIsLeftOfThem() throws Exception {
        try (Stage stage = MetricNamesTest.everythingHappens()) {
            assertThat(names(page(stage).filter(DeletedQueuesTest::isOfAQueue)))
                    .contains(
                            "admitted_workloads_total",
                            "admission_constrained_workloads_total",
                            "cohort_subtree_admitted_workloads_total",
                            "local_queue_evicted_workloads_total",
                            "pod_scheduling_gate_removal_seconds",
                            "workload_eviction_latency_seconds")
                    .hasSizeGreaterThan(45);

            stage.client().batch().v1().jobs().inNamespace("ns").delete();
            stage.after(Duration.ofMinutes(2));
            stage.client().resources(Workload.class).inNamespace("ns").delete();
            for (var kind : List.of(LocalQueue.class, ClusterQueue.class, Cohort.class)) {
                stage.client().resources(kind).inAnyNamespace().delete();
                stage.after(Duration.ofSeconds(2));
            }

            assertThat(stage.client().resources(ClusterQueue.class).list().getItems()).isEmpty();
            assertThat(page(stage).filter(DeletedQueuesTest::isOfAQueue)).isEmpty();
            assertThat(names(page(stage))).contains("admission_attempts_total", "build_info");
        }
    }

    @Test
    void aQueueThatIsMadeAnewStartsFromZero() throws Exception {
        String admitted = "kueue_admitted_workloads_total{cluster_queue=\"q\"";
        try (Stage stage = Stage.open().queue("q", 3, "")) {
            stage.job("a", "q", "1", "{}").job("b", "q", "1", "{}");
            assertThat(page(stage).filter(line -> line.startsWith(admitted)))
                    .singleElement()
                    .satisfies(line -> assertThat(line).endsWith(" 2.0"));

            stage.client().batch().v1().jobs().inNamespace("ns").delete();
            stage.after(Duration.ofSeconds(2));
            stage.client().resources(LocalQueue.class).inNamespace("ns").delete();
            stage.client().resources(ClusterQueue.class).delete();
            stage.after(Duration.ofSeconds(2));
            assertThat(page(stage).filter(line -> line.contains("\"q\""))).isEmpty();

            stage.client()
                    .resources(dev.sluice.api.v1beta2.ResourceFlavor.class)
                    .withName("q")
                    .delete();
            stage.after(Duration.ofSeconds(2));
            stage.queue("q", 3, "").job("c", "q", "1", "{}");
            assertThat(page(stage).filter(line -> line.startsWith(admitted)))
                    .singleElement()
                    .satisfies(line -> assertThat(line).endsWith(" 1.0"));
            assertThat(
                            page(stage)
                                    .filter(
                                            line ->
                                                    line.startsWith(
                                                            "kueue_local_queue_admitted_workloads_total{name=\"q\"")))
                    .singleElement()
                    .satisfies(line -> assertThat(line).endsWith(" 1.0"));
        }
    }
}
