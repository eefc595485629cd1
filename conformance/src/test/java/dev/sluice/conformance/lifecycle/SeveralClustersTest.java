package dev.sluice.conformance.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.conformance.Deviations;
import dev.sluice.conformance.Outcome;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/// Scenarios with a manager and workers: each step and each comparison belongs to one cluster.
class SeveralClustersTest {
    private static final String TWO =
            """
            about: A class of priorities on the worker, none on the manager.
            clusters: [manager, worker1]
            config: {}
            steps:
            - 'on': worker1
              apply: {apiVersion: kueue.x-k8s.io/v1beta2, kind: WorkloadPriorityClass, metadata: {name: low}, value: 10}
            - 'on': worker1
              wait: {kind: WorkloadPriorityClass, name: low, path: value, value: 10}
            - wait: {kind: WorkloadPriorityClass, name: low, gone: true}
            - checkpoint:
                label: created
                clusters:
                  manager: {objects: [], events: []}
                  worker1:
                    objects:
                    - apiVersion: kueue.x-k8s.io/v1beta2
                      kind: WorkloadPriorityClass
                      metadata: {generation: 1, name: low, uid: <uid-1>}
                      value: 10
                    events: []
            - 'on': worker1
              patch: {kind: WorkloadPriorityClass, name: low, type: merge, patch: {description: lower}}
            - cluster: {name: worker1, action: stop-api}
            - checkpoint:
                label: changed out of sight
                clusters:
                  manager: {objects: [], events: []}
            - cluster: {name: worker1, action: start-api}
            - checkpoint:
                label: seen again
                clusters:
                  manager: {objects: [], events: []}
                  worker1:
                    objects:
                    - apiVersion: kueue.x-k8s.io/v1beta2
                      description: lower
                      kind: WorkloadPriorityClass
                      metadata: {generation: 2, name: low, uid: <uid-1>}
                      value: 10
                    events: []
            """;

    @Test
    void aStepActsOnItsClusterOnly() {
        assertThat(played(TWO).difference()).isEmpty();

        Outcome without = played(TWO.replaceFirst("- 'on': worker1\n  apply", "- apply"));
        assertThat(without.difference()).contains("step 1, on worker1: wait for", "does not exist");
    }

    @Test
    void aDifferenceNamesItsCluster() {
        Outcome other =
                played(TWO.replaceFirst("value: 10\n        events", "value: 11\n        events"));
        assertThat(other.difference())
                .contains("checkpoint 'created'", "worker1 WorkloadPriorityClass/low.value", "11");
    }

    /// Its earlier value is the one from before it went out of sight.
    @Test
    void anObjectOutOfSightIsHeldAgainstItsLastCheckpoint() {
        Outcome unchanged =
                played(
                        TWO.replaceFirst(
                                "(?s)objects:\n        - apiVersion: kueue.x-k8s.io/v1beta2\n          description.*value: 10\n",
                                "objects: []\n        unchanged: [WorkloadPriorityClass/low]\n"));

        assertThat(unchanged.difference())
                .contains("seen again", "worker1 WorkloadPriorityClass/low.metadata.generation");
    }

    @Test
    void refusesAClusterThatIsNotThere() {
        Outcome nobody = played(TWO.replaceFirst("'on': worker1", "'on': worker7"));

        assertThat(nobody.difference())
                .isEqualTo("two, step 0 is on cluster worker7, expected one of [manager, worker1]");
    }

    @Test
    void aDeviationNamesAPlaceOfACluster() throws IOException {
        String recorded =
                TWO.replaceFirst("value: 10\n        events", "value: 11\n        events");
        Deviations decided =
                Deviations.read(
                        new ByteArrayInputStream(
                                """
                                - rule: L0.0
                                  kind: lifecycle
                                  decision: Ten.
                                  cases:
                                    two:
                                    - at: /steps/3/checkpoint/clusters/worker1/objects/0/value
                                      ours: 10
                                """
                                        .getBytes(StandardCharsets.UTF_8)));

        assertThat(played(recorded, decided)).isEqualTo(Outcome.byDecision("two", Lifecycle.KIND));
    }

    /// Some recordings name a Workload as it was called in their own run.
    @Test
    void findsAWorkloadWhoseHashIsSpelledOut() {
        assertThat(
                        played(
                                        """
                                        about: A job without a queue of this name.
                                        config: {}
                                        steps:
                                        - apply: {apiVersion: v1, kind: Namespace, metadata: {name: ns}}
                                        - apply:
                                            apiVersion: batch/v1
                                            kind: Job
                                            metadata: {name: a, namespace: ns, labels: {kueue.x-k8s.io/queue-name: lq}}
                                            spec:
                                              template: {spec: {restartPolicy: Never, containers: [{name: c, image: i}]}}
                                        - wait: {kind: Workload, name: job-a-607d1, condition: QuotaReserved, status: 'False'}
                                        - delete: {kind: Workload, name: job-b-607d1, response: {}}
                                        """)
                                .difference())
                .isEqualTo(
                        "two, step 3, delete Workload/job-b-607d1: Workload/job-b-607d1 does not exist"
                                .substring(5));
    }

    private static Outcome played(String scenario) {
        return played(scenario, Deviations.none());
    }

    private static Outcome played(String scenario, Deviations deviations) {
        return Lifecycle.ofSluice(deviations)
                .run("two", new ByteArrayInputStream(scenario.getBytes(StandardCharsets.UTF_8)));
    }
}
