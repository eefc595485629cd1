package dev.sluice.conformance.gates;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.v1beta2.AdmissionConstraints;
import dev.sluice.api.v1beta2.Permission;
import dev.sluice.controllers.workload.Facts;
import org.junit.jupiter.api.Test;

/// Deployments in queues (L3.50): each pod is queued on its own.
class DeploymentQueueTest {
    private static final String HELD = "kueue.x-k8s.io/scheduling-gated-by";

    @Test
    void asManyPodsRunAsFit() throws Exception {
        try (ServingStage stage = ServingStage.open().deployment(5, "")) {
            assertThat(stage.phases())
                    .containsOnlyOnce("Pending")
                    .filteredOn("Running"::equals)
                    .hasSize(4);
            assertThat(stage.stage().workloads()).hasSize(5);

            stage.patchDeployment("{\"spec\": {\"replicas\": 1}}");

            assertThat(stage.phases()).containsExactly("Running");
            assertThat(stage.stage().workloads()).hasSize(1);
        }
    }

    /// A pod that ends makes room for the next one, of the new template.
    @Test
    void aRolloutGoesThroughTheQueue() throws Exception {
        try (ServingStage stage = ServingStage.open().deployment(4, "")) {
            stage.patchDeployment(
                            """
                            {"spec": {"template": {"spec": {"containers":
                              [{"name": "c", "image": "registry.example.com/work:2",
                                "resources": {"requests": {"cpu": "1"}}}]}}}}
                            """)
                    .later()
                    .later();

            assertThat(stage.phases()).hasSize(4).containsOnly("Running");
            assertThat(stage.pods())
                    .extracting(ServingStage::image)
                    .containsOnly("registry.example.com/work:2");
            assertThat(stage.stage().workloads()).hasSize(4);
        }
    }

    /// KEP-6915: also those that come later; taking the gate away makes no new pods.
    @Test
    void aGateHoldsAllItsPods() throws Exception {
        try (ServingStage stage =
                ServingStage.open().deployment(1, "annotations: {" + HELD + ": a.io/x}")) {
            stage.patchDeployment("{\"spec\": {\"replicas\": 2}}");

            assertThat(stage.pods()).hasSize(2);
            assertThat(stage.allGated()).isTrue();
            assertThat(stage.stage().workloads()).isEmpty();
            assertThat(stage.notes("SchedulingGated", stage.deployment()))
                    .containsExactly("Scheduling is gated by: a.io/x");
            assertThat(stage.notes("SchedulingGated", stage.pods().getFirst())).hasSize(1);
            var before = stage.pods();

            stage.patchDeployment(Stage.annotated(HELD, "null"));

            assertThat(stage.phases()).containsExactly("Running", "Running");
            assertThat(stage.pods())
                    .extracting(pod -> pod.getMetadata().getUid())
                    .isEqualTo(before.stream().map(pod -> pod.getMetadata().getUid()).toList());
            assertThat(stage.notes("SchedulingGateCleared", stage.deployment())).hasSize(1);
        }
    }

    /// L3.48: the pods' own annotation counts, and whoever writes the other one is told.
    @Test
    void theOtherGateHoldsNothing() throws Exception {
        try (ServingStage stage =
                ServingStage.open()
                        .deployment(
                                1, "annotations: {kueue.x-k8s.io/admission-gated-by: a.io/x}")) {
            assertThat(stage.phases()).containsExactly("Running");
            assertThat(stage.notes("GateWithoutEffect", stage.deployment())).hasSize(1);
        }
    }

    /// KEP-8729
    @Test
    void whatItMustNotDoReachesTheWorkloadsOfItsPods() throws Exception {
        try (ServingStage stage =
                ServingStage.open()
                        .deployment(1, "annotations: {kueue.x-k8s.io/cannot-preempt: 'true'}")) {
            assertThat(Facts.spec(stage.workload()).admissionConstraints())
                    .isEqualTo(new AdmissionConstraints(Permission.NEVER, null));
        }
    }

    /// L2.8
    @Test
    void theQueueNamedDefaultIsForThoseThatNameNone() throws Exception {
        try (ServingStage stage = ServingStage.open()) {
            stage.stage().queue("default", 4, "");
            stage.stage()
                    .create(
                            """
                            apiVersion: apps/v1
                            kind: Deployment
                            metadata: {name: d, namespace: ns}
                            spec:
                              selector: {matchLabels: {app: d}}
                              template:
                                metadata: {labels: {app: d}}
                                spec:
                                  containers:
                                  - name: c
                                    image: registry.example.com/work:1
                                    resources: {requests: {cpu: "1"}}
                            """);

            assertThat(Facts.queueName(stage.later().workload())).isEqualTo("default");
        }
    }
}
