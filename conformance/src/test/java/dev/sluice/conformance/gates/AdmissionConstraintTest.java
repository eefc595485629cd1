package dev.sluice.conformance.gates;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.condition.Conditions;
import dev.sluice.api.v1beta2.AdmissionConstraints;
import dev.sluice.api.v1beta2.ClusterQueue;
import dev.sluice.api.v1beta2.Permission;
import dev.sluice.api.v1beta2.Workload;
import dev.sluice.controllers.workload.Facts;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Jobs that do not preempt, or do not borrow, to be admitted: `kueue.x-k8s.io/cannot-preempt` and `cannot-borrow`
/// (KEP-8729).
class AdmissionConstraintTest {
    private static final String PREEMPT = "kueue.x-k8s.io/cannot-preempt";
    private static final String BORROW = "kueue.x-k8s.io/cannot-borrow";
    private static final String LOWER = "preemption: {withinClusterQueue: LowerPriority}";
    private static final String PRIORITIES =
            """
            apiVersion: kueue.x-k8s.io/v1beta2
            kind: WorkloadPriorityClass
            metadata: {name: low}
            value: 0
            ---
            apiVersion: kueue.x-k8s.io/v1beta2
            kind: WorkloadPriorityClass
            metadata: {name: high}
            value: 1000
            """;

    private static Stage ranked(Stage stage, String job, String priority, String annotations)
            throws InterruptedException {
        return stage.create(
                Stage.manifest(job, "q", "1", annotations)
                        .replace(
                                "labels: {",
                                "labels: {kueue.x-k8s.io/priority-class: " + priority + ", "));
    }

    /// FB1, first half, and FB2: it waits, whatever its priority, and takes the next free place before the others.
    @Test
    void aGentleGiantWaitsForTheNextFreePlace() throws Exception {
        try (Stage stage = Stage.open().queue("q", 1, LOWER).create(PRIORITIES)) {
            ranked(stage, "running", "low", "{}");
            ranked(stage, "waiting", "low", "{}");
            ranked(stage, "giant", "high", "{" + PREEMPT + ": 'true'}");

            assertThat(stage.admitted("running")).isTrue();
            assertThat(stage.evicted("running")).isFalse();
            assertThat(stage.quotaReserved("giant").getReason()).isEqualTo("WaitingForQuota");
            assertThat(stage.quotaReserved("giant").getMessage()).contains("cannot-preempt");

            stage.client().batch().v1().jobs().inNamespace("ns").withName("running").delete();
            stage.settle().after(Duration.ofSeconds(2));

            assertThat(stage.admitted("giant")).isTrue();
            assertThat(stage.admitted("waiting")).isFalse();
        }
    }

    /// FB1, second half: not to preempt does not mean not to be preempted.
    @Test
    void whoDoesNotPreemptIsPreempted() throws Exception {
        try (Stage stage = Stage.open().queue("q", 1, LOWER).create(PRIORITIES)) {
            ranked(stage, "gentle", "low", "{" + PREEMPT + ": 'true', " + BORROW + ": 'true'}");
            assertThat(stage.admitted("gentle")).isTrue();

            ranked(stage, "rough", "high", "{}");
            stage.after(Duration.ofSeconds(3));

            assertThat(stage.notes("Preempted", "gentle")).hasSize(1);
            assertThat(stage.admitted("rough")).isTrue();
        }
    }

    /// FB7, FB14: who may not borrow stays within its own quota, and the reason names the amount (FB15).
    @Test
    void whoDoesNotBorrowStaysWithinItsOwnQuota() throws Exception {
        try (Stage stage = cohort()) {
            stage.job("greedy", "a", "1", "{}");
            stage.job("polite", "a", "1", "{" + BORROW + ": 'true'}");

            assertThat(stage.admitted("greedy")).isTrue();
            assertThat(stage.admitted("polite")).isFalse();
            assertThat(stage.quotaReserved("polite").getReason()).isEqualTo("WaitingForQuota");
            assertThat(stage.quotaReserved("polite").getMessage())
                    .isEqualTo(
                            "couldn't assign flavors to pod set main: would need to borrow 1 cpu in flavor f;"
                                    + " cannot-borrow is set");
        }
    }

    /// Who asks for more than its queue owns is told that waiting is in vain, in words that no other job changes.
    @Test
    void whoCanNeverStartIsToldSo() throws Exception {
        try (Stage stage = cohort()) {
            stage.job("polite", "a", "3", "{" + BORROW + ": 'true'}");
            String message =
                    "couldn't assign flavors to pod set main: would need to borrow 2 cpu in flavor f;"
                            + " cannot-borrow is set, and its ClusterQueue owns 1 in all:"
                            + " it can never start with this request";
            assertThat(stage.quotaReserved("polite").getReason()).isEqualTo("ExceedsMaxQuota");
            assertThat(stage.quotaReserved("polite").getMessage()).isEqualTo(message);

            stage.job("greedy", "a", "3", "{}").after(Duration.ofSeconds(2));

            assertThat(stage.admitted("greedy")).isTrue();
            assertThat(stage.quotaReserved("polite").getMessage()).isEqualTo(message);
            assertThat(stage.notes("ExceedsMaxQuota", "polite")).containsExactly(message);
        }
    }

    /// FB15: one event for each change of the reason, none for each amount: here the one to borrow grows from 1 to 3.
    @Test
    void theReasonIsToldOnce() throws Exception {
        try (Stage stage = cohort()) {
            stage.job("first", "a", "1", "{}");
            stage.job("polite", "a", "1", "{" + BORROW + ": 'true'}");
            for (int i = 1; i <= 2; i++) {
                stage.job("other" + i, "a", "1", "{}").after(Duration.ofSeconds(2));
                assertThat(stage.admitted("other" + i)).isTrue();
                touchQueue(stage, i);
                assertThat(stage.quotaReserved("polite").getMessage())
                        .contains("would need to borrow " + (i + 1) + " cpu");
            }
            assertThat(stage.notes("WaitingForQuota", "polite")).hasSize(1);
        }
    }

    /// A change of a queue has those looked at again who wait in it.
    private static void touchQueue(Stage stage, int weight) throws InterruptedException {
        stage.client()
                .resources(ClusterQueue.class)
                .withName("a")
                .patch(
                        PatchContext.of(PatchType.JSON_MERGE),
                        "{\"spec\": {\"fairSharing\": {\"weight\": \"%d\"}}}"
                                .formatted(weight + 1));
        stage.settle();
    }

    /// FB5, FB3: a worker's copy has the user's annotations as they are beside the manager's gate. What the user forbids makes
    /// it wait without a signal: a gate that opens would change nothing.
    @Test
    void aCopyKeepsTheUsersWishApartFromTheManagersGate() throws Exception {
        try (Stage stage = Stage.open().queue("q", 1, LOWER).create(PRIORITIES)) {
            ranked(stage, "running", "low", "{}");
            stage.createWorkload(
                    "copy",
                    "labels: {kueue.x-k8s.io/multikueue-origin: manager},"
                            + " annotations: {kueue.x-k8s.io/cannot-preempt: 'true'}",
                    "priority: 1000\npreemptionGates: [{name: kueue.x-k8s.io/multikueue}]");
            Workload copy =
                    stage.client()
                            .resources(Workload.class)
                            .inNamespace("ns")
                            .withName("copy")
                            .get();
            assertThat(copy.getMetadata().getAnnotations()).containsEntry(PREEMPT, "true");
            assertThat(Facts.spec(copy).admissionConstraints())
                    .isEqualTo(new AdmissionConstraints(Permission.NEVER, null));
            assertThat(
                            Objects.requireNonNull(
                                            Conditions.find(
                                                    Facts.conditions(copy), "QuotaReserved"))
                                    .getMessage())
                    .contains("cannot-preempt is set");
            assertThat(Conditions.isTrue(Facts.conditions(copy), "BlockedOnPreemptionGates"))
                    .isFalse();
            assertThat(stage.admitted("running")).isTrue();
        }
    }

    /// FB8: with no quota of its own a queue that may not borrow admits nothing, and says so.
    @Test
    void withoutQuotaOfItsOwnNothingIsAdmitted() throws Exception {
        try (Stage stage = cohort()) {
            stage.job("polite", "none", "1", "{" + BORROW + ": 'true'}");
            assertThat(stage.admitted("polite")).isFalse();
            assertThat(stage.quotaReserved("polite").getMessage())
                    .contains("would need to borrow 1 cpu", "owns 0", "can never start");
        }
    }

    /// FB9: a request of nothing is no borrowing, also where others have borrowed.
    @Test
    void aRequestOfNothingIsNotBorrowed() throws Exception {
        try (Stage stage = cohort()) {
            stage.job("greedy", "a", "3", "{}").job("none", "a", "0", "{" + BORROW + ": 'true'}");
            assertThat(stage.admitted("greedy")).isTrue();
            assertThat(stage.admitted("none")).isTrue();
        }
    }

    /// FB16: both constraints hold for the admission only.
    @Test
    void aQuotaThatIsCutLaterEvictsNobody() throws Exception {
        try (Stage stage = cohort()) {
            stage.job("polite", "a", "1", "{" + BORROW + ": 'true'}");
            assertThat(stage.admitted("polite")).isTrue();

            stage.client()
                    .resources(ClusterQueue.class)
                    .withName("a")
                    .patch(
                            PatchContext.of(PatchType.JSON),
                            """
                            [{"op": "replace",
                              "path": "/spec/resourceGroups/0/flavors/0/resources/0/nominalQuota",
                              "value": "0"}]""");
            stage.settle().after(Duration.ofSeconds(5));

            assertThat(stage.admitted("polite")).isTrue();
            assertThat(stage.evicted("polite")).isFalse();
        }
    }

    /// The Workload says the same as the job from its first moment on, in the field and in the annotations.
    @Test
    void theWorkloadIsMadeWithTheConstraints() throws Exception {
        try (Stage stage = cohort()) {
            stage.job("both", "a", "1", "{" + PREEMPT + ": 'true', " + BORROW + ": 'true'}")
                    .job("one", "a", "1", "{" + PREEMPT + ": 'false', " + BORROW + ": 'true'}")
                    .job("none", "a", "1", "{}");

            assertThat(constraints(stage, "both"))
                    .isEqualTo(new AdmissionConstraints(Permission.NEVER, Permission.NEVER));
            assertThat(constraints(stage, "one"))
                    .isEqualTo(new AdmissionConstraints(null, Permission.NEVER));
            assertThat(constraints(stage, "none")).isNull();
            assertThat(stage.workload("both").orElseThrow().getMetadata().getGeneration())
                    .isEqualTo(1);
            assertThat(stage.workload("both").orElseThrow().getMetadata().getAnnotations())
                    .containsEntry(PREEMPT, "true")
                    .containsEntry(BORROW, "true");
        }
    }

    /// FB6: a value that would be ignored is refused.
    @Test
    void onlyTrueAndFalseAreValues() throws Exception {
        try (Stage stage = Stage.open()) {
            for (String value : List.of("True", "1", "yes", "", "never")) {
                assertThat(
                                stage.refusal(
                                        () ->
                                                stage.job(
                                                        "a",
                                                        "q",
                                                        "1",
                                                        "{%s: '%s'}".formatted(BORROW, value))))
                        .as(value)
                        .endsWith(
                                "metadata.annotations[%s]: Unsupported value: \"%s\": supported values: \"true\", \"false\""
                                        .formatted(BORROW, value));
            }
        }
    }

    /// FB4: not added, not changed, not removed.
    @Test
    void theyNeverChange() throws Exception {
        try (Stage stage = cohort()) {
            stage.job("with", "a", "9", "{" + BORROW + ": 'true'}").job("without", "a", "9", "{}");
            assertThat(
                            stage.refusal(
                                    () ->
                                            stage.patchJob(
                                                    "without",
                                                    Stage.annotated(BORROW, "\"true\""))))
                    .endsWith("field is immutable");
            for (String value : List.of("\"false\"", "null")) {
                assertThat(
                                stage.refusal(
                                        () ->
                                                stage.patchJob(
                                                        "with", Stage.annotated(BORROW, value))))
                        .endsWith("field is immutable");
                assertThat(
                                stage.refusal(
                                        () ->
                                                stage.patchWorkload(
                                                        "with", Stage.annotated(BORROW, value))))
                        .contains("field is immutable");
            }
            assertThat(
                            stage.refusal(
                                    () ->
                                            stage.patchWorkload(
                                                    "with",
                                                    "{\"spec\": {\"admissionConstraints\": null}}")))
                    .contains("spec.admissionConstraints.borrowing");
        }
    }

    /// A Workload of somebody's own: what only the annotation says is filled in; both may not disagree.
    @Test
    void fieldAndAnnotationAgree() throws Exception {
        String bare =
                """
                apiVersion: kueue.x-k8s.io/v1beta2
                kind: Workload
                metadata: {name: %s, namespace: ns, annotations: %s}
                spec:
                  queueName: q
                  %s
                  podSets:
                  - name: main
                    count: 1
                    template:
                      spec:
                        restartPolicy: Never
                        containers: [{name: c, image: registry.example.com/work:1}]
                """;
        try (Stage stage = Stage.open()) {
            stage.create(bare.formatted("w", "{" + BORROW + ": 'true'}", ""));
            assertThat(Facts.spec(stage.workloads().getFirst()).admissionConstraints())
                    .isEqualTo(new AdmissionConstraints(null, Permission.NEVER));
            assertThat(
                            stage.refusal(
                                    () ->
                                            stage.create(
                                                    bare.formatted(
                                                            "v",
                                                            "{" + PREEMPT + ": 'false'}",
                                                            "admissionConstraints: {preemption: Never}"))))
                    .contains(
                            "spec.admissionConstraints.preemption: Invalid value: \"Never\": must agree");
        }
    }

    /// KEP-8729: disabled, the annotations are ignored, whatever they say.
    @Test
    void withoutTheFeatureGateTheyAreIgnored() throws Exception {
        try (Stage stage = Stage.with(Map.of("WorkloadAdmissionConstraints", false))) {
            cohort(stage).job("greedy", "a", "3", "{" + BORROW + ": 'yes'}");
            assertThat(stage.admitted("greedy")).isTrue();
            assertThat(constraints(stage, "greedy")).isNull();
        }
    }

    private static @Nullable AdmissionConstraints constraints(Stage stage, String job) {
        return Facts.spec(stage.workload(job).orElseThrow()).admissionConstraints();
    }

    private static Stage cohort() throws Exception {
        return cohort(Stage.open());
    }

    /// Queues `a` (1 cpu), `b` (4) and `none` (0) of one cohort.
    static Stage cohort(Stage stage) throws InterruptedException {
        stage.create(
                """
                apiVersion: kueue.x-k8s.io/v1beta2
                kind: ResourceFlavor
                metadata: {name: f}
                """);
        for (Map.Entry<String, Integer> queue : Map.of("a", 1, "b", 4, "none", 0).entrySet()) {
            stage.create(
                    """
                    apiVersion: kueue.x-k8s.io/v1beta2
                    kind: ClusterQueue
                    metadata: {name: %1$s}
                    spec:
                      namespaceSelector: {}
                      cohortName: all
                      resourceGroups:
                      - coveredResources: [cpu]
                        flavors:
                        - name: f
                          resources: [{name: cpu, nominalQuota: %2$d}]
                    ---
                    apiVersion: kueue.x-k8s.io/v1beta2
                    kind: LocalQueue
                    metadata: {name: %1$s, namespace: ns}
                    spec: {clusterQueue: %1$s}
                    """
                            .formatted(queue.getKey(), queue.getValue()));
        }
        return stage;
    }
}
