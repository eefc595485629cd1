package dev.sluice.conformance.gates;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// `/metrics` says what has happened in the peer's words (L8.1 to L8.5).
class MetricsPageTest {
    private static final String BORROW = "kueue.x-k8s.io/cannot-borrow";

    private static Stream<String> page(Stage stage) {
        return Objects.requireNonNull(stage.client().raw("/metrics")).lines();
    }

    /// The value of the series that begins so; NaN when there is none.
    private static double value(Stage stage, String series) {
        return page(stage)
                .filter(line -> line.startsWith(series))
                .map(line -> line.substring(line.lastIndexOf(' ') + 1))
                .mapToDouble(Double::parseDouble)
                .findFirst()
                .orElse(Double.NaN);
    }

    @Test
    void whatHappensToAWorkloadIsCounted() throws Exception {
        try (Stage stage =
                Stage.open().queue("q", 2, "preemption: {withinClusterQueue: LowerPriority}")) {
            stage.create(
                    """
                    apiVersion: kueue.x-k8s.io/v1beta2
                    kind: WorkloadPriorityClass
                    metadata: {name: high}
                    value: 1000
                    """);
            stage.job("first", "q", "2", "{}");

            assertThat(value(stage, "kueue_admitted_workloads_total{cluster_queue=\"q\"")).isOne();
            assertThat(value(stage, "kueue_quota_reserved_workloads_total{cluster_queue=\"q\""))
                    .isOne();
            assertThat(value(stage, "kueue_admission_attempts_total{replica_role=\"standalone\""))
                    .isPositive();
            assertThat(value(stage, "kueue_admitted_active_workloads{cluster_queue=\"q\""))
                    .isOne();
            assertThat(
                            page(stage)
                                    .filter(l -> l.startsWith("kueue_cluster_queue_status"))
                                    .filter(l -> l.contains("status=\"active\"")))
                    .singleElement()
                    .satisfies(line -> assertThat(line).endsWith(" 1.0"));

            stage.create(
                    Stage.manifest("second", "q", "2", "{}")
                            .replace(
                                    "labels: {",
                                    "labels: {kueue.x-k8s.io/priority-class: high, "));
            stage.after(Duration.ofSeconds(3));

            assertThat(
                            value(
                                    stage,
                                    "kueue_preempted_workloads_total{preempting_cluster_queue=\"q\",reason=\"InClusterQueue\""))
                    .isOne();
            assertThat(
                            value(
                                    stage,
                                    "kueue_evicted_workloads_total{cluster_queue=\"q\",priority_class=\"\",reason=\"Preempted\""))
                    .isOne();
            assertThat(
                            value(
                                    stage,
                                    "kueue_admission_wait_time_seconds_count{cluster_queue=\"q\",priority_class=\"high\""))
                    .isOne();
        }
    }

    /// FB15: once for each time that a constraint becomes the reason.
    @Test
    void aConstraintThatHoldsSomebodyBackIsCountedOnce() throws Exception {
        try (Stage stage = AdmissionConstraintTest.cohort(Stage.open())) {
            stage.job("polite", "a", "3", "{" + BORROW + ": 'true'}");
            for (int i = 0; i < 3; i++) {
                stage.job("other" + i, "b", "9", "{}").after(Duration.ofSeconds(1));
            }
            assertThat(
                            value(
                                    stage,
                                    "kueue_admission_constrained_workloads_total{constraint=\"cannot-borrow\""))
                    .isOne();
            assertThat(
                            page(stage)
                                    .filter(l -> l.startsWith("kueue_pending_workloads{cluster_queue=\"a\""))
                                    .mapToDouble(
                                            l ->
                                                    Double.parseDouble(
                                                            l.substring(l.lastIndexOf(' ') + 1)))
                                    .sum())
                    .isOne();
        }
    }
}
