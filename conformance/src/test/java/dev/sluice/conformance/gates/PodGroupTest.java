package dev.sluice.conformance.gates;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.condition.WorkloadConditions;
import dev.sluice.api.v1beta2.Workload;
import dev.sluice.controllers.workload.Facts;
import io.fabric8.kubernetes.api.model.OwnerReference;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/// Groups of pods in queues (L3.25 to L3.43b, L3.48).
class PodGroupTest {
    private static final String GATED_BY = "kueue.x-k8s.io/admission-gated-by";
    private static final String HELD_BY = "kueue.x-k8s.io/scheduling-gated-by";
    private static final String PREBUILT = "kueue.x-k8s.io/prebuilt-workload-name: g";

    @Test
    void aWholeGroupRuns() throws Exception {
        try (PodStage stage = PodStage.open().member("g-0", "").later()) {
            assertThat(stage.stage().workloads()).isEmpty();
            assertThat(stage.phase("g-0")).isEqualTo("Pending");

            stage.member("g-1", "").later();

            assertThat(Facts.admitted(workload(stage))).isTrue();
            assertThat(stage.phase("g-0")).isEqualTo("Running");
            assertThat(stage.phase("g-1")).isEqualTo("Running");
            assertThat(Facts.is(workload(stage), WorkloadConditions.PODS_READY)).isTrue();
        }
    }

    /// FA15: the second pod's gate counts as well, and a mixed group is reported.
    @Test
    void oneGatedPodKeepsTheGroupWaiting() throws Exception {
        try (PodStage stage =
                PodStage.open().member("g-0", "").member("g-1", GATED_BY + ": a.io/x")) {
            assertThat(Facts.annotation(workload(stage), GATED_BY)).isEqualTo("a.io/x");
            assertThat(Facts.reserved(workload(stage))).isFalse();
            assertThat(stage.stage().notes("PodGroupGatesDiffer", "g-0"))
                    .containsExactly(
                            "The pods of the group differ in who gates them: g-1 by a.io/x."
                                    + " The whole group waits for the last of these gates");

            stage.patch("g-1", Stage.annotated(GATED_BY, "null"));

            assertThat(Facts.admitted(workload(stage))).isTrue();
        }
    }

    /// FA15 for the gate that keeps a job out of the queues.
    @Test
    void oneHeldPodKeepsTheGroupOut() throws Exception {
        try (PodStage stage =
                PodStage.open().member("g-0", HELD_BY + ": a.io/x").member("g-1", "")) {
            assertThat(stage.stage().workloads()).isEmpty();
            assertThat(stage.stage().notes("SchedulingGated", "g-0"))
                    .containsExactly("Scheduling is gated by: a.io/x");

            stage.patch("g-0", Stage.annotated(HELD_BY, "null"));

            assertThat(Facts.admitted(workload(stage))).isTrue();
        }
    }

    /// As with jobs: the gates of the pods count.
    @Test
    void aGateIsNotTakenFromTheWorkloadAlone() throws Exception {
        try (PodStage stage =
                PodStage.open().member("g-0", "").member("g-1", GATED_BY + ": a.io/x")) {
            Workload workload = workload(stage);
            workload.getMetadata().getAnnotations().remove(GATED_BY);

            assertThat(
                            stage.stage()
                                    .refusal(
                                            () ->
                                                    stage.stage()
                                                            .client()
                                                            .resource(workload)
                                                            .update()))
                    .contains("cannot remove a.io/x: the Pod g-1 still has it; remove it there");
        }
    }

    /// KEP-8729
    @Test
    void whatOnePodMustNotDoNoneMay() throws Exception {
        try (PodStage stage =
                PodStage.open()
                        .member("g-0", "")
                        .member("g-1", "kueue.x-k8s.io/cannot-borrow: 'true'")) {
            assertThat(
                            Objects.requireNonNull(
                                            Facts.spec(workload(stage)).admissionConstraints())
                                    .borrowing())
                    .isNotNull();
        }
    }

    @Test
    void podsInDifferentQueuesAreNoGroup() throws Exception {
        try (PodStage stage = PodStage.open().member("g-0", "")) {
            stage.pod(
                    "g-1",
                    "kueue.x-k8s.io/queue-name: other, kueue.x-k8s.io/pod-group-name: g",
                    "kueue.x-k8s.io/pod-group-total-count: '2'");

            assertThat(stage.stage().workloads()).isEmpty();
            assertThat(stage.stage().notes("ErrWorkloadCompose", "g-0"))
                    .contains("pods 'g-0' and 'g-1' has different queue names: q!=other");
        }
    }

    /// L3.36
    @Test
    void aGroupMovesToAnotherQueue() throws Exception {
        try (PodStage stage =
                PodStage.open().member("g-0", GATED_BY + ": a.io/x").member("g-1", "")) {
            stage.stage().queue("other", 4, "");
            for (String pod : List.of("g-0", "g-1")) {
                stage.patch(
                        pod,
                        "{\"metadata\": {\"labels\": {\"kueue.x-k8s.io/queue-name\": \"other\"}}}");
            }

            assertThat(Facts.queueName(workload(stage))).isEqualTo("other");
        }
    }

    /// L3.30
    @Test
    void aGroupWaitsForItsNameToBecomeFree() throws Exception {
        try (PodStage stage = PodStage.open()) {
            stage.stage().createWorkload("g", "", "");

            stage.member("g-0", "").member("g-1", "");

            assertThat(stage.stage().notes("WorkloadNameConflict", "g-0")).hasSize(1);
            assertThat(stage.gates("g-0")).isNotEmpty();

            stage.deleteWorkload("g");

            assertThat(Facts.admitted(workload(stage))).isTrue();
        }
    }

    /// L3.25
    @Test
    void aGroupEndsWithItsWorkload() throws Exception {
        try (PodStage stage = PodStage.open().member("g-0", "").member("g-1", "").later()) {
            stage.deleteWorkload("g").later();

            assertThat(stage.found("g-0")).isNull();
            assertThat(stage.found("g-1")).isNull();
            assertThat(stage.workload("g")).isNull();
        }
    }

    /// L3.34: nothing keeps what is over.
    @Test
    void aGroupWhosePodsAreAllGoneLeavesNothing() throws Exception {
        try (PodStage stage =
                PodStage.with("")
                        .member("g-0", "kueue.x-k8s.io/retriable-in-group: 'false'")
                        .member("g-1", "")
                        .later()) {
            stage.delete("g-0").delete("g-1").later();

            assertThat(stage.found("g-0")).isNull();
            assertThat(stage.found("g-1")).isNull();
            assertThat(stage.workload("g")).isNull();
        }
    }

    /// L3.31, L3.30
    @Test
    void aDeletedPodIsReplaced() throws Exception {
        try (PodStage stage = PodStage.open().member("g-0", "").member("g-1", "").later()) {
            stage.delete("g-0").later();
            assertThat(Facts.is(workload(stage), WorkloadConditions.WAITING_FOR_REPLACEMENT_PODS))
                    .isTrue();
            assertThat(Facts.admitted(workload(stage))).isTrue();

            stage.member("g-2", "").later();

            assertThat(stage.found("g-0")).isNull();
            assertThat(stage.phase("g-2")).isEqualTo("Running");
            assertThat(Facts.is(workload(stage), WorkloadConditions.WAITING_FOR_REPLACEMENT_PODS))
                    .isFalse();
            assertThat(workload(stage).getMetadata().getOwnerReferences())
                    .extracting(OwnerReference::getName)
                    .contains("g-1", "g-2");
        }
    }

    /// L3.38, KEP-6143: quota of pods that terminate is free at once with the gate, without it when they are gone. Either way
    /// the group waits for replacements.
    @Test
    void theGateSaysWhenAnEvictedGroupGivesItsQuotaBack() throws Exception {
        String slow = "featureGates: {PodIntegrationFastQuotaRelease: false}";
        try (PodStage fast = PodStage.open();
                PodStage held = PodStage.with(slow)) {
            for (PodStage stage : List.of(fast, held)) {
                stage.member("g-0", "").member("g-1", "").later();
                stage.deactivate("g");
                assertThat(stage.pod("g-0").getMetadata().getDeletionTimestamp()).isNotNull();
            }
            assertThat(Facts.reserved(workload(fast))).isFalse();
            assertThat(Facts.reserved(workload(held))).isTrue();

            held.later();

            assertThat(Facts.reserved(workload(held))).isFalse();
            for (PodStage stage : List.of(fast, held)) {
                assertThat(
                                Facts.is(
                                        workload(stage),
                                        WorkloadConditions.WAITING_FOR_REPLACEMENT_PODS))
                        .isTrue();
            }
        }
    }

    /// L3.30: without the gate a Workload of that name is taken for the group's, and replaced when it is not.
    @Test
    void withoutTheGateTheNameIsEnough() throws Exception {
        try (PodStage stage =
                PodStage.with("featureGates: {PodIntegrationValidateGroupOwner: false}")) {
            stage.stage().createWorkload("g", "", "");

            stage.member("g-0", "").member("g-1", "");

            assertThat(stage.stage().notes("WorkloadNameConflict", "g-0")).isEmpty();
            assertThat(Facts.admitted(workload(stage))).isTrue();
        }
    }

    /// L3.43b: admitted before all pods are there, and what comes late starts on arrival.
    @Test
    void aGroupTakesAPrebuiltWorkload() throws Exception {
        try (PodStage stage = PodStage.open()) {
            prebuilt(stage).member("g-0", PREBUILT).later();
            assertThat(Facts.admitted(workload(stage))).isTrue();
            assertThat(stage.phase("g-0")).isEqualTo("Running");

            stage.member("g-1", PREBUILT).later();
            assertThat(stage.phase("g-1")).isEqualTo("Running");

            stage.member("g-2", PREBUILT).later();
            assertThat(Facts.is(workload(stage), WorkloadConditions.FINISHED)).isTrue();
        }
    }

    /// Before its pods come nobody decides about it, and it holds nothing.
    @Test
    void aPrebuiltWorkloadWaitsForItsPods() throws Exception {
        try (PodStage stage =
                PodStage.open().member("g-0", PREBUILT + ", " + HELD_BY + ": a.io/x")) {
            prebuilt(stage);

            assertThat(Facts.reserved(workload(stage))).isFalse();

            stage.patch("g-0", Stage.annotated(HELD_BY, "null"));

            assertThat(Facts.admitted(workload(stage))).isTrue();
        }
    }

    private static PodStage prebuilt(PodStage stage) throws Exception {
        stage.stage()
                .create(
                        """
                        apiVersion: kueue.x-k8s.io/v1beta2
                        kind: Workload
                        metadata:
                          name: g
                          namespace: ns
                          annotations: {kueue.x-k8s.io/is-group-workload: 'true'}
                        spec:
                          queueName: q
                          podSets:
                          - name: %s
                            count: 2
                            template:
                              spec:
                                restartPolicy: Never
                                containers:
                                - name: c
                                  image: registry.example.com/work:1
                                  resources: {requests: {cpu: "1"}}
                        """
                                .formatted("4b0469f7"));
        return stage;
    }

    private static Workload workload(PodStage stage) {
        return Objects.requireNonNull(stage.workload("g"));
    }
}
