package dev.sluice.conformance.multicluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/// L5.1 to L5.9: how workers are connected, lost and found again, and what the check says of them.
class ConnectionTest {
    private static final String CONNECTED = "True Active: Connected";
    private static final String REFUSED =
            "False ClientConnectionFailed: failed to get server groups: Get \"https://one:6443/api\": dial tcp one:6443: connect: connection refused; connection attempts: ";

    /// As recorded in 80.
    @Test
    void aWorkerThatAnswersIsConnected() throws Exception {
        try (ManagingCluster manager = ManagingCluster.open()) {
            manager.worker("one");
            manager.worker("two");

            manager.knows("one").knows("two").check("one", "two");

            assertThat(manager.active("one")).isEqualTo(CONNECTED);
            assertThat(manager.active("two")).isEqualTo(CONNECTED);
            assertThat(manager.checkActive())
                    .isEqualTo("True Active: The admission check is active");
        }
    }

    /// As recorded in 83.
    @Test
    void aLostWorkerIsTriedAgainAfterPausesThatGrow() throws Exception {
        try (ManagingCluster manager = ManagingCluster.open()) {
            Cable cable = manager.worker("one");
            manager.worker("two");
            manager.knows("one").knows("two").check("one", "two");

            cable.cut();
            manager.await("one", active -> active.startsWith(REFUSED));

            assertThat(manager.active("one"))
                    .isEqualTo(REFUSED + "1, next connection attempt: 2026-01-01T00:00:05Z");
            assertThat(manager.checkActive())
                    .isEqualTo("True SomeActiveClusters: Inactive clusters: [one]");
            manager.after(Duration.ofSeconds(5));
            assertThat(manager.active("one"))
                    .isEqualTo(REFUSED + "2, next connection attempt: 2026-01-01T00:00:15Z");
            cable.mend();
            manager.after(Duration.ofSeconds(9));
            assertThat(manager.active("one")).contains("connection attempts: 2");
            manager.after(Duration.ofSeconds(1));
            assertThat(manager.active("one")).isEqualTo(CONNECTED);
            assertThat(manager.checkActive())
                    .isEqualTo("True Active: The admission check is active");
        }
    }

    @Test
    void clustersAndConfigsThatSayNothingAreAnsweredFor() throws Exception {
        try (ManagingCluster manager = ManagingCluster.open()) {
            manager.create(
                            """
                            apiVersion: kueue.x-k8s.io/v1beta2
                            kind: MultiKueueCluster
                            metadata: {name: one}
                            ---
                            apiVersion: kueue.x-k8s.io/v1beta2
                            kind: MultiKueueConfig
                            metadata: {name: mk}
                            """)
                    .create(
                            """
                            apiVersion: kueue.x-k8s.io/v1beta2
                            kind: AdmissionCheck
                            metadata: {name: mk}
                            spec:
                              controllerName: kueue.x-k8s.io/multikueue
                              parameters: {apiGroup: kueue.x-k8s.io, kind: MultiKueueConfig, name: mk}
                            """);

            assertThat(manager.active("one"))
                    .startsWith("False MultiKueueClusterProfileFeatureDisabled: ");
            assertThat(manager.checkActive())
                    .isEqualTo(
                            "False NoUsableClusters: spec.clusters of the MultiKueueConfig is empty");
        }
    }

    @Test
    void aNewSecretIsTriedAtOnce() throws Exception { // L5.5
        try (ManagingCluster manager = ManagingCluster.open()) {
            manager.worker("one");
            manager.secret("one", "no kubeconfig").cluster("one", "one").check("one");
            assertThat(manager.active("one")).startsWith("False BadKubeConfig");
            assertThat(manager.checkActive()).startsWith("False NoUsableClusters");

            manager.secret("one", ManagingCluster.kubeconfig("one"));

            assertThat(manager.active("one")).isEqualTo(CONNECTED);
        }
    }
}
