package dev.sluice.conformance.gates;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.condition.Conditions;
import dev.sluice.api.condition.WorkloadConditions;
import dev.sluice.api.v1beta2.Workload;
import dev.sluice.controllers.workload.Facts;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/// What a worker makes of the copies that a manager writes there (L5.16, L5.17): first the Workload, which belongs to nobody,
/// and once it is admitted the job that names it. The test is the manager.
class WorkerSideTest {
    private static final String ORIGIN = "kueue.x-k8s.io/multikueue-origin: mgr";
    private static final String NAMES_IT = "kueue.x-k8s.io/prebuilt-workload-name: w";

    /// As the manager copies it: defaults of the manager's API server are in it.
    private static String workload(String gates) {
        return """
                apiVersion: kueue.x-k8s.io/v1beta2
                kind: Workload
                metadata: {name: w, namespace: ns, labels: {kueue.x-k8s.io/multikueue-origin: mgr}}
                spec:
                  active: true
                  queueName: q
                  priority: 0
                  podSets:
                  - name: main
                    count: 1
                    template:
                      metadata: {%s}
                      spec:
                        restartPolicy: Never
                        containers:
                        - name: c
                          image: registry.example.com/work:1
                          command: [sleep, infinity]
                          resources: {requests: {cpu: "1"}}
                        %s
                    topologyRequest: {podIndexLabel: %s}
                """
                .formatted(
                        gates.isEmpty() ? "labels: {batch.kubernetes.io/job-name: a}" : "",
                        gates,
                        gates.isEmpty()
                                ? "batch.kubernetes.io/job-completion-index"
                                : "kueue.x-k8s.io/pod-group-pod-index");
    }

    private static final String JOB =
            Stage.manifest("a", "q", "1", "{" + NAMES_IT + "}")
                    .replace("queue-name: q}", "queue-name: q, " + ORIGIN + "}")
                    .replace("work:1\n", "work:1\n        command: [sleep, infinity]\n");

    private static final String GATES =
            "schedulingGates: [{name: kueue.x-k8s.io/admission}, {name: kueue.x-k8s.io/topology}]";

    private static PodStage withJob() throws Exception {
        PodStage stage = PodStage.open();
        stage.stage().create(workload(""));
        assertThat(Facts.admitted(copy(stage))).isTrue();
        stage.stage().create(JOB);
        return stage.later();
    }

    private static Workload copy(PodStage stage) {
        return Objects.requireNonNull(stage.workload("w"));
    }

    /// T80
    @Test
    void theJobTakesTheWorkloadAndRuns() throws Exception {
        try (PodStage stage = withJob()) {
            Job job = stage.stage().job("a");
            Workload workload = copy(stage);

            assertThat(workload.getMetadata().getLabels())
                    .containsOnly(
                            Map.entry("kueue.x-k8s.io/job-uid", job.getMetadata().getUid()),
                            Map.entry("kueue.x-k8s.io/multikueue-origin", "mgr"));
            assertThat(workload.getMetadata().getFinalizers()).isEmpty();
            assertThat(workload.getMetadata().getAnnotations()).isNullOrEmpty();
            assertThat(workload.getMetadata().getGeneration()).isEqualTo(1);
            assertThat(workload.getMetadata().getOwnerReferences())
                    .singleElement()
                    .satisfies(
                            owner -> {
                                assertThat(owner.getUid()).isEqualTo(job.getMetadata().getUid());
                                assertThat(owner.getController()).isTrue();
                                assertThat(owner.getBlockOwnerDeletion()).isTrue();
                            });
            assertThat(Facts.is(workload, WorkloadConditions.PODS_READY)).isTrue();
            assertThat(job.getMetadata().getLabels())
                    .containsOnly(
                            Map.entry("kueue.x-k8s.io/queue-name", "q"),
                            Map.entry("kueue.x-k8s.io/multikueue-origin", "mgr"));
            assertThat(job.getSpec().getManagedBy()).isNull();
            assertThat(job.getMetadata().getGeneration()).isEqualTo(2);
            assertThat(pod(stage).getMetadata().getLabels())
                    .containsEntry("kueue.x-k8s.io/multikueue-worker-workload-pod", "true")
                    .containsEntry("kueue.x-k8s.io/cluster-queue-name", "q")
                    .containsEntry("kueue.x-k8s.io/local-queue-name", "q")
                    .containsEntry("kueue.x-k8s.io/podset", "main");
            assertThat(pod(stage).getMetadata().getAnnotations())
                    .containsOnly(Map.entry("kueue.x-k8s.io/workload", "w"));
            assertThat(pod(stage).getStatus().getPhase()).isEqualTo("Running");
        }
    }

    private static Pod pod(PodStage stage) {
        return stage.stage().client().pods().inNamespace("ns").list().getItems().getFirst();
    }

    /// L5.33, with the words of T83.
    @Test
    void anEvictionOnTheManagerDeactivatesTheCopy() throws Exception {
        try (PodStage stage = withJob()) {
            stage.stage()
                    .client()
                    .resources(Workload.class)
                    .inNamespace("ns")
                    .withName("w")
                    .subresource("status")
                    .patch(
                            PatchContext.of(PatchType.JSON),
                            """
                            [{"op": "add", "path": "/status/conditions/-", "value": {"type": "DeactivationTarget",
                              "status": "True", "reason": "EvictedOnManagerCluster",
                              "message": "Evicted on manager: Preempted to accommodate somebody",
                              "lastTransitionTime": "2026-01-01T00:00:00Z"}}]
                            """);
            stage.stage().settle();
            stage.later();

            String message =
                    "The workload is deactivated due to Evicted on manager: Preempted to accommodate somebody";
            assertThat(Facts.active(copy(stage))).isFalse();
            assertThat(Conditions.find(Facts.conditions(copy(stage)), WorkloadConditions.EVICTED))
                    .satisfies(
                            evicted -> {
                                assertThat(evicted.getReason())
                                        .isEqualTo("DeactivatedDueToEvictedOnManagerCluster");
                                assertThat(evicted.getMessage()).isEqualTo(message);
                            });
            assertThat(
                            stage.stage()
                                    .notes(
                                            "EvictedDueToDeactivatedDueToEvictedOnManagerCluster",
                                            "a"))
                    .containsExactly(message);
            assertThat(stage.stage().notes("Stopped", "a")).containsExactly(message);
            assertThat(stage.stage().job("a").getSpec().getSuspend()).isTrue();
            assertThat(Facts.reserved(copy(stage))).isFalse();
            assertThat(stage.stage().client().pods().inNamespace("ns").list().getItems()).isEmpty();
        }
    }

    private static PodStage withPod() throws Exception {
        PodStage stage = PodStage.open();
        stage.stage().create(workload(GATES));
        assertThat(Facts.admitted(copy(stage))).isTrue();
        return stage;
    }

    /// T89: the copy comes as the manager's pod is, gated and marked.
    @Test
    void thePodTakesTheWorkloadAndRuns() throws Exception {
        try (PodStage stage = withPod()) {
            stage.stage().create(copyOfPod("p", "", ""));
            stage.later();

            Pod pod = stage.pod("p");
            assertThat(copy(stage).getMetadata().getLabels())
                    .containsOnly(
                            Map.entry("kueue.x-k8s.io/job-uid", pod.getMetadata().getUid()),
                            Map.entry("kueue.x-k8s.io/multikueue-origin", "mgr"));
            assertThat(copy(stage).getMetadata().getFinalizers()).isEmpty();
            assertThat(copy(stage).getMetadata().getGeneration()).isEqualTo(1);
            assertThat(copy(stage).getMetadata().getOwnerReferences())
                    .singleElement()
                    .satisfies(owner -> assertThat(owner.getController()).isTrue());
            assertThat(Facts.is(copy(stage), WorkloadConditions.PODS_READY)).isTrue();
            assertThat(pod.getMetadata().getLabels())
                    .containsOnly(
                            Map.entry("kueue.x-k8s.io/cluster-queue-name", "q"),
                            Map.entry("kueue.x-k8s.io/local-queue-name", "q"),
                            Map.entry("kueue.x-k8s.io/managed", "true"),
                            Map.entry("kueue.x-k8s.io/multikueue-origin", "mgr"),
                            Map.entry("kueue.x-k8s.io/multikueue-worker-workload-pod", "true"),
                            Map.entry("kueue.x-k8s.io/podset", "main"),
                            Map.entry("kueue.x-k8s.io/queue-name", "q"));
            assertThat(pod.getMetadata().getAnnotations())
                    .containsOnly(
                            Map.entry("kueue.x-k8s.io/prebuilt-workload-name", "w"),
                            Map.entry("kueue.x-k8s.io/role-hash", "c3465716"),
                            Map.entry("kueue.x-k8s.io/workload", "w"));
            assertThat(pod.getMetadata().getFinalizers()).containsExactly("kueue.x-k8s.io/managed");
            assertThat(stage.gates("p")).isEmpty();
            assertThat(stage.phase("p")).isEqualTo("Running");
            assertThat(stage.stage().notes("Started", "p")).hasSize(1);
        }
    }

    private static String copyOfPod(String name, String labels, String annotations) {
        return PodStage.manifest(
                        name,
                        "kueue.x-k8s.io/queue-name: q, kueue.x-k8s.io/managed: 'true', "
                                + ORIGIN
                                + labels,
                        NAMES_IT + ", kueue.x-k8s.io/role-hash: c3465716" + annotations)
                .replace("spec:\n", "spec:\n  " + GATES + "\n");
    }

    /// L3.43b: pods may come one by one, and each is started on arrival.
    @Test
    void podsOfAGroupTakeTheWorkloadOneByOne() throws Exception {
        String group = ", kueue.x-k8s.io/pod-group-name: w";
        String total = ", kueue.x-k8s.io/pod-group-total-count: '2'";
        try (PodStage stage = PodStage.open()) {
            stage.stage()
                    .create(
                            workload(GATES)
                                    .replace("name: main", "name: c3465716")
                                    .replace("count: 1", "count: 2")
                                    .replace(
                                            "labels: {kueue.x-k8s.io/multikueue-origin: mgr}",
                                            "labels: {kueue.x-k8s.io/multikueue-origin: mgr},"
                                                    + " annotations: {kueue.x-k8s.io/is-group-workload: 'true'}"));
            assertThat(Facts.admitted(copy(stage))).isTrue();

            stage.stage().create(copyOfPod("p", group, total));
            stage.later();
            assertThat(stage.phase("p")).isEqualTo("Running");
            assertThat(copy(stage).getMetadata().getOwnerReferences()).hasSize(1);

            stage.stage().create(copyOfPod("r", group, total));
            stage.later();
            assertThat(stage.phase("r")).isEqualTo("Running");
            assertThat(copy(stage).getMetadata().getOwnerReferences()).hasSize(2);
            assertThat(Facts.is(copy(stage), WorkloadConditions.PODS_READY)).isTrue();
            assertThat(Facts.finished(copy(stage))).isFalse();
        }
    }
}
