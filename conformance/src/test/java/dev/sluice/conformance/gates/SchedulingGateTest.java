package dev.sluice.conformance.gates;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.v1beta2.Workload;
import dev.sluice.controllers.workload.Facts;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.batch.v1.JobCondition;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// A job that is held out of the queues: `kueue.x-k8s.io/scheduling-gated-by` (KEP-6915).
class SchedulingGateTest {
    private static final String GATE = "kueue.x-k8s.io/scheduling-gated-by";
    private static final String HELD = "{" + GATE + ": example.com/mygate}";
    private static final String FIELD = "metadata.annotations[" + GATE + "]";

    /// KEP-6915, integration test 1, and FA12: requests are edited while the job is held.
    @Test
    void theWorkloadIsMadeWhenTheGateGoesWithTheRequestsAsTheyAreThen() throws Exception {
        try (Stage stage = Stage.open().queue("q", 1, "").job("a", "q", "100m", HELD)) {
            assertThat(stage.workloads()).isEmpty();
            assertThat(stage.job("a").getSpec().getSuspend()).isTrue();

            stage.patchJob(
                    "a",
                    """
                    {"metadata": {"annotations": {"%s": null}},
                     "spec": {"template": {"spec": {"containers": [
                       {"name": "c", "image": "registry.example.com/work:1",
                        "resources": {"requests": {"cpu": "200m"}}}]}}}}"""
                            .formatted(GATE));

            assertThat(requests(stage.workload("a").orElseThrow()))
                    .containsEntry("cpu", new Quantity("200m"));
            assertThat(stage.admitted("a")).isTrue();
            assertThat(stage.job("a").getSpec().getSuspend()).isFalse();
        }
    }

    /// FA11: what was let go and does not get going gives its quota back after a while, and says why.
    @Test
    void aReleasedJobThatNeverGetsReadyLosesItsQuota() throws Exception {
        try (Stage stage = Stage.with("waitForPodsReady: {timeout: 10s}").queue("q", 1, "")) {
            stage.job("a", "q", "1", HELD).without(GATE, "a");
            assertThat(stage.admitted("a")).isTrue();

            stage.after(Duration.ofSeconds(15));

            assertThat(stage.notes("EvictedDueToPodsReadyTimeout", "a"))
                    .singleElement()
                    .asString()
                    .startsWith("Exceeded the PodsReady timeout ns/job-a-");
            assertThat(Facts.reserved(stage.workload("a").orElseThrow())).isFalse();
        }
    }

    /// FA12: whatever a suspended job may be changed in, a held one may be changed in, any number of times.
    @Test
    void editsOfAHeldJobAreFreeAndWriteNothing() throws Exception {
        try (Stage stage =
                Stage.open().queue("q", 1, "").queue("r", 1, "").job("a", "q", "100m", HELD)) {
            stage.patchJob("a", "{\"spec\": {\"parallelism\": 2}}")
                    .patchJob(
                            "a",
                            "{\"metadata\": {\"labels\": {\"kueue.x-k8s.io/queue-name\": \"r\"}}}");
            assertThat(stage.workloads()).isEmpty();

            stage.without(GATE, "a");

            assertThat(Facts.queueName(stage.workload("a").orElseThrow())).isEqualTo("r");
            assertThat(stage.admitted("a")).isTrue();
        }
    }

    /// A gate holds nothing of a job that names no queue any more; its condition does not go on saying so.
    @Test
    void aHeldJobThatLeavesItsQueueIsNotCalledHeld() throws Exception {
        try (Stage stage = Stage.open().queue("q", 1, "").job("a", "q", "1", HELD)) {
            assertThat(note(stage, "a").getStatus()).isEqualTo("True");

            stage.patchJob(
                    "a", "{\"metadata\": {\"labels\": {\"kueue.x-k8s.io/queue-name\": null}}}");

            assertThat(note(stage, "a").getStatus()).isEqualTo("False");
            assertThat(note(stage, "a").getMessage())
                    .isEqualTo(
                            "The job is not queued: no gate holds it, and it stays suspended until somebody unsuspends it");
        }
    }

    /// FA13: otherwise the job seems lost. FA9: a queue that does not exist is said as long as it matters.
    @Test
    void theJobSaysWhyItIsHeld() throws Exception {
        try (Stage stage = Stage.open().queue("q", 1, "").job("a", "q", "1", HELD)) {
            String text = "Scheduling is gated by: example.com/mygate";
            assertThat(stage.notes("SchedulingGated", "a")).containsExactly(text);
            assertThat(note(stage, "a").getStatus()).isEqualTo("True");
            assertThat(note(stage, "a").getMessage()).isEqualTo(text);

            stage.without(GATE, "a");

            assertThat(note(stage, "a").getStatus()).isEqualTo("False");
            assertThat(stage.notes("SchedulingGateCleared", "a")).hasSize(1);
            stage.job("b", "nowhere", "1", HELD);
            assertThat(note(stage, "b").getMessage())
                    .isEqualTo(text + "; LocalQueue nowhere doesn't exist");
        }
    }

    /// FA4, KEP-6915: one gate of the form domain/path.
    @Test
    void aGateThatIsNoneIsRefused() throws Exception {
        List<String> values =
                List.of(
                        "not a domain",
                        "plain",
                        ",",
                        "a.io/x,",
                        "a.io/x,b.io/y",
                        "a.io/x,a.io/x",
                        "/x",
                        "a.io/",
                        "A.io/x",
                        "a.io/" + "c".repeat(59));
        try (Stage stage = Stage.open()) {
            for (String value : values) {
                String annotations = "{%s: \"%s\"}".formatted(GATE, value);
                assertThat(stage.refusal(() -> stage.job("a", "q", "1", annotations)))
                        .as(value)
                        .startsWith(
                                "admission webhook \"vjob.kb.io\" denied the request: " + FIELD);
            }
            stage.job("a", "q", "1", "{%s: a.io/%s}".formatted(GATE, "c".repeat(58)));
            assertThat(stage.job("a")).isNotNull();
        }
    }

    /// FA4: an empty value is no gate.
    @Test
    void anEmptyGateHoldsNothing() throws Exception {
        try (Stage stage =
                Stage.open().queue("q", 1, "").job("a", "q", "1", "{" + GATE + ": \"\"}")) {
            assertThat(stage.admitted("a")).isTrue();
        }
    }

    /// FA5, KEP-6915, integration test 2.
    @Test
    void aGateIsGivenOnlyAtCreationAndOnlyRemoved() throws Exception {
        try (Stage stage =
                Stage.open()
                        .queue("q", 1, "")
                        .job("free", "q", "5", "{}")
                        .job("held", "q", "1", HELD)) {
            String other = Stage.annotated(GATE, "\"b.io/y\"");
            assertThat(stage.refusal(() -> stage.patchJob("free", other)))
                    .endsWith(FIELD + ": Forbidden: cannot add scheduling gate after creation");
            assertThat(stage.refusal(() -> stage.patchJob("held", other)))
                    .endsWith(FIELD + ": Forbidden: can only be removed, not changed");
            stage.without(GATE, "held");
            assertThat(stage.refusal(() -> stage.patchJob("held", other)))
                    .endsWith(FIELD + ": Forbidden: cannot add scheduling gate after creation");
        }
    }

    /// One means that there is no Workload, the other that there is one.
    @Test
    void bothGatesOnOneJobAreRefused() throws Exception {
        try (Stage stage = Stage.open()) {
            String both = "{%s: a.io/x, kueue.x-k8s.io/admission-gated-by: a.io/x}".formatted(GATE);
            assertThat(stage.refusal(() -> stage.job("a", "q", "1", both)))
                    .contains(FIELD + ": Forbidden: cannot be combined with");
        }
    }

    /// FA10: they come into the queue in the same second; the order is that of priorities, then of the jobs' creation.
    @Test
    void releasedTogetherTheyAreAdmittedInTheOrderOfPriorityAndCreation() throws Exception {
        long seed = 6915;
        int jobs = 12;
        try (Stage stage = Stage.open().queue("q", 1, "stopPolicy: Hold")) {
            stage.create(
                    """
                    apiVersion: kueue.x-k8s.io/v1beta2
                    kind: WorkloadPriorityClass
                    metadata: {name: high}
                    value: 10
                    """);
            List<String> expected = new ArrayList<>();
            List<String> names = new ArrayList<>();
            for (int i = 0; i < jobs; i++) {
                String name = "j" + (jobs - i);
                names.add(name);
                stage.job(name, "q", "1", HELD).after(Duration.ofSeconds(1));
                if (i % 4 == 3) {
                    expected.add(
                            expected.stream().filter(n -> n.startsWith("!")).toList().size(),
                            "!" + name);
                    stage.patchJob(
                            name,
                            "{\"metadata\": {\"labels\": {\"kueue.x-k8s.io/priority-class\": \"high\"}}}");
                } else {
                    expected.add(name);
                }
            }
            Collections.shuffle(names, new Random(seed));
            for (String name : names) {
                stage.without(GATE, name);
            }

            List<String> admitted = new ArrayList<>();
            stage.client()
                    .resources(dev.sluice.api.v1beta2.ClusterQueue.class)
                    .withName("q")
                    .patch(
                            io.fabric8.kubernetes.client.dsl.base.PatchContext.of(
                                    io.fabric8.kubernetes.client.dsl.base.PatchType.JSON_MERGE),
                            "{\"spec\": {\"stopPolicy\": \"None\"}}");
            stage.settle();
            for (int i = 0; i < jobs; i++) {
                String next = names.stream().filter(stage::admitted).findFirst().orElseThrow();
                admitted.add(next);
                names.remove(next);
                stage.client().batch().v1().jobs().inNamespace("ns").withName(next).delete();
                stage.settle().after(Duration.ofSeconds(2));
            }

            assertThat(admitted)
                    .as("seed %d", seed)
                    .isEqualTo(expected.stream().map(n -> n.replace("!", "")).toList());
        }
    }

    /// A released job queues behind what waited while it was held.
    @Test
    void theTimeInTheQueueStartsAtTheRelease() throws Exception {
        try (Stage stage = Stage.open().queue("q", 1, "").job("running", "q", "1", "{}")) {
            stage.job("held", "q", "1", HELD).after(Duration.ofSeconds(5));
            stage.job("later", "q", "1", "{}").after(Duration.ofSeconds(5));
            stage.without(GATE, "held");

            stage.client().batch().v1().jobs().inNamespace("ns").withName("running").delete();
            stage.settle().after(Duration.ofSeconds(2));

            assertThat(stage.admitted("later")).isTrue();
            assertThat(stage.admitted("held")).isFalse();
        }
    }

    /// FA6, FA7: a gate and `spec.active` are independent.
    @Test
    void aClearedAdmissionGateDoesNotWakeADeactivatedWorkload() throws Exception {
        String upstream = "kueue.x-k8s.io/admission-gated-by";
        try (Stage stage =
                Stage.open().queue("q", 1, "").job("a", "q", "1", "{" + upstream + ": a.io/x}")) {
            stage.patchWorkload("a", "{\"spec\": {\"active\": false}}").without(upstream, "a");
            assertThat(Facts.active(stage.workload("a").orElseThrow())).isFalse();
            assertThat(stage.admitted("a")).isFalse();
            assertThat(stage.quotaReserved("a").getReason()).isEqualTo("Deactivated");

            stage.patchWorkload("a", "{\"spec\": {\"active\": true}}");
            assertThat(stage.admitted("a")).isTrue();
        }
    }

    /// The job's gate counts: taken from the Workload alone, quota would be held by a job that never starts.
    @Test
    void aGateThatTheJobStillHasIsNotTakenFromItsWorkload() throws Exception {
        String upstream = "kueue.x-k8s.io/admission-gated-by";
        try (Stage stage =
                Stage.open().queue("q", 1, "").job("a", "q", "1", "{" + upstream + ": a.io/x}")) {
            assertThat(
                            stage.refusal(
                                    () ->
                                            stage.patchWorkload(
                                                    "a", Stage.annotated(upstream, "null"))))
                    .endsWith("cannot remove a.io/x: the Job a still has it; remove it there");
            assertThat(stage.quotaReserved("a").getReason()).isEqualTo("AdmissionGated");

            stage.without(upstream, "a");

            assertThat(stage.admitted("a")).isTrue();
            assertThat(stage.notes("AdmissionGateCleared", "a")).hasSize(1);
        }
    }

    /// FA2: the events of the upstream gate.
    @Test
    void anAdmissionGateIsToldWhenItHoldsChangesAndGoes() throws Exception {
        String upstream = "kueue.x-k8s.io/admission-gated-by";
        try (Stage stage =
                Stage.open()
                        .queue("q", 1, "")
                        .job("a", "q", "1", "{%s: 'a.io/x,b.io/y'}".formatted(upstream))) {
            assertThat(stage.notes("AdmissionGated", "a"))
                    .containsExactly("Workload admission is gated by: a.io/x,b.io/y");
            stage.patchJob("a", Stage.annotated(upstream, "\"b.io/y\""));
            assertThat(stage.notes("UpdatedWorkload", "a"))
                    .containsExactly("Updated workload AdmissionGatedBy to \"b.io/y\"");
            stage.without(upstream, "a");
            assertThat(stage.notes("AdmissionGateCleared", "a")).hasSize(1);
        }
    }

    /// FA3: off, the annotation means nothing, and its value is not looked at.
    @Test
    void withoutTheFeatureGateTheAnnotationMeansNothing() throws Exception {
        try (Stage stage = Stage.with(Map.of("SchedulingGatedBy", false))) {
            stage.queue("q", 1, "").job("a", "q", "1", "{" + GATE + ": not a domain}");
            assertThat(stage.admitted("a")).isTrue();
        }
    }

    private static Map<String, Quantity> requests(Workload workload) {
        return Facts.spec(workload)
                .podSets()
                .getFirst()
                .template()
                .getSpec()
                .getContainers()
                .getFirst()
                .getResources()
                .getRequests();
    }

    private static JobCondition note(Stage stage, String job) {
        return stage.job(job).getStatus().getConditions().stream()
                .filter(condition -> condition.getType().equals("SchedulingGated"))
                .findFirst()
                .orElseThrow();
    }
}
