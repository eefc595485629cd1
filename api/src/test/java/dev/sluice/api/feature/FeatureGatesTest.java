package dev.sluice.api.feature;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.api.config.BadConfigurationException;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// A15
class FeatureGatesTest {
    @Test
    void haveTheFiveOfTheMissionOn() {
        FeatureGates ours = FeatureGates.defaults();
        FeatureGates peers = FeatureGates.defaultsOfPeer();

        for (FeatureGate gate :
                new FeatureGate[] {
                    FeatureGate.SCHEDULING_GATED_BY,
                    FeatureGate.WORKLOAD_ADMISSION_CONSTRAINTS,
                    FeatureGate.MULTIKUEUE_ORCHESTRATED_PREEMPTION,
                    FeatureGate.POD_INTEGRATION_FAST_QUOTA_RELEASE,
                    FeatureGate.POD_SCHEDULING_READINESS
                }) {
            assertThat(ours.isOn(gate)).as(gate.text()).isTrue();
        }
        assertThat(peers.isOn(FeatureGate.MULTIKUEUE_ORCHESTRATED_PREEMPTION)).isFalse();
        assertThat(peers.isOn(FeatureGate.POD_INTEGRATION_FAST_QUOTA_RELEASE)).isFalse();
    }

    @Test
    void knowEveryGateThatCodeAsksAbout() {
        for (FeatureGate gate : FeatureGate.values()) {
            assertThat(FeatureGates.defaults().values()).containsKey(gate.text());
        }
    }

    @Test
    void acceptThePeersNames() {
        FeatureGates gates =
                FeatureGates.defaults()
                        .with(
                                Map.of(
                                        "AdmissionGatedBy", false,
                                        "FastQuotaReleaseInPodIntegration", false));

        assertThat(gates.isOn(FeatureGate.SCHEDULING_GATED_BY)).isFalse();
        assertThat(gates.isOn(FeatureGate.POD_INTEGRATION_FAST_QUOTA_RELEASE)).isFalse();
    }

    @Test
    void refuseTwoNamesOfOneGateThatDisagree() {
        assertThatThrownBy(
                        () ->
                                FeatureGates.defaults()
                                        .with(
                                                Map.of(
                                                        "AdmissionGatedBy", false,
                                                        "SchedulingGatedBy", true)))
                .isInstanceOf(BadConfigurationException.class)
                .hasMessageContaining("under its other name");
    }

    @Test
    void nameAGateThatDoesNotExist() {
        assertThatThrownBy(() -> FeatureGates.defaults().with(Map.of("Nonsense", true)))
                .hasMessage("featureGates.Nonsense: unknown feature gate");
    }

    @Test
    void keepALockedGate() {
        assertThatThrownBy(() -> FeatureGates.defaults().with(Map.of("TLSOptions", false)))
                .hasMessage(
                        "featureGates.TLSOptions: cannot be set to false, it is locked to true");
    }

    /// A15.1
    @Test
    void needTheirParents() {
        assertThatThrownBy(
                        () ->
                                FeatureGates.defaults()
                                        .with(
                                                Map.of(
                                                        "FlavorFungibility",
                                                        false,
                                                        "FlavorFungibilityPreserveScanProgress",
                                                        true)))
                .hasMessageContaining("needs FlavorFungibility, which is off");

        FeatureGates off = FeatureGates.defaults().with(Map.of("FlavorFungibility", false));
        assertThat(off.isOn("FlavorFungibilityPreserveScanProgress")).isFalse();
    }

    /// A15.2
    @Test
    void refuseATopologyProfileWithoutTopology() {
        assertThatThrownBy(
                        () ->
                                FeatureGates.defaults()
                                        .with(Map.of("TopologyAwareScheduling", false)))
                .hasMessageContaining("cannot use a TAS profile with TAS disabled");
    }

    @Test
    void readTheCommandLine() {
        assertThat(FeatureGates.parse("A=true, B=false")).isEqualTo(Map.of("A", true, "B", false));
        assertThatThrownBy(() -> FeatureGates.parse("A=perhaps"))
                .hasMessage("featureGates: \"A=perhaps\": expected NAME=true or NAME=false");
    }

    @Test
    void tellWhatHasNoEffect() {
        FeatureGates gates =
                FeatureGates.defaults()
                        .with(Map.of("TASBalancedPlacement", true, "PriorityBoost", true))
                        .with(Map.of("CustomMetricLabels", true, "MultiKueue", false));

        assertThat(gates.remarks())
                .containsExactly(
                        "featureGates.CustomMetricLabels: true has no effect: metrics have no labels of the user yet",
                        "featureGates.TASBalancedPlacement: true has no effect: topology is not built yet");
        assertThat(gates.with(Map.of("CustomMetricLabels", false)).remarks()).hasSize(1);
        assertThat(FeatureGates.defaults().remarks()).isEmpty();
    }
}
