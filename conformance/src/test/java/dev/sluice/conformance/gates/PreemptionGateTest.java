package dev.sluice.conformance.gates;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.condition.Conditions;
import dev.sluice.api.v1beta2.Workload;
import dev.sluice.controllers.workload.Facts;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// A Workload with a preemption gate says that it would have to preempt, and waits (R9.1, R9.3); without the gate
/// MultiKueueOrchestratedPreemption nobody looks at it.
class PreemptionGateTest {
    private static final String GATED =
            "priority: 1000\npreemptionGates: [{name: kueue.x-k8s.io/multikueue}]";

    private static Stage contended(boolean on) throws Exception {
        return Stage.with(on ? Map.of() : Map.of("MultiKueueOrchestratedPreemption", false))
                .queue("q", 1, "preemption: {withinClusterQueue: LowerPriority}")
                .job("low", "q", "1", "{}")
                .createWorkload("gated", "", GATED)
                .after(Duration.ofSeconds(3));
    }

    private static Workload gated(Stage stage) {
        return stage.client().resources(Workload.class).inNamespace("ns").withName("gated").get();
    }

    @Test
    void aClosedGateKeepsItFromPreempting() throws Exception {
        try (Stage stage = contended(true)) {
            assertThat(stage.admitted("low")).isTrue();
            assertThat(Facts.admitted(gated(stage))).isFalse();
            assertThat(
                            Conditions.isTrue(
                                    Facts.conditions(gated(stage)), "BlockedOnPreemptionGates"))
                    .isTrue();
        }
    }

    @Test
    void switchedOffNoGateIsHeeded() throws Exception {
        try (Stage stage = contended(false)) {
            assertThat(Facts.admitted(gated(stage))).isTrue();
            assertThat(stage.notes("Preempted", "low")).hasSize(1);
        }
    }
}
