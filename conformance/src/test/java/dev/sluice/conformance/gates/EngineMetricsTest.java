package dev.sluice.conformance.gates;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.config.Configuration;
import dev.sluice.api.feature.FeatureGates;
import dev.sluice.api.v1beta2.LocalQueue;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/// What `/metrics` says of the engine's inner life: heads that want the same victims (R4.14), classes of equivalent workloads
/// (R3.19), usage (R7.23) and gates of elastic jobs (L2.46). All of L8.
class EngineMetricsTest {
    /// Two queues take back what a third one has borrowed; both find out in the same cycle, as their namespace comes to be theirs.
    static Stage collide(Stage stage) throws InterruptedException {
        for (String queue : new String[] {"left", "right", "lender"}) {
            stage.create(
                    """
                    apiVersion: kueue.x-k8s.io/v1beta2
                    kind: ClusterQueue
                    metadata: {name: %1$s}
                    spec:
                      namespaceSelector: {matchLabels: %3$s}
                      cohortName: collision
                      preemption: {reclaimWithinCohort: Any}
                      resourceGroups:
                      - coveredResources: [cpu]
                        flavors:
                        - name: collision
                          resources: [{name: cpu, nominalQuota: %2$d}]
                    ---
                    apiVersion: kueue.x-k8s.io/v1beta2
                    kind: LocalQueue
                    metadata: {name: %1$s, namespace: ns}
                    spec: {clusterQueue: %1$s}
                    """
                            .formatted(
                                    queue,
                                    queue.equals("lender") ? 0 : 3,
                                    queue.equals("lender") ? "{}" : "{open: 'yes'}"));
        }
        stage.create(
                """
                apiVersion: kueue.x-k8s.io/v1beta2
                kind: ResourceFlavor
                metadata: {name: collision}
                """);
        stage.job("older", "lender", "2", "{}").after(Duration.ofSeconds(2));
        stage.job("newer", "lender", "4", "{}").after(Duration.ofSeconds(2));
        stage.job("from-left", "left", "3", "{}").after(Duration.ofSeconds(2));
        stage.job("from-right", "right", "1", "{}").after(Duration.ofSeconds(2));
        stage.client()
                .namespaces()
                .withName("ns")
                .patch(
                        PatchContext.of(PatchType.JSON_MERGE),
                        "{\"metadata\": {\"labels\": {\"open\": \"yes\"}}}");
        return stage.settle();
    }

    private static double value(Stage stage, String series) {
        return Objects.requireNonNull(stage.client().raw("/metrics"))
                .lines()
                .filter(line -> line.startsWith("kueue_" + series))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .findFirst()
                .orElse(Double.NaN);
    }

    /// V96 of the recorded worlds: the second one will fit once the first one's victim is gone; it is found out anew in each cycle
    /// until then.
    @Test
    void whoLooksAgainIsCounted() throws Exception {
        try (Stage stage = collide(Stage.open())) {
            assertThat(stage.admitted("from-left")).isTrue();
            assertThat(stage.evicted("newer")).isTrue();
            assertThat(
                            value(
                                    stage,
                                    "preemption_target_recomputations_total{cluster_queue=\"right\","
                                            + "replica_role=\"standalone\",result=\"deferred_fit\"}"))
                    .isPositive();
            assertThat(value(stage, "admission_cycle_preemption_skips{cluster_queue=\"right\""))
                    .isZero();
        }
    }

    /// Two jobs alike are one class; one that asks for more is another.
    @Test
    void equivalentWorkloadsCountOnce() throws Exception {
        try (Stage stage = Stage.open().queue("q", 1, "")) {
            stage.job("runs", "q", "1", "{}");
            stage.job("a", "q", "500m", "{}").job("b", "q", "500m", "{}").job("c", "q", "1", "{}");
            String series =
                    "pending_scheduling_hashes{cluster_queue=\"q\",replica_role=\"standalone\",";
            assertThat(value(stage, series + "status=\"inadmissible\"}")).isEqualTo(2);
            assertThat(value(stage, series + "status=\"active\"}")).isZero();
            assertThat(value(stage, "pending_workloads{cluster_queue=\"q\"")).isZero();
        }
    }

    /// Without the gate SchedulingEquivalenceHashing there are no classes.
    @Test
    void withoutHashingThereAreNoClasses() throws Exception {
        try (Stage stage =
                new Stage(
                                Configuration.read(
                                        "",
                                        FeatureGates.defaults()
                                                .with(
                                                        Map.of(
                                                                "SchedulingEquivalenceHashing",
                                                                false))))
                        .queue("q", 1, "")) {
            stage.job("runs", "q", "1", "{}").job("a", "q", "500m", "{}");
            assertThat(
                            value(
                                    stage,
                                    "pending_scheduling_hashes{cluster_queue=\"q\","
                                            + "replica_role=\"standalone\",status=\"inadmissible\"}"))
                    .isZero();
        }
    }

    /// V147: 4 cpus for five minutes with a half life of ten, over a weight of 2.
    @Test
    void usageIsThatOfTheQueueOrder() throws Exception {
        String byUsage =
                "admissionFairSharing: {usageHalfLifeTime: 10m, usageSamplingInterval: 5m}";
        try (Stage stage = Stage.with(byUsage)) {
            stage.queue("q", 4, "admissionScope: {admissionMode: UsageBasedAdmissionFairSharing}");
            stage.queue("plain", 4, "");
            stage.client()
                    .resources(LocalQueue.class)
                    .inNamespace("ns")
                    .withName("q")
                    .patch(
                            PatchContext.of(PatchType.JSON_MERGE),
                            "{\"spec\": {\"fairSharing\": {\"weight\": \"2\"}}}");
            stage.job("a", "q", "4", "{}").after(Duration.ofSeconds(2));
            String usage =
                    "local_queue_admission_fair_sharing_usage{cluster_queue=\"%1$s\",name=\"%1$s\"";
            assertThat(value(stage, usage.formatted("q"))).isEqualTo(1.171572875 / 2);
            assertThat(value(stage, usage.formatted("plain"))).isZero();
        }
    }

    /// One pod of an elastic job has a gate that its slice's admission takes away at once.
    @Test
    void removedGatesAreTimed() throws Exception {
        try (Stage stage = Stage.withPods("").queue("q", 4, "")) {
            stage.job("elastic", "q", "1", "{kueue.x-k8s.io/elastic-job: 'true'}")
                    .after(Duration.ofSeconds(3));
            String labels =
                    "{cluster_queue=\"q\",is_group=\"false\",name=\"kueue.x-k8s.io/elastic-job\","
                            + "replica_role=\"standalone\"}";
            assertThat(value(stage, "pod_scheduling_gate_removal_seconds_count" + labels)).isOne();
            assertThat(value(stage, "pod_scheduling_gate_removal_seconds_sum" + labels))
                    .isBetween(0.0, 3.0);
        }
    }
}
