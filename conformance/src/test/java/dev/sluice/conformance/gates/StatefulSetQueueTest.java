package dev.sluice.conformance.gates;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.v1beta2.AdmissionConstraints;
import dev.sluice.api.v1beta2.Permission;
import dev.sluice.api.v1beta2.Workload;
import dev.sluice.controllers.workload.Facts;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/// StatefulSets in queues (L3.60 to L3.66).
class StatefulSetQueueTest {
    private static final String HELD = "kueue.x-k8s.io/scheduling-gated-by";
    private static final String HELD_BY_X = "annotations: {" + HELD + ": a.io/x}";
    private static final String NEW_IMAGE =
            """
            {"spec": {"template": {"spec": {"containers":
              [{"name": "c", "image": "registry.example.com/work:2",
                "resources": {"requests": {"cpu": "1"}}}]}}}}
            """;

    /// L3.61, L3.62
    @Test
    void allItsPodsAreOneWorkload() throws Exception {
        try (ServingStage stage = ServingStage.open().statefulSet(3, "")) {
            assertThat(stage.phases()).containsExactly("Running", "Running", "Running");
            assertThat(Facts.spec(stage.workload()).podSets().getFirst().count()).isEqualTo(3);
            assertThat(Facts.name(stage.workload())).startsWith("statefulset-s-");
            assertThat(stage.notes("CreatedWorkload", stage.set())).hasSize(1);
        }
    }

    /// FE10: quota for all is there before the second pod is.
    @Test
    void podsThatComeOneAfterTheOtherStartAsTheyCome() throws Exception {
        try (ServingStage stage =
                ServingStage.open().statefulSet(3, "", "podManagementPolicy: OrderedReady")) {
            assertThat(stage.phases()).containsExactly("Running", "Running", "Running");
        }
    }

    @Test
    void whatDoesNotFitWaitsAsAWhole() throws Exception {
        try (ServingStage stage = ServingStage.open()) {
            stage.stage().job("a", "q", "2", "{}");
            stage.statefulSet(3, "");

            assertThat(stage.allGated()).isTrue();
            assertThat(stage.pods()).hasSize(3);

            stage.stage().client().batch().v1().jobs().inNamespace("ns").withName("a").delete();
            stage.later();

            assertThat(stage.phases()).containsExactly("Running", "Running", "Running");
        }
    }

    /// L3.64, do right: it comes back with any number of replicas.
    @Test
    void atZeroItHoldsNothingAndComesBackWithAnotherNumber() throws Exception {
        try (ServingStage stage = ServingStage.open().statefulSet(3, "").replicas(0)) {
            assertThat(stage.waitsFor()).isEqualTo("OnHold");
            stage.stage().job("a", "q", "2", "{}");
            assertThat(stage.stage().admitted("a")).isTrue();

            stage.replicas(2);

            assertThat(stage.phases()).containsExactly("Running", "Running");
            assertThat(stage.set().getStatus().getReadyReplicas()).isEqualTo(2);
        }
    }

    /// The quota of pods that still run is not given to others (INTENDED).
    @Test
    void atZeroQuotaIsHeldUntilThePodsEnd() throws Exception {
        try (ServingStage stage =
                ServingStage.with("featureGates: {PodIntegrationFastQuotaRelease: false}\n")
                        .statefulSet(3, "")) {
            stage.stage().client().apps().statefulSets().inNamespace("ns").withName("s").scale(0);
            stage.stage().settle();
            assertThat(stage.phases()).containsExactly("Running", "Running", "Running");
            assertThat(Facts.reserved(stage.workload())).isTrue();

            stage.later();

            assertThat(stage.waitsFor()).isEqualTo("OnHold");
        }
    }

    /// One that waits for quota does not wait at zero.
    @Test
    void atZeroNothingIsQueued() throws Exception {
        try (ServingStage stage = ServingStage.open().statefulSet(5, "")) {
            assertThat(stage.waitsFor()).isEqualTo("ExceedsMaxQuota");

            assertThat(stage.replicas(0).waitsFor()).isEqualTo("OnHold");
            assertThat(stage.replicas(4).phases()).hasSize(4).containsOnly("Running");
        }
    }

    /// L3.65, by whichever way it is scaled.
    @Test
    void betweenTwoNumbersItIsNotScaled() throws Exception {
        try (ServingStage stage = ServingStage.open().statefulSet(2, "")) {
            assertThat(stage.stage().refusal(() -> stage.replicas(3)))
                    .endsWith("spec.replicas: Invalid value: 3: field is immutable");
            assertThat(
                            stage.stage()
                                    .refusal(
                                            () ->
                                                    stage.stage()
                                                            .client()
                                                            .apps()
                                                            .statefulSets()
                                                            .inNamespace("ns")
                                                            .withName("s")
                                                            .scale(3)))
                    .endsWith("spec.replicas: Invalid value: 3: field is immutable");
        }
    }

    /// L3.65
    @Test
    void whileItGoesToZeroItDoesNotComeBack() throws Exception {
        try (ServingStage stage = ServingStage.open().statefulSet(2, "")) {
            String refusal =
                    stage.stage()
                            .refusal(
                                    () -> {
                                        var set =
                                                stage.stage()
                                                        .client()
                                                        .apps()
                                                        .statefulSets()
                                                        .inNamespace("ns")
                                                        .withName("s");
                                        set.scale(0);
                                        stage.stage().settle();
                                        set.scale(2);
                                    });

            assertThat(refusal)
                    .endsWith("spec.replicas: Forbidden: scaling down is still in progress");
            assertThat(stage.later().replicas(2).phases()).containsExactly("Running", "Running");
        }
    }

    /// L3.65: what they ask for is admitted for all of them.
    @Test
    void whatItsPodsNeedStaysAsItIs() throws Exception {
        try (ServingStage stage = ServingStage.open().statefulSet(2, "")) {
            assertThat(
                            stage.stage()
                                    .refusal(
                                            () ->
                                                    stage.patchSet(
                                                            "{\"spec\": {\"template\": {\"spec\": {\"nodeSelector\": {\"a\": \"b\"}}}}}")))
                    .endsWith(
                            "spec.template.spec.nodeSelector: Invalid value: {\"a\":\"b\"}: field is immutable");
        }
    }

    @Test
    void anEvictedOneGivesItsQuotaBackAndRunsAgainLater() throws Exception {
        try (ServingStage stage =
                ServingStage.open()
                        .statefulSet(2, "")
                        .patchWorkload("{\"spec\": {\"active\": false}}")) {
            assertThat(stage.allGated()).isTrue();
            assertThat(stage.pods()).hasSize(2);
            assertThat(Facts.reserved(stage.workload())).isFalse();

            stage.patchWorkload("{\"spec\": {\"active\": true}}");

            assertThat(stage.phases()).containsExactly("Running", "Running");
        }
    }

    /// A pod that is deleted or fails is made again, and starts on the quota that there is.
    @Test
    void aLostPodIsReplacedWithoutWaiting() throws Exception {
        try (ServingStage stage = ServingStage.open().statefulSet(2, "")) {
            String before = stage.pods().getFirst().getMetadata().getUid();
            stage.stage().client().pods().inNamespace("ns").withName("s-0").delete();
            stage.later();

            assertThat(stage.phases()).containsExactly("Running", "Running");
            assertThat(stage.pods().getFirst().getMetadata().getUid()).isNotEqualTo(before);
            assertThat(Facts.admitted(stage.workload())).isTrue();
        }
    }

    @Test
    void aRolloutKeepsItsQuota() throws Exception {
        try (ServingStage stage = ServingStage.open().statefulSet(3, "")) {
            String uid = stage.workload().getMetadata().getUid();
            stage.patchSet(NEW_IMAGE).later().later();

            assertThat(stage.pods())
                    .extracting(ServingStage::image)
                    .containsOnly("registry.example.com/work:2");
            assertThat(stage.phases()).containsExactly("Running", "Running", "Running");
            assertThat(stage.workload().getMetadata().getUid()).isEqualTo(uid);
        }
    }

    /// L3.66, do right: the pods of the old template are replaced, and do not run without quota for it.
    @Test
    void aRolloutOfWhatWaitsReplacesItsPods() throws Exception {
        try (ServingStage stage = ServingStage.open().statefulSet(5, "").patchSet(NEW_IMAGE)) {
            assertThat(stage.pods()).hasSize(5);
            assertThat(stage.allGated()).isTrue();
            assertThat(stage.pods())
                    .extracting(ServingStage::image)
                    .containsOnly("registry.example.com/work:2");
        }
    }

    @Test
    void whatIsDeletedLeavesNothing() throws Exception {
        String gated = "annotations: {kueue.x-k8s.io/admission-gated-by: a.io/x}";
        for (String metadata : List.of("", gated)) {
            try (ServingStage stage = ServingStage.open().statefulSet(2, metadata)) {
                stage.stage()
                        .client()
                        .apps()
                        .statefulSets()
                        .inNamespace("ns")
                        .withName("s")
                        .delete();
                stage.later();

                assertThat(stage.pods()).isEmpty();
                assertThat(stage.stage().workloads()).as(metadata).isEmpty();
            }
        }
    }

    @Test
    void aDeletedWorkloadIsMadeAgain() throws Exception {
        try (ServingStage stage = ServingStage.open().statefulSet(2, "")) {
            Workload before = stage.workload();
            stage.stage().client().resource(before).delete();
            stage.later();

            assertThat(stage.workload().getMetadata().getUid())
                    .isNotEqualTo(before.getMetadata().getUid());
            assertThat(stage.phases()).containsExactly("Running", "Running");
        }
    }

    /// KEP-6915: no Workload, no pod that runs, and everybody sees why; it may change meanwhile.
    @Test
    void aHeldOneAsksForNothing() throws Exception {
        try (ServingStage stage = ServingStage.open().statefulSet(2, HELD_BY_X)) {
            assertThat(stage.stage().workloads()).isEmpty();
            assertThat(stage.allGated()).isTrue();
            assertThat(stage.notes("SchedulingGated", stage.set()))
                    .containsExactly("Scheduling is gated by: a.io/x");

            stage.patchSet(
                    """
                    {"metadata": {"annotations": {"%s": null}},
                     "spec": {"replicas": 3, "template": {"spec": {"containers":
                       [{"name": "c", "image": "registry.example.com/work:1",
                         "resources": {"requests": {"cpu": "500m"}}}]}}}}
                    """
                            .formatted(HELD));

            assertThat(stage.phases()).containsExactly("Running", "Running", "Running");
            assertThat(stage.pods())
                    .extracting(pod -> ServingStage.cpu(pod.getSpec()))
                    .containsOnly("500m");
            assertThat(
                            ServingStage.cpu(
                                    Facts.spec(stage.workload())
                                            .podSets()
                                            .getFirst()
                                            .template()
                                            .getSpec()))
                    .isEqualTo("500m");
        }
    }

    /// L3.48, FA2
    @Test
    void itsGatesReachTheWorkloadOneByOne() throws Exception {
        String gates = "kueue.x-k8s.io/admission-gated-by";
        try (ServingStage stage =
                ServingStage.open()
                        .statefulSet(2, "annotations: {" + gates + ": 'a.io/x,b.io/y'}")) {
            assertThat(stage.waitsFor()).isEqualTo("AdmissionGated");

            stage.patchSet(Stage.annotated(gates, "\"b.io/y\""));
            assertThat(Facts.annotation(stage.workload(), gates)).isEqualTo("b.io/y");
            assertThat(stage.notes("UpdatedWorkload", stage.set()))
                    .containsExactly("Updated workload AdmissionGatedBy to \"b.io/y\"");
            assertThat(stage.allGated()).isTrue();

            stage.patchSet(Stage.annotated(gates, "null"));
            assertThat(stage.phases()).containsExactly("Running", "Running");
            assertThat(stage.notes("AdmissionGateCleared", stage.workload())).hasSize(1);
        }
    }

    /// L3.63
    @Test
    void anotherQueueReachesThePodsAndTheWorkload() throws Exception {
        try (ServingStage stage = ServingStage.open().statefulSet(5, "")) {
            stage.stage().queue("large", 8, "");
            stage.patchSet(
                    "{\"metadata\": {\"labels\": {\"kueue.x-k8s.io/queue-name\": \"large\"}}}");

            assertThat(Facts.queueName(stage.workload())).isEqualTo("large");
            assertThat(stage.phases()).hasSize(5).containsOnly("Running");
            assertThat(stage.pods())
                    .extracting(Pod::getMetadata)
                    .allSatisfy(
                            metadata ->
                                    assertThat(metadata.getLabels())
                                            .containsEntry("kueue.x-k8s.io/queue-name", "large"));
        }
    }

    /// L2.30
    @Test
    void thePriorityFollowsTheLabel() throws Exception {
        try (ServingStage stage = ServingStage.open()) {
            stage.stage()
                    .create(
                            """
                            apiVersion: kueue.x-k8s.io/v1beta2
                            kind: WorkloadPriorityClass
                            metadata: {name: high}
                            value: 9
                            """);
            stage.statefulSet(5, "");
            stage.patchSet(
                    "{\"metadata\": {\"labels\": {\"kueue.x-k8s.io/priority-class\": \"high\"}}}");

            assertThat(Facts.spec(stage.workload()).priority()).isEqualTo(9);
        }
    }

    /// KEP-8729
    @Test
    void whatItMustNotDoReachesItsWorkload() throws Exception {
        try (ServingStage stage =
                ServingStage.open()
                        .statefulSet(2, "annotations: {kueue.x-k8s.io/cannot-borrow: 'true'}")) {
            assertThat(Facts.spec(stage.workload()).admissionConstraints())
                    .isEqualTo(new AdmissionConstraints(null, Permission.NEVER));
        }
    }

    /// L2.6, L2.7: of the other pods none is queued here.
    @Test
    void podsOfNobodyAreLeftAlone() throws Exception {
        try (ServingStage stage = ServingStage.open()) {
            stage.stage()
                    .create(PodStage.manifest("p", "app: p, kueue.x-k8s.io/queue-name: q", ""));

            assertThat(stage.allGated()).isFalse();
            assertThat(stage.stage().workloads()).isEmpty();
        }
    }

    /// L2.5, do right
    @Test
    void inANamespaceThatIsNotManagedItIsLeftAlone() throws Exception {
        try (ServingStage stage =
                ServingStage.with("managedJobsNamespaceSelector: {matchLabels: {managed: 'yes'}}\n")
                        .statefulSet(2, "")) {
            assertThat(stage.phases()).containsExactly("Running", "Running");
            assertThat(stage.stage().workloads()).isEmpty();
            assertThat(stage.notes("NamespaceNotManaged", stage.set())).hasSize(1);
        }
    }

    /// L3.61: those that do come are not kept waiting for those that do not.
    @Test
    void aPodThatCannotBeMadeKeepsNobodyWaiting() throws Exception {
        try (ServingStage stage = ServingStage.open()) {
            stage.stage()
                    .create(
                            """
                            apiVersion: v1
                            kind: ResourceQuota
                            metadata: {name: few, namespace: ns}
                            spec: {hard: {pods: "1"}}
                            """);
            stage.stage().after(Duration.ofSeconds(5));
            stage.statefulSet(2, "");

            assertThat(stage.phases()).containsExactly("Running");
        }
    }
}
