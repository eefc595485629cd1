package dev.sluice.conformance.gates;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.v1beta2.ClusterQueue;
import org.junit.jupiter.api.Test;

/// What a user sees of jobs that are alike, and of manifests in the older version.
class WaitingTogetherTest {
    /// R3.22: the reason is known although nobody has looked at this one.
    @Test
    void aJobBehindAnEqualOneSaysWhyItWaits() throws Exception {
        try (Stage stage = Stage.open()) {
            stage.queue("q", 4, "")
                    .job("first", "q", "3", "{}")
                    .job("second", "q", "2", "{}")
                    .job("third", "q", "2", "{}");

            assertThat(stage.admitted("first")).isTrue();
            assertThat(stage.quotaReserved("second"))
                    .returns("WaitingForQuota", condition -> condition.getReason())
                    .satisfies(
                            condition ->
                                    assertThat(condition.getMessage())
                                            .startsWith("couldn't assign flavors"));
            assertThat(stage.quotaReserved("third"))
                    .returns("False", condition -> condition.getStatus())
                    .returns("WaitingForQuota", condition -> condition.getReason())
                    .returns(
                            "Bypassed scheduling evaluation because an equivalent workload"
                                    + " recently failed",
                            condition -> condition.getMessage());
        }
    }

    /// A16, L7: webhooks see every version as the stored one.
    @Test
    void aQueueOfTheOlderVersionMayBorrowInItsCohort() throws Exception {
        try (Stage stage = Stage.open()) {
            stage.create(
                    """
                    apiVersion: kueue.x-k8s.io/v1beta1
                    kind: ClusterQueue
                    metadata: {name: old}
                    spec:
                      cohort: all
                      namespaceSelector: {}
                      resourceGroups:
                      - coveredResources: [cpu]
                        flavors:
                        - name: default
                          resources: [{name: cpu, nominalQuota: 4, borrowingLimit: 3, lendingLimit: 2}]
                    """);

            ClusterQueue stored =
                    stage.client().resources(ClusterQueue.class).withName("old").get();
            assertThat(stored.getSpec().cohortName()).isEqualTo("all");
            assertThat(
                            stage.refusal(
                                    () ->
                                            stage.create(
                                                    """
                                                    apiVersion: kueue.x-k8s.io/v1beta1
                                                    kind: ClusterQueue
                                                    metadata: {name: alone}
                                                    spec:
                                                      namespaceSelector: {}
                                                      resourceGroups:
                                                      - coveredResources: [cpu]
                                                        flavors:
                                                        - name: default
                                                          resources: [{name: cpu, nominalQuota: 4, borrowingLimit: 3}]
                                                    """)))
                    .contains("borrowingLimit", "must be nil when cohort is empty");
        }
    }
}
