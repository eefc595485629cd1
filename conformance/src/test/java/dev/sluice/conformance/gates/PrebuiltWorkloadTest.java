package dev.sluice.conformance.gates;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import dev.sluice.api.v1beta2.Workload;
import dev.sluice.controllers.workload.Facts;
import io.fabric8.kubernetes.api.model.Condition;
import org.junit.jupiter.api.Test;

/// A Workload that a job names instead of having one made (L2.24): its job takes it before anybody decides about it.
class PrebuiltWorkloadTest {
    private static final String GATE = "kueue.x-k8s.io/scheduling-gated-by";
    private static final String NAMES_IT = "kueue.x-k8s.io/prebuilt-workload-name: pre";
    private static final String HELD = "{" + NAMES_IT + ", " + GATE + ": example.com/mygate}";

    private static Stage prebuilt(Stage stage) throws InterruptedException {
        return stage.createWorkload("pre", "", "");
    }

    private static Workload pre(Stage stage) {
        return stage.client().resources(Workload.class).inNamespace("ns").withName("pre").get();
    }

    /// The job's write raises the generation; whatever is decided is decided about that one.
    @Test
    void isOwnedBeforeItIsDecidedAbout() throws Exception {
        try (Stage stage =
                Stage.open().queue("q", 1, "").job("a", "q", "1", "{" + NAMES_IT + "}")) {
            prebuilt(stage);

            assertThat(Facts.controllerOf(pre(stage))).isPresent();
            assertThat(Facts.conditions(pre(stage)))
                    .extracting(Condition::getType, Condition::getObservedGeneration)
                    .contains(tuple("QuotaReserved", 2L), tuple("Admitted", 2L));
            assertThat(stage.job("a").getSpec().getSuspend()).isFalse();
        }
    }

    /// Manifests write `cpu: 1` and `nodeSelector: {}`; what reads and writes them does not.
    @Test
    void isWrittenHoweverItIsSpelled() throws Exception {
        String spelled =
                """
                apiVersion: kueue.x-k8s.io/v1beta2
                kind: Workload
                metadata: {name: pre, namespace: ns}
                spec:
                  queueName: q
                  podSets:
                  - name: main
                    count: 1
                    template:
                      metadata: {labels: {}}
                      spec:
                        restartPolicy: Never
                        nodeSelector: {}
                        tolerations: []
                        containers:
                        - name: c
                          image: registry.example.com/work:1
                          resources: {requests: {cpu: 1}}
                """;
        try (Stage stage = Stage.open().queue("q", 1, "").create(spelled)) {
            assertThat(Facts.reserved(pre(stage))).isTrue();

            stage.job("a", "q", "1", "{" + NAMES_IT + "}");

            assertThat(Facts.controllerOf(pre(stage))).isPresent();
            assertThat(stage.job("a").getSpec().getSuspend()).isFalse();
        }
    }

    /// KEP-6915: what a gate holds takes part in no decision, and holds no quota.
    @Test
    void ofAHeldJobHoldsNoQuota() throws Exception {
        try (Stage stage = Stage.open().queue("q", 1, "").job("a", "q", "1", HELD)) {
            prebuilt(stage).job("other", "q", "1", "{}");

            assertThat(Facts.reserved(pre(stage))).isFalse();
            assertThat(stage.admitted("other")).isTrue();

            stage.client().batch().v1().jobs().inNamespace("ns").withName("other").delete();
            stage.settle().without(GATE, "a");

            assertThat(stage.admitted("a")).isTrue();
            assertThat(stage.job("a").getSpec().getSuspend()).isFalse();
        }
    }

    /// Without a job it is a bare Workload, and those are queued (T48).
    @Test
    void isQueuedWhenNobodyNamesItAnyMore() throws Exception {
        try (Stage stage = Stage.open().queue("q", 1, "").job("a", "q", "1", HELD)) {
            prebuilt(stage);
            assertThat(Facts.admitted(pre(stage))).isFalse();

            stage.client().batch().v1().jobs().inNamespace("ns").withName("a").delete();
            stage.settle();

            assertThat(Facts.admitted(pre(stage))).isTrue();
        }
    }

    /// A job that nobody queues (L2.5) takes no Workload either.
    @Test
    void isNotKeptForAJobWithoutAQueue() throws Exception {
        try (Stage stage = Stage.open().queue("q", 1, "")) {
            stage.create(
                    Stage.manifest("a", "q", "1", "{" + NAMES_IT + "}")
                            .replace("labels: {kueue.x-k8s.io/queue-name: q}", "labels: {}"));
            prebuilt(stage);

            assertThat(Facts.admitted(pre(stage))).isTrue();
        }
    }

    /// A misspelt name, and one that is taken: the job says so.
    @Test
    void thatIsMissingOrTakenIsToldOnItsJob() throws Exception {
        try (Stage stage =
                Stage.open().queue("q", 1, "").job("a", "q", "1", "{" + NAMES_IT + "}")) {
            assertThat(stage.notes("MissingWorkload", "a"))
                    .containsExactly("missing workload: there is no prebuilt Workload ns/pre");

            prebuilt(stage).job("b", "q", "1", "{" + NAMES_IT + "}");

            assertThat(stage.admitted("a")).isTrue();
            assertThat(stage.notes("WorkloadOfAnother", "b"))
                    .containsExactly(
                            "The prebuilt Workload ns/pre belongs to Job a: it is not taken");
        }
    }
}
