package dev.sluice.conformance.gates;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/// Why pods wait for their admission, and what their Workloads wait for.
class QueuedPodExplanationsTest {
    private static final String WHY = "/apis/visibility.sluice.dev/v1alpha1/namespaces/ns/";
    private static final String QUEUE = "kueue.x-k8s.io/queue-name: q";
    private static final String TOTAL = "kueue.x-k8s.io/pod-group-total-count: ";
    private static final String HELD_BY = "kueue.x-k8s.io/scheduling-gated-by";

    private static JsonNode get(Stage stage, String path) throws Exception {
        return new ObjectMapper().readTree(stage.client().raw(WHY + path, "GET", null));
    }

    private static JsonNode queueing(PodStage stage, String pod) throws Exception {
        return get(stage.stage(), "podexplanations/" + pod).path("queueing");
    }

    private static String obstacles(PodStage stage, String pod) throws Exception {
        JsonNode queueing = queueing(stage, pod);
        assertThat(queueing.has("workload")).isFalse();
        return queueing.path("obstacles").toString();
    }

    @Test
    void aPodLeadsToItsWorkload() throws Exception {
        try (PodStage stage = PodStage.open()) {
            stage.queued("fits", "").member("g-0", "").member("g-1", "").later();
            stage.stage()
                    .create(
                            PodStage.manifest("big", QUEUE, "")
                                    .replace("cpu: \"1\"", "cpu: \"9\""));

            String workload = queueing(stage, "big").path("workload").asText();
            assertThat(workload).startsWith("pod-big-");
            assertThat(
                            get(stage.stage(), "explanations/" + workload)
                                    .at("/outlook/reason")
                                    .asText())
                    .isEqualTo("ExceedsMaxQuota");
            assertThat(queueing(stage, "fits").isMissingNode()).isTrue();
            assertThat(get(stage.stage(), "podexplanations/fits").path("message").asText())
                    .startsWith("Runs on node ");
        }
    }

    @Test
    void aPodOfAGroupLeadsToTheGroupsWorkload() throws Exception {
        try (PodStage stage = PodStage.open()) {
            stage.member("g-0", "kueue.x-k8s.io/admission-gated-by: a.io/x").member("g-1", "");

            assertThat(queueing(stage, "g-1").toString())
                    .isEqualTo("{\"group\":\"g\",\"workload\":\"g\"}");
            assertThat(get(stage.stage(), "explanations/g").path("outlook").toString())
                    .isEqualTo(
                            "{\"decision\":\"NotQueued\",\"obstacle\":\"Held\",\"hold\":\"Gated\","
                                    + "\"message\":\"Admission is gated by: a.io/x\"}");
        }
    }

    @Test
    void anIncompleteGroupSaysHowManyPodsAreThere() throws Exception {
        try (PodStage stage = PodStage.open()) {
            stage.member("g-0", "");

            assertThat(obstacles(stage, "g-0")).isEqualTo("[\"1 of 2 pods are there\"]");
        }
    }

    @Test
    void podsThatDifferInTheirNumberAreNamed() throws Exception {
        try (PodStage stage = PodStage.open()) {
            String labels = QUEUE + ", kueue.x-k8s.io/pod-group-name: g";
            stage.pod("g-0", labels, TOTAL + "'3'").pod("g-1", labels, TOTAL + "'2'");

            assertThat(queueing(stage, "g-1").at("/obstacles/0").asText())
                    .isEqualTo(
                            "its pods differ in kueue.x-k8s.io/pod-group-total-count: \"3\" says g-0; \"2\" says g-1");
        }
    }

    @Test
    void theGateOfAnotherMemberIsNamed() throws Exception {
        try (PodStage stage = PodStage.open()) {
            stage.member("g-0", "").member("g-1", HELD_BY + ": a.io/x");
            stage.queued("alone", HELD_BY + ": a.io/y");

            assertThat(obstacles(stage, "g-0"))
                    .isEqualTo(
                            "[\"held by the annotation kueue.x-k8s.io/scheduling-gated-by: pod g-1 by a.io/x\"]");
            assertThat(obstacles(stage, "alone"))
                    .isEqualTo(
                            "[\"held by the annotation kueue.x-k8s.io/scheduling-gated-by: pod alone by a.io/y\"]");
        }
    }

    @Test
    void aMissingPrebuiltWorkloadIsNamed() throws Exception {
        try (PodStage stage = PodStage.open()) {
            stage.pod("p", QUEUE + ", kueue.x-k8s.io/prebuilt-workload-name: w", "");

            assertThat(obstacles(stage, "p"))
                    .isEqualTo("[\"missing workload: there is no prebuilt Workload w\"]");
        }
    }

    /// A shortage that was told before it lost a pod is not what holds it.
    @Test
    void aGroupThatLostAPodSaysWhich() throws Exception {
        try (PodStage stage = PodStage.open()) {
            stage.stage().job("fills", "q", "4", "{}").after(Duration.ofSeconds(1));
            stage.member("g-0", "").member("g-1", "").delete("g-0");

            JsonNode outlook = get(stage.stage(), "explanations/g").path("outlook");
            assertThat(outlook.path("hold").asText()).isEqualTo("WaitingForReplacementPods");
            assertThat(outlook.path("message").asText())
                    .isEqualTo(
                            "WaitingForReplacementPods: pod g-0 is being deleted;"
                                    + " create a new pod in its place, or delete the Workload to end the group");
        }
    }

    /// The same reason as the condition's, and who is waited for; one without a place is told that instead.
    @Test
    void whoFitsWhileAdmissionIsBlockedIsToldWhoIsNotReady() throws Exception {
        try (Stage stage =
                Stage.with("waitForPodsReady: {timeout: 300s, blockAdmission: true}\n")) {
            stage.queue("q", 4, "").job("first", "q", "1", "{}").after(Duration.ofSeconds(1));
            stage.job("second", "q", "1", "{}").after(Duration.ofSeconds(1));

            String second = stage.workload("second").orElseThrow().getMetadata().getName();
            String first = stage.workload("first").orElseThrow().getMetadata().getName();
            JsonNode outlook = get(stage, "explanations/" + second).path("outlook");
            assertThat(outlook.path("decision").asText()).isEqualTo("Blocked");
            assertThat(outlook.path("reason").asText())
                    .isEqualTo(stage.quotaReserved("second").getReason())
                    .isEqualTo("WaitingForPodsReady");
            assertThat(outlook.path("message").asText())
                    .isEqualTo(stage.quotaReserved("second").getMessage());
            assertThat(outlook.path("by").toString())
                    .isEqualTo(
                            "[{\"namespace\":\"ns\",\"name\":\"%s\",\"job\":{\"kind\":\"Job\",\"name\":\"first\"}}]"
                                    .formatted(first));
        }
    }
}
