package dev.sluice.api.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.sluice.api.config.Configuration.MultiKueue;
import dev.sluice.api.feature.FeatureGates;
import java.time.Duration;
import java.util.List;
import org.assertj.core.api.ThrowingConsumer;
import org.junit.jupiter.api.Test;

/// A14, 14.5; KEP-8303; FB18
class SeveralClustersTest {
    private static MultiKueue read(String section) {
        return Configuration.read("multiKueue: " + section, FeatureGates.defaults()).multiKueue();
    }

    private static List<String> complaintsAbout(String section) {
        return catchThrowableOfType(BadConfigurationException.class, () -> read(section))
                .complaints();
    }

    @Test
    void hasTheDocumentedDefaults() {
        MultiKueue defaults =
                new MultiKueue(
                        Duration.ofMinutes(1),
                        "multikueue",
                        Duration.ofMinutes(15),
                        new Dispatcher.AllAtOnce(),
                        Duration.ofMinutes(5));

        assertThat(Configuration.defaults().multiKueue()).isEqualTo(defaults);
        assertThat(read("{origin: '', dispatcherName: ''}")).isEqualTo(defaults);
    }

    @Test
    void readsAFile() {
        assertThat(
                        read(
                                """

                                  gcInterval: 0s
                                  origin: head-office
                                  workerLostTimeout: 0s
                                  dispatcherName: example.com/mine
                                  singleClusterPreemptionTimeout: 90s
                                """))
                .isEqualTo(
                        new MultiKueue(
                                Duration.ZERO,
                                "head-office",
                                Duration.ZERO,
                                new Dispatcher.External("example.com/mine"),
                                Duration.ofSeconds(90)));
    }

    @Test
    void nominatesInSteps() {
        String name = "dispatcherName: kueue.x-k8s.io/multikueue-dispatcher-incremental";

        assertThat(read("{" + name + "}").dispatcher()).isEqualTo(new Dispatcher.Incremental(3));
        assertThat(read("{" + name + ", incrementalDispatcherConfig: {stepSize: 2}}").dispatcher())
                .isEqualTo(new Dispatcher.Incremental(2));
    }

    /// Gate MultiKueueIncrementalDispatcherConfig off: every step has the size of the default.
    @Test
    void stepsHaveOneSizeWithoutTheGate() {
        String file =
                """
                featureGates: {MultiKueueIncrementalDispatcherConfig: false}
                multiKueue:
                  dispatcherName: kueue.x-k8s.io/multikueue-dispatcher-incremental
                  incrementalDispatcherConfig: {stepSize: 1}
                """;

        assertThat(Configuration.read(file, FeatureGates.defaults()).multiKueue().dispatcher())
                .isEqualTo(new Dispatcher.Incremental(3));
    }

    @Test
    void nominatesInTiers() {
        String name = "dispatcherName: sluice.dev/multikueue-dispatcher-tiers";
        Duration half = Duration.ofSeconds(30);

        assertThat(read("{" + name + "}").dispatcher()).isEqualTo(new Dispatcher.Tiers(half, half));
        assertThat(read("{" + name + ", tiersDispatcherConfig: {strict: 2m}}").dispatcher())
                .isEqualTo(new Dispatcher.Tiers(Duration.ofMinutes(2), half));
    }

    @Test
    void namesEveryFaultyField() {
        assertThat(
                        complaintsAbout(
                                """

                                  gcInterval: -1s
                                  origin: "head office"
                                  workerLostTimeout: soon
                                  singleClusterPreemptionTimeout: 0s
                                  incrementalDispatcherConfig: {stepSize: 0}
                                  tiersDispatcherConfig: {strict: 0s, noPreemption: -5s, third: 1s}
                                """))
                .satisfiesExactlyInAnyOrder(
                        says("gcInterval: \"-1s\": must be greater than or equal to 0"),
                        says("origin: \"head office\": a valid label must be an empty string or"),
                        says("workerLostTimeout: \"soon\": expected a duration such as 30s, 5m"),
                        says("singleClusterPreemptionTimeout: \"0s\": expected a duration longer"),
                        says("incrementalDispatcherConfig.stepSize: 0: expected a whole number"),
                        says(
                                "incrementalDispatcherConfig: is of use to the dispatcher"
                                        + " kueue.x-k8s.io/multikueue-dispatcher-incremental only, dispatcherName is"
                                        + " \"kueue.x-k8s.io/multikueue-dispatcher-all-at-once\""),
                        says("tiersDispatcherConfig.strict: \"0s\": expected a duration longer"),
                        says("tiersDispatcherConfig.noPreemption: \"-5s\": expected a duration"),
                        says("tiersDispatcherConfig.third: unknown field"),
                        says(
                                "tiersDispatcherConfig: is of use to the dispatcher"
                                        + " sluice.dev/multikueue-dispatcher-tiers only"));
    }

    private static ThrowingConsumer<String> says(String start) {
        return line -> assertThat(line).startsWith("multiKueue." + start);
    }

    @Test
    void refusesNegativeTimeoutsOfPreemption() {
        assertThat(complaintsAbout("{singleClusterPreemptionTimeout: -5m}"))
                .containsExactly(
                        "multiKueue.singleClusterPreemptionTimeout: \"-5m\":"
                                + " expected a duration longer than 0, such as 30s, 5m or 1h30m");
    }

    @Test
    void checksKindsOfOthers() {
        assertThat(
                        complaintsAbout(
                                """

                                  externalFrameworks:
                                  - {name: Job.v1.batch}
                                  - {name: PyTorchJob}
                                  - {name: PyTorchJob.v1.kubeflow.org}
                                  - {name: PyTorchJob.v1.kubeflow.org}
                                  - {}
                                """))
                .containsExactly(
                        "multiKueue.externalFrameworks[0].name: \"Job.v1.batch\":"
                                + " is built in and listed in integrations.frameworks",
                        "multiKueue.externalFrameworks[1].name: \"PyTorchJob\":"
                                + " expected Kind.version.group, such as PyTorchJob.v1.kubeflow.org",
                        "multiKueue.externalFrameworks[3].name: \"PyTorchJob.v1.kubeflow.org\": is listed twice",
                        "multiKueue.externalFrameworks[4].name: \"\":"
                                + " expected Kind.version.group, such as PyTorchJob.v1.kubeflow.org");
    }

    @Test
    void checksProvidersOfAccess() {
        String provider =
                "{name: cloud, execConfig: {command: /get-token, apiVersion: client.authentication.k8s.io/v1, interactiveMode: %s}}";

        assertThat(
                        read(
                                "{clusterProfile: {accessProviders: [%s]}}"
                                        .formatted(provider.formatted("Never"))))
                .isEqualTo(Configuration.defaults().multiKueue());
        assertThat(
                        complaintsAbout(
                                "{clusterProfile: {accessProviders: [{execConfig: {env: [{value: a}]}}], credentialsProviders: [%s]}}"
                                        .formatted(provider.formatted("Sometimes"))))
                .containsExactly(
                        "multiKueue.clusterProfile.accessProviders[0].name: is required",
                        "multiKueue.clusterProfile.accessProviders[0].execConfig.command: is required",
                        "multiKueue.clusterProfile.accessProviders[0].execConfig.apiVersion: is required",
                        "multiKueue.clusterProfile.accessProviders[0].execConfig.interactiveMode: is required",
                        "multiKueue.clusterProfile.accessProviders[0].execConfig.env[0].name: is required",
                        "multiKueue.clusterProfile.credentialsProviders[0].execConfig.interactiveMode: \"Sometimes\":"
                                + " expected one of Always, IfAvailable, Never",
                        "multiKueue.clusterProfile.credentialsProviders: must not be used together with accessProviders");
    }
}
