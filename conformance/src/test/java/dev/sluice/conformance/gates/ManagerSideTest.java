package dev.sluice.conformance.gates;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.condition.WorkloadConditions;
import dev.sluice.api.v1beta2.AdmissionCheck;
import dev.sluice.api.v1beta2.Workload;
import dev.sluice.controllers.workload.Facts;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/// Jobs and pods of a manager cluster, which run on a worker: here they are started without running, and the worker's word is
/// taken for what has become of them (L2.34, L5.41, L5.42). The test says what the connection to the worker would.
class ManagerSideTest {
    private static final PatchContext MERGE = PatchContext.of(PatchType.JSON_MERGE);
    private static final String RUNNING =
            """
            {"status": {"active": 1, "ready": 1, "startTime": "2026-01-01T00:00:00Z",
              "conditions": [{"type": "Suspended", "status": "False", "reason": "JobResumed", "message": "Job resumed"}]}}
            """;
    private static final String POD_RUNNING =
            """
            {"status": {"phase": "Running", "conditions": [{"type": "Ready", "status": "True"}]}}
            """;

    private static Stage withJob() throws Exception {
        return Stage.open()
                .queue("q", 1, "")
                .create(
                        Stage.manifest("a", "q", "1", "{}")
                                .replace(
                                        "spec:\n  template:",
                                        "spec:\n  managedBy: kueue.x-k8s.io/multikueue\n  template:"));
    }

    private static void jobIs(Stage stage, String patch) throws Exception {
        stage.client()
                .batch()
                .v1()
                .jobs()
                .inNamespace("ns")
                .withName("a")
                .subresource("status")
                .patch(MERGE, patch);
        stage.settle();
    }

    private static List<String> conditions(Job job) {
        return job.getStatus().getConditions().stream()
                .map(c -> c.getType() + "=" + c.getStatus() + " " + c.getReason())
                .toList();
    }

    /// T80
    @Test
    void aJobIsStartedAndHasNoPodsHere() throws Exception {
        try (Stage stage = withJob()) {
            stage.after(Duration.ofSeconds(5));

            assertThat(stage.job("a").getSpec().getSuspend()).isFalse();
            assertThat(stage.job("a").getSpec().getTemplate().getMetadata().getLabels())
                    .containsEntry("kueue.x-k8s.io/podset", "main");
            assertThat(stage.client().pods().inNamespace("ns").list().getItems()).isEmpty();
            assertThat(stage.job("a").getStatus().getStartTime()).isNull();

            jobIs(stage, RUNNING);
            stage.after(Duration.ofSeconds(5));

            Workload workload = stage.workload("a").orElseThrow();
            assertThat(Facts.is(workload, WorkloadConditions.PODS_READY)).isTrue();
            assertThat(conditions(stage.job("a"))).containsExactly("Suspended=False JobResumed");
        }
    }

    /// T82: the quota does not wait for a worker, which may be lost.
    @Test
    void aJobGivesItsQuotaBackWithoutTheWorkersWord() throws Exception {
        try (Stage stage = withJob()) {
            jobIs(stage, RUNNING);
            stage.patchWorkload("a", "{\"spec\": {\"active\": false}}");

            Job stopped = stage.job("a");
            assertThat(stage.quotaReserved("a").getReason()).isEqualTo("Deactivated");
            assertThat(stopped.getSpec().getSuspend()).isTrue();
            assertThat(stopped.getSpec().getTemplate().getMetadata().getLabels())
                    .doesNotContainKey("kueue.x-k8s.io/podset");
            assertThat(stopped.getMetadata().getAnnotations()).isNullOrEmpty();
            assertThat(stopped.getStatus().getStartTime()).isNull();
            assertThat(stopped.getStatus().getActive()).isNull();
            assertThat(conditions(stopped)).containsExactly("Suspended=True MultiKueueAdapter");

            stage.patchWorkload("a", "{\"spec\": {\"active\": true}}");

            assertThat(stage.job("a").getSpec().getSuspend()).isFalse();
            assertThat(stage.notes("Started", "a")).hasSize(2);
        }
    }

    /// What was counted must not become less: the API server refuses it.
    @Test
    void aJobKeepsWhatWasCounted() throws Exception {
        try (Stage stage = withJob()) {
            jobIs(stage, RUNNING);
            jobIs(stage, "{\"status\": {\"failed\": 2}}");
            stage.patchWorkload("a", "{\"spec\": {\"active\": false}}");

            assertThat(stage.job("a").getStatus().getFailed()).isEqualTo(2);
            assertThat(stage.job("a").getSpec().getSuspend()).isTrue();
            assertThat(stage.quotaReserved("a").getStatus()).isEqualTo("False");
        }
    }

    @Test
    void aJobEndsAsTheWorkerSays() throws Exception {
        try (Stage stage = withJob()) {
            jobIs(stage, RUNNING);
            jobIs(
                    stage,
                    """
                    {"status": {"active": 0, "ready": 0, "succeeded": 1, "completionTime": "2026-01-01T00:00:00Z",
                      "conditions": [{"type": "SuccessCriteriaMet", "status": "True", "reason": "CompletionsReached",
                          "message": "Reached expected number of succeeded pods"},
                        {"type": "Complete", "status": "True", "reason": "CompletionsReached",
                          "message": "Reached expected number of succeeded pods"}]}}
                    """);

            assertThat(stage.workload("a").filter(Facts::finished)).isPresent();
        }
    }

    /// A queue whose check is some controller's, with pods that the test has sent to `worker1`.
    private static PodStage sent(String... pods) throws Exception {
        PodStage stage = PodStage.open();
        stage.stage()
                .create(
                        """
                        apiVersion: kueue.x-k8s.io/v1beta2
                        kind: AdmissionCheck
                        metadata: {name: c}
                        spec: {controllerName: example.com/some}
                        """);
        stage.stage()
                .client()
                .resources(AdmissionCheck.class)
                .withName("c")
                .subresource("status")
                .patch(
                        MERGE,
                        """
                        {"status": {"conditions": [{"type": "Active", "status": "True", "reason": "Active", "message": "",
                          "lastTransitionTime": "2026-01-01T00:00:00Z"}]}}
                        """);
        stage.stage()
                .settle()
                .queue("far", 4, "admissionChecksStrategy: {admissionChecks: [{name: c}]}");
        for (String pod : pods) {
            stage.pod(
                    pod,
                    "kueue.x-k8s.io/queue-name: far"
                            + (pods.length > 1 ? ", kueue.x-k8s.io/pod-group-name: g" : ""),
                    pods.length > 1 ? "kueue.x-k8s.io/pod-group-total-count: '2'" : "");
        }
        send(stage);
        return stage.later();
    }

    private static void send(PodStage stage) throws Exception {
        workloadIs(stage, "{\"status\": {\"nominatedClusterNames\": [\"worker1\"]}}");
        workloadIs(
                stage,
                """
                {"status": {"nominatedClusterNames": null, "clusterName": "worker1", "admissionChecks": [{"name": "c",
                  "state": "Ready", "message": "", "lastTransitionTime": "2026-01-01T00:00:00Z"}]}}
                """);
    }

    private static Workload workload(PodStage stage) {
        return stage.stage().workloads().getFirst();
    }

    private static void workloadIs(PodStage stage, String patch) throws Exception {
        stage.stage()
                .client()
                .resources(Workload.class)
                .inNamespace("ns")
                .withName(Facts.name(workload(stage)))
                .subresource("status")
                .patch(MERGE, patch);
        stage.stage().settle();
    }

    private static void podIs(PodStage stage, String pod, String patch) throws Exception {
        stage.stage()
                .client()
                .pods()
                .inNamespace("ns")
                .withName(pod)
                .subresource("status")
                .patch(MERGE, patch);
        stage.stage().settle();
    }

    /// T89
    @Test
    void aPodStaysGatedAndEndsAsTheWorkerSays() throws Exception {
        try (PodStage stage = sent("p")) {
            assertThat(Facts.admitted(workload(stage))).isTrue();
            assertThat(stage.gates("p"))
                    .containsExactly("kueue.x-k8s.io/admission", "kueue.x-k8s.io/topology");
            assertThat(stage.stage().notes("Started", "p")).isEmpty();

            podIs(stage, "p", POD_RUNNING);
            assertThat(Facts.is(workload(stage), WorkloadConditions.PODS_READY)).isTrue();

            podIs(stage, "p", "{\"status\": {\"phase\": \"Succeeded\"}}");
            assertThat(Facts.finished(workload(stage))).isTrue();
            assertThat(stage.pod("p").getMetadata().getFinalizers()).isEmpty();
            assertThat(stage.pod("p").getMetadata().getGeneration()).isEqualTo(1);
        }
    }

    /// It never ran here, so it comes back, unlike a pod that was evicted where it ran (L3.20).
    @Test
    void anEvictedPodWaitsForTheNextWorker() throws Exception {
        try (PodStage stage = sent("p")) {
            podIs(stage, "p", POD_RUNNING);
            stage.deactivate(Facts.name(workload(stage)));

            assertThat(Facts.reserved(workload(stage))).isFalse();
            assertThat(Facts.status(workload(stage)).clusterName()).isNull();
            assertThat(Facts.is(workload(stage), WorkloadConditions.PODS_READY)).isFalse();
            assertThat(stage.found("p")).isNotNull();
            assertThat(stage.gates("p")).contains("kueue.x-k8s.io/admission");

            stage.stage().patchWorkload("p", "{\"spec\": {\"active\": true}}");
            assertThat(Facts.reserved(workload(stage))).isTrue();
            send(stage);
            assertThat(Facts.admitted(workload(stage))).isTrue();
            assertThat(stage.gates("p")).contains("kueue.x-k8s.io/admission");
        }
    }

    @Test
    void aGroupStaysGatedAndGivesItsQuotaBackAtOnce() throws Exception {
        try (PodStage stage = sent("p", "r")) {
            assertThat(Facts.admitted(workload(stage))).isTrue();
            podIs(stage, "p", POD_RUNNING);
            podIs(stage, "r", POD_RUNNING);
            assertThat(Facts.is(workload(stage), WorkloadConditions.PODS_READY)).isTrue();
            assertThat(stage.gates("p")).contains("kueue.x-k8s.io/admission");

            stage.deactivate("g");

            assertThat(Facts.reserved(workload(stage))).isFalse();
            assertThat(stage.found("r")).isNotNull();
            assertThat(
                            Objects.requireNonNull(stage.found("p"))
                                    .getMetadata()
                                    .getDeletionTimestamp())
                    .isNull();
        }
    }

    @Test
    void aGroupEndsAsTheWorkerSays() throws Exception {
        try (PodStage stage = sent("p", "r")) {
            podIs(stage, "p", "{\"status\": {\"phase\": \"Succeeded\"}}");
            podIs(stage, "r", "{\"status\": {\"phase\": \"Succeeded\"}}");

            assertThat(Facts.finished(workload(stage))).isTrue();
            assertThat(stage.pod("r").getMetadata().getFinalizers()).isEmpty();
        }
    }
}
