package dev.sluice.api.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.sluice.api.config.Configuration.WaitForPodsReady;
import dev.sluice.api.feature.FeatureGate;
import dev.sluice.api.feature.FeatureGates;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/// A14
class ConfigurationTest {
    @Test
    void hasTheDocumentedDefaults() {
        Configuration defaults = Configuration.defaults();
        WaitForPodsReady ready = Objects.requireNonNull(defaults.waitForPodsReady());

        assertThat(defaults.namespace()).isEqualTo("kueue-system");
        assertThat(defaults.integrations().frameworks()).containsExactly("batch/job");
        assertThat(defaults.fairSharing()).isNull();
        assertThat(defaults.admissionFairSharing()).isNull();
        assertThat(ready.timeout()).isEqualTo(Duration.ofMinutes(30));
        assertThat(ready.recoveryTimeout()).isEqualTo(Duration.ofMinutes(30));
        assertThat(ready.backoffLimitCount()).isNull();
        assertThat(defaults.multiKueue().origin()).isEqualTo("multikueue");
        assertThat(manages(defaults, "kube-system")).isFalse();
        assertThat(manages(defaults, "kueue-system")).isFalse();
        assertThat(manages(defaults, "ns")).isTrue();
    }

    private static boolean manages(Configuration configuration, String namespace) {
        return configuration
                .managedJobsNamespaceSelector()
                .matches(Map.of("kubernetes.io/metadata.name", namespace));
    }

    @Test
    void readsAFile() {
        Configuration read =
                read(
                        """
                        apiVersion: config.kueue.x-k8s.io/v1beta2
                        kind: Configuration
                        manageJobsWithoutQueueName: true
                        featureGates: {PartialAdmission: false}
                        waitForPodsReady:
                          timeout: 4s
                          requeuingStrategy: {backoffLimitCount: 2, timestamp: Creation}
                        fairSharing:
                          preemptionStrategies: [LessThanOrEqualToFinalShare, LessThanInitialShare]
                        admissionFairSharing:
                          usageHalfLifeTime: 10m0s
                          resourceWeights: {cpu: 2, memory: 1e-9}
                        resources:
                          excludeResourcePrefixes: [example.com/]
                          transformations:
                          - {input: gpu-a, strategy: Replace, outputs: {credit: "1", memory: 5Gi}}
                        objectRetentionPolicies: {workloads: {afterFinished: 3s}}
                        """);
        WaitForPodsReady ready = Objects.requireNonNull(read.waitForPodsReady());

        assertThat(read.manageJobsWithoutQueueName()).isTrue();
        assertThat(read.gates().isOn(FeatureGate.PARTIAL_ADMISSION)).isFalse();
        assertThat(ready.timeout()).isEqualTo(Duration.ofSeconds(4));
        assertThat(ready.recoveryTimeout()).isEqualTo(Duration.ofSeconds(4));
        assertThat(ready.requeuingByCreation()).isTrue();
        assertThat(Objects.requireNonNull(read.fairSharing()).preemptionStrategies()).hasSize(2);
        assertThat(Objects.requireNonNull(read.admissionFairSharing()).resourceWeights())
                .isEqualTo(Map.of("cpu", 2.0, "memory", 1e-9));
        assertThat(read.resources().transformations().getFirst().replace()).isTrue();
        assertThat(read.retention().afterFinished()).isEqualTo(Duration.ofSeconds(3));
    }

    /// A14.1
    @Test
    void switchesTimeOutsOffByAGate() {
        assertThat(read("featureGates: {DisableWaitForPodsReady: true}").waitForPodsReady())
                .isNull();
    }

    @Test
    void isOneDocument() {
        assertThatThrownBy(() -> read("kind: Configuration\n---\nkind: Job\n"))
                .isInstanceOf(BadConfigurationException.class)
                .hasMessageContaining("several documents, expected one");
    }

    @Test
    void namesEveryFaultyField() {
        BadConfigurationException bad =
                catchThrowableOfType(
                        BadConfigurationException.class,
                        () ->
                                read(
                                        """
                                        bogus: 1
                                        waitForPodsReady: {timeout: soon, requeuingStrategy: {backoffBaseSeconds: -1}}
                                        fairSharing: {preemptionStrategies: [Any]}
                                        integrations: {frameworks: [batch/job, nothing]}
                                        resources: {quotaCheckStrategy: Perhaps}
                                        """));

        assertThat(bad.complaints())
                .containsExactlyInAnyOrder(
                        "bogus: unknown field",
                        "waitForPodsReady.timeout: \"soon\": expected a duration such as 30s, 5m or 1h30m",
                        "waitForPodsReady.requeuingStrategy.backoffBaseSeconds: -1: expected a whole number of at least 0",
                        "fairSharing.preemptionStrategies: [Any]: expected [LessThanOrEqualToFinalShare],"
                                + " [LessThanInitialShare] or both in this order",
                        "integrations.frameworks: \"nothing\": unknown framework",
                        "resources.quotaCheckStrategy: \"Perhaps\": expected one of BlockUndeclared, IgnoreUndeclared");
    }

    @Test
    void saysWhatIsNotSupportedYet() {
        assertThatThrownBy(() -> read("resources: {deviceClassMappings: [{name: a}]}"))
                .hasMessage("resources.deviceClassMappings: is not supported yet");
    }

    @Test
    void readsHowAProcessServes() {
        Serving serving =
                read("""
                                webhook: {port: 9444, certDir: /certs}
                                metrics:
                                  bindAddress: "0"
                                  enableClusterQueueResources: true
                                  localQueueMetrics: {enable: false}
                                  customLabels: [{name: team, sourceLabelKey: example.com/team}]
                                health: {healthProbeBindAddress: ":9000"}
                                pprofBindAddress: ":9001"
                                leaderElection: {leaderElect: true, leaseDuration: 20s}
                                controller: {groupKindConcurrency: {Job.batch: 5}, cacheSyncTimeout: 1m}
                                tls: {minVersion: VersionTLS13}
                                internalCertManagement: {enable: false, webhookServiceName: "", webhookSecretName: ""}
                                visibilityServer: {bindPort: 8083}
                                """)
                        .serving();
        assertThat(serving.webhook()).isEqualTo(new Serving.Webhook(9444, "", "/certs"));
        assertThat(serving.metricsAddress()).isEqualTo("0");
        assertThat(serving.clusterQueueResourceMetrics()).isTrue();
        assertThat(serving.localQueueMetrics()).isFalse();
        assertThat(serving.customLabels().getFirst().sourceKind()).isEqualTo("ClusterQueue");
        assertThat(serving.healthAddress()).isEqualTo(":9000");
        assertThat(serving.leaderElection().leaseDuration()).isEqualTo(Duration.ofSeconds(20));
        assertThat(serving.leaderElection().resourceName()).isEqualTo("c1f6bfd2.kueue.x-k8s.io");
        assertThat(serving.concurrencyByKind()).isEqualTo(Map.of("Job.batch", 5));
        assertThat(serving.cacheSyncTimeout()).isEqualTo(Duration.ofMinutes(1));
        assertThat(serving.managesCertificates()).isFalse();
        assertThat(serving.visibilityPort()).isEqualTo(8083);
    }

    /// Whoever sets what nobody acts on is told so.
    @Test
    void remarksOnWhatHasNoEffect() {
        assertThat(Configuration.defaults().remarks()).isEmpty();
        assertThat(
                        read("""
                                        webhook: {port: 9444}
                                        integrations: {frameworks: [batch/job, pod, jobset.x-k8s.io/jobset]}
                                        multiKueue:
                                          externalFrameworks: [{name: PyTorchJob.v1.kubeflow.org}]
                                          clusterProfile: {accessProviders: []}
                                          dispatcherName: kueue.x-k8s.io/multikueue-dispatcher-incremetal
                                        controller: {groupKindConcurrency: {Job.batch: 5, Pod: 5, Node: 5}}
                                        metrics: {bindAddress: ":9000"}
                                        """)
                                .remarks())
                .containsExactly(
                        "webhook has no effect: what is written is checked inside the API server, without webhooks",
                        "metrics.bindAddress has no effect: /metrics is a path of the API server's own address;"
                                + " \"0\" switches it off",
                        "multiKueue.externalFrameworks has no effect:"
                                + " only jobs of the kinds in integrations.frameworks are sent to other clusters",
                        "multiKueue.clusterProfile has no effect: clusters are reached by their kubeconfigs",
                        "multiKueue.dispatcherName: \"kueue.x-k8s.io/multikueue-dispatcher-incremetal\":"
                                + " clusters are nominated by a controller outside;"
                                + " did you mean kueue.x-k8s.io/multikueue-dispatcher-incremental?",
                        "integrations.frameworks: \"jobset.x-k8s.io/jobset\": jobs of this kind start at once, they are not queued yet",
                        "controller.groupKindConcurrency: \"Node\" has no effect: only Job.batch, Pod, StatefulSet.apps,"
                                + " Workload.kueue.x-k8s.io have workers of their own");
    }

    /// L2.7: their pods are queued, also where no other pods are.
    @Test
    void servingKindsBringTheirPods() {
        for (String kind : List.of("deployment", "statefulset")) {
            Configuration settings = read("integrations: {frameworks: [" + kind + "]}");

            assertThat(settings.remarks()).isEmpty();
            assertThat(Frameworks.podsAreQueued(settings.integrations().frameworks())).isTrue();
        }
    }

    /// "0" is obeyed: there is no page then (L8.2).
    @Test
    void theMetricsPageCanBeSwitchedOffWithoutARemark() {
        assertThat(read("metrics: {bindAddress: '0'}").remarks()).isEmpty();
    }

    @Test
    void choosesLocalQueuesByTheirLabels() {
        String yaml =
                "metrics: {localQueueMetrics: {localQueueSelector: {matchLabels: {team: a}}}}";
        assertThat(read(yaml).serving().localQueueSelector().matches(Map.of("team", "a"))).isTrue();
        assertThat(read(yaml).serving().localQueueSelector().matches(Map.of())).isFalse();
        assertThatThrownBy(
                        () ->
                                read(
                                        "metrics: {localQueueMetrics: {localQueueSelector: {matchExpressions:"
                                                + " [{key: a, operator: Has}]}}}"))
                .hasMessageContaining("metrics.localQueueMetrics.localQueueSelector");
    }

    @Test
    void limitsTheLabelsOfEachKind() {
        String three =
                "{name: %s, sourceKind: Workload, trackedValues: [x]}, ".formatted("a")
                        + "{name: b, sourceKind: Workload, trackedValues: [x]}, "
                        + "{name: c, sourceKind: Workload, trackedValues: [x]}";
        assertThatThrownBy(() -> read("metrics: {customLabels: [" + three + "]}"))
                .hasMessage("metrics.customLabels: 3 entries of Workload: expected at most 2");
    }

    /// A16.2, A16.3: what is off in v1beta1 unless the file says otherwise stays off.
    @Test
    void readsTheEarlierVersion() {
        String version = "apiVersion: config.kueue.x-k8s.io/v1beta1\n";
        assertThat(read(version).waitForPodsReady()).isNull();
        assertThat(read(version + "fairSharing: {}").fairSharing()).isNull();

        Configuration on =
                read(
                        version
                                + """
                                waitForPodsReady: {enable: true}
                                fairSharing: {enable: true}
                                integrations: {podOptions: {namespaceSelector: {}}}
                                queueVisibility: {updateIntervalSeconds: 5}
                                """);
        WaitForPodsReady ready = Objects.requireNonNull(on.waitForPodsReady());
        assertThat(ready.timeout()).isEqualTo(Duration.ofMinutes(5));
        assertThat(ready.blockAdmission()).isTrue();
        assertThat(Objects.requireNonNull(on.fairSharing()).preemptionStrategies()).hasSize(2);
        assertThat(on.remarks())
                .containsExactly(
                        "integrations.podOptions has no effect: the peer dropped it with v1beta2",
                        "queueVisibility has no effect: the peer dropped it with v1beta2");
        assertThatThrownBy(() -> read("fairSharing: {enable: true}"))
                .hasMessageContaining("fairSharing.enable: unknown field");
        assertThatThrownBy(() -> read(version + "visibilityServer: {bindPort: 1}"))
                .hasMessageContaining("visibilityServer: unknown field");
    }

    @Test
    void refusesWhatNoProcessCanServe() {
        BadConfigurationException bad =
                catchThrowableOfType(
                        BadConfigurationException.class,
                        () ->
                                read(
                                        """
                                        webhook: {port: 70000}
                                        leaderElection: {renewDeadline: 15s, leader: true}
                                        controller: {groupKindConcurrency: {Job.batch: 0}}
                                        tls: {minVersion: VersionTLS13, cipherSuites: [A]}
                                        internalCertManagement: {webhookServiceName: A_b}
                                        metrics: {customLabels: [{name: 1x, sourceKind: Workload}]}
                                        """));
        assertThat(bad.complaints())
                .containsExactlyInAnyOrder(
                        "webhook.port: 70000: expected 1 to 65535",
                        "leaderElection.renewDeadline: must be shorter than leaseDuration",
                        "leaderElection.leader: unknown field",
                        "controller.groupKindConcurrency.Job.batch: 0: expected a whole number greater than 0",
                        "tls.cipherSuites: must not be set together with VersionTLS13",
                        "internalCertManagement.webhookServiceName: \"A_b\": expected a DNS name such as"
                                + " kueue-webhook-service",
                        "metrics.customLabels[0].name: \"1x\": expected a letter, then letters, digits and _",
                        "metrics.customLabels[0].trackedValues: 0 values: expected 1 to 12");
    }

    @Test
    void refusesANamespaceSelectorThatMatchesItsOwn() {
        assertThatThrownBy(() -> read("managedJobsNamespaceSelector: {}"))
                .hasMessageContaining("should not match the \"kube-system\" namespace");
    }

    @Test
    void refusesAnotherVersion() {
        assertThatThrownBy(() -> read("apiVersion: config.kueue.x-k8s.io/v1"))
                .isInstanceOf(BadConfigurationException.class)
                .hasMessageContaining("apiVersion: \"config.kueue.x-k8s.io/v1\"");
    }

    @Test
    void refusesAFileThatIsNoMapping() {
        assertThatThrownBy(() -> read("- a"))
                .isInstanceOf(BadConfigurationException.class)
                .hasMessageContaining("expected a mapping");
        assertThat(List.of(read(""))).hasSize(1);
    }

    @Test
    void saysWhereAFileCannotBeRead() {
        assertThatThrownBy(() -> read("namespace: [a"))
                .isInstanceOf(BadConfigurationException.class)
                .hasMessageContaining("neither YAML nor JSON");
    }

    private static Configuration read(String yaml) {
        return Configuration.read(yaml, FeatureGates.defaults());
    }

    @Test
    void asksTheGatesOfItsSections() {
        String yaml =
                "admissionFairSharing: {usageHalfLifeTime: 1m}\nresources: {quotaCheckStrategy: IgnoreUndeclared}";
        Configuration on = Configuration.read(yaml, FeatureGates.defaults());
        assertThat(on.admissionFairSharing()).isNotNull();
        assertThat(on.resources().ignoreUndeclared()).isTrue();

        Configuration off =
                Configuration.read(
                        yaml,
                        FeatureGates.defaults()
                                .with(
                                        Map.of(
                                                "AdmissionFairSharing",
                                                false,
                                                "QuotaCheckStrategy",
                                                false)));
        assertThat(off.admissionFairSharing()).isNull();
        assertThat(off.resources().ignoreUndeclared()).isFalse();
    }
}
