package dev.sluice.conformance.gates;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.v1beta2.AdmissionConstraints;
import dev.sluice.api.v1beta2.Permission;
import dev.sluice.api.v1beta2.Workload;
import dev.sluice.controllers.workload.Facts;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Pods of their own in queues (L3.12 to L3.24).
class PlainPodTest {
    private static final String HELD_BY = "kueue.x-k8s.io/scheduling-gated-by";

    /// L3.12: nothing is different for it.
    @Test
    void aPodWithoutAQueueIsLeftAlone() throws Exception {
        try (PodStage stage = PodStage.open().pod("p", "app: x", "").later()) {
            assertThat(stage.pod("p").getMetadata().getLabels()).containsOnlyKeys("app");
            assertThat(stage.pod("p").getMetadata().getFinalizers()).isEmpty();
            assertThat(stage.phase("p")).isEqualTo("Running");
            assertThat(stage.stage().workloads()).isEmpty();
        }
    }

    /// Pods are queued only where the configuration says so.
    @Test
    void withoutTheFrameworkALabelMeansNothing() throws Exception {
        try (Stage stage = Stage.open().queue("q", 4, "")) {
            stage.create(PodStage.manifest("p", "kueue.x-k8s.io/queue-name: q", ""));

            Pod pod = stage.client().pods().inNamespace("ns").withName("p").get();
            assertThat(pod.getSpec().getSchedulingGates()).isEmpty();
            assertThat(stage.workloads()).isEmpty();
        }
    }

    /// L2.2: whoever owns it queues for it.
    @Test
    void podsOfAQueuedJobAreNotQueuedThemselves() throws Exception {
        try (PodStage stage = PodStage.open()) {
            stage.stage().queue("default", 4, "").job("a", "q", "1", "{}");
            stage.later();

            assertThat(stage.stage().workloads()).hasSize(1);
            assertThat(stage.stage().client().pods().inNamespace("ns").list().getItems())
                    .singleElement()
                    .satisfies(
                            pod ->
                                    assertThat(pod.getMetadata().getLabels())
                                            .doesNotContainKey("kueue.x-k8s.io/managed"));
        }
    }

    @Test
    void anAdmittedPodRunsWithTheLabelsOfItsQueues() throws Exception {
        try (PodStage stage = PodStage.open().queued("p", "").later()) {
            assertThat(stage.phase("p")).isEqualTo("Running");
            assertThat(stage.pod("p").getMetadata().getLabels())
                    .containsEntry("kueue.x-k8s.io/cluster-queue-name", "q")
                    .containsEntry("kueue.x-k8s.io/podset", "main");
            assertThat(stage.stage().admitted("p")).isTrue();
        }
    }

    /// KEP-8729
    @Test
    void whatAPodMustNotDoReachesItsWorkload() throws Exception {
        try (PodStage stage =
                PodStage.open().queued("p", "kueue.x-k8s.io/cannot-preempt: 'true'")) {
            Workload workload = stage.stage().workload("p").orElseThrow();

            assertThat(Facts.spec(workload).admissionConstraints())
                    .isEqualTo(new AdmissionConstraints(Permission.NEVER, null));
        }
    }

    /// KEP-6915: no Workload while the pod is held, and everybody can see why.
    @Test
    void aHeldPodHasNoWorkload() throws Exception {
        try (PodStage stage = PodStage.open().queued("p", HELD_BY + ": a.io/x")) {
            assertThat(stage.stage().workloads()).isEmpty();
            assertThat(stage.stage().notes("SchedulingGated", "p"))
                    .containsExactly("Scheduling is gated by: a.io/x");

            stage.patch("p", Stage.annotated(HELD_BY, "null"));

            assertThat(stage.stage().admitted("p")).isTrue();
        }
    }

    /// FA8
    @Test
    void aGateOfSomebodyElseStays() throws Exception {
        try (PodStage stage = PodStage.open()) {
            stage.stage()
                    .create(
                            PodStage.manifest("p", "kueue.x-k8s.io/queue-name: q", "")
                                    + "  schedulingGates: [{name: a.io/x}]\n");

            assertThat(stage.stage().admitted("p")).isTrue();
            assertThat(stage.gates("p")).containsExactly("a.io/x");
            assertThat(stage.stage().notes("PodsStillGated", "p")).hasSize(1);
        }
    }

    /// L1.65, L3.23: also for one that has not started.
    @Test
    void aPodEndsWithItsWorkload() throws Exception {
        try (PodStage stage = PodStage.open().queued("p", "").later()) {
            String name = Facts.name(stage.stage().workload("p").orElseThrow());

            stage.deleteWorkload(name).later();

            assertThat(stage.found("p")).isNull();
            assertThat(stage.workload(name)).isNull();
            assertThat(stage.stage().notes("Stopped", "p")).containsExactly("Workload is deleted");
        }
    }

    /// L2.30
    @Test
    void thePriorityFollowsTheLabel() throws Exception {
        try (PodStage stage = PodStage.open()) {
            stage.stage()
                    .create(
                            """
                            apiVersion: kueue.x-k8s.io/v1beta2
                            kind: WorkloadPriorityClass
                            metadata: {name: low}
                            value: 1
                            ---
                            apiVersion: kueue.x-k8s.io/v1beta2
                            kind: WorkloadPriorityClass
                            metadata: {name: high}
                            value: 9
                            """);
            stage.pod("p", "kueue.x-k8s.io/queue-name: q, kueue.x-k8s.io/priority-class: low", "");

            stage.patch(
                    "p",
                    "{\"metadata\": {\"labels\": {\"kueue.x-k8s.io/priority-class\": \"high\"}}}");

            assertThat(Facts.spec(stage.stage().workload("p").orElseThrow()).priority())
                    .isEqualTo(9);
        }
    }

    /// L3.17: what the flavor says of nodes reaches the pod.
    @Test
    void aFlavorChoosesTheNodes() throws Exception {
        try (PodStage stage = PodStage.open()) {
            stage.stage()
                    .create(
                            """
                            apiVersion: kueue.x-k8s.io/v1beta2
                            kind: ResourceFlavor
                            metadata: {name: fast}
                            spec:
                              nodeLabels: {speed: fast}
                              tolerations: [{key: fast, operator: Exists}]
                            ---
                            apiVersion: kueue.x-k8s.io/v1beta2
                            kind: ClusterQueue
                            metadata: {name: fast}
                            spec:
                              namespaceSelector: {}
                              resourceGroups:
                              - coveredResources: [cpu]
                                flavors: [{name: fast, resources: [{name: cpu, nominalQuota: 1}]}]
                            ---
                            apiVersion: kueue.x-k8s.io/v1beta2
                            kind: LocalQueue
                            metadata: {name: fast, namespace: ns}
                            spec: {clusterQueue: fast}
                            """);
            stage.pod("p", "kueue.x-k8s.io/queue-name: fast", "");

            assertThat(stage.pod("p").getSpec().getNodeSelector()).containsEntry("speed", "fast");
            assertThat(stage.pod("p").getSpec().getTolerations())
                    .extracting(toleration -> toleration.getKey())
                    .contains("fast");
            assertThat(stage.gates("p")).isEqualTo(List.of());
        }
    }
}
