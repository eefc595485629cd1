package dev.sluice.conformance.gates;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.api.condition.Conditions;
import dev.sluice.api.config.Configuration;
import dev.sluice.api.feature.FeatureGates;
import dev.sluice.api.v1beta2.Workload;
import dev.sluice.controllers.workload.Facts;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// A Workload with a preemption gate says that it would have to preempt, and waits (R9.1, R9.3); without the gate
/// MultiKueueOrchestratedPreemption nobody looks at it.
class PreemptionGateTest {
    private static final String GATED =
            "priority: 1000\npreemptionGates: [{name: kueue.x-k8s.io/multikueue}]";

    private static Stage contended(boolean on) throws Exception {
        return contended(
                Stage.with(on ? Map.of() : Map.of("MultiKueueOrchestratedPreemption", false)));
    }

    private static Stage contended(Stage stage) throws Exception {
        return stage.queue("q", 1, "preemption: {withinClusterQueue: LowerPriority}")
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

    private static JsonNode status(Stage stage) {
        return parsed(
                        stage.client()
                                .raw("/apis/kueue.x-k8s.io/v1beta2/namespaces/ns/workloads/gated"))
                .path("status");
    }

    private static JsonNode parsed(String json) {
        try {
            return new ObjectMapper().readTree(json);
        } catch (JsonProcessingException e) {
            throw new AssertionError(e);
        }
    }

    private static List<String> values(JsonNode status) {
        List<String> values = new ArrayList<>();
        for (JsonNode gate : status.path("preemptionGates")) {
            values.add("position " + gate.path("position").asText());
            values.add("state " + gate.path("state").asText());
        }
        for (JsonNode condition : status.path("conditions")) {
            if (condition.path("reason").asText().equals("PreemptionGated")) {
                values.add(condition.path("type").asText());
            }
        }
        return values;
    }

    private static void patchGate(Stage stage, String gate) throws Exception {
        stage.client()
                .resources(Workload.class)
                .inNamespace("ns")
                .withName("gated")
                .subresource("status")
                .patch(
                        PatchContext.of(PatchType.JSON_MERGE),
                        "{\"status\": {\"preemptionGates\": [{\"name\": \"kueue.x-k8s.io/multikueue\","
                                + " \"lastTransitionTime\": \"2026-01-01T00:00:00Z\", "
                                + gate
                                + "}]}}");
        stage.settle();
    }

    /// KEP-8303 and the peer use different names.
    @Test
    void bothNamesAreWrittenAndEitherIsRead() throws Exception {
        try (Stage stage = contended(true)) {
            assertThat(values(status(stage)))
                    .containsExactlyInAnyOrder(
                            "position Closed",
                            "state Closed",
                            "BlockedOnPreemptionGates",
                            "PreemptionBlocked");
            assertThat(
                            stage.refusal(
                                    () ->
                                            patchGate(
                                                    stage,
                                                    "\"state\": \"Open\", \"position\": \"Unknown\"")))
                    .contains("Unsupported value: \"Unknown\"");

            patchGate(stage, "\"state\": \"Open\"");
            stage.after(Duration.ofSeconds(3));

            assertThat(Facts.admitted(gated(stage))).isTrue();
            assertThat(values(status(stage))).containsExactly("position Open", "state Open");
        }
    }

    @Test
    void thePeersDefaultsHaveThePeersNames() throws Exception {
        Configuration peers =
                Configuration.read(
                        "featureGates: {MultiKueueOrchestratedPreemption: true}",
                        FeatureGates.defaultsOfPeer());
        try (Stage stage = contended(new Stage(peers))) {
            assertThat(values(status(stage)))
                    .containsExactlyInAnyOrder(
                            "position Closed", "state ", "BlockedOnPreemptionGates");

            patchGate(stage, "\"state\": \"Open\", \"position\": \"Closed\"");
            stage.after(Duration.ofSeconds(3));

            assertThat(Facts.admitted(gated(stage))).isFalse();
            assertThat(values(status(stage))).contains("state ");
        }
    }
}
