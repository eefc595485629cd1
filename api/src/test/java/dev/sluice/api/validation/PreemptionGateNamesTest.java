package dev.sluice.api.validation;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.api.config.Configuration;
import dev.sluice.api.feature.FeatureGate;
import dev.sluice.api.feature.FeatureGates;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// KEP-8303's names and the peer's say the same: either is read, both are written.
class PreemptionGateNamesTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    /// A Workload with one gate; `-` is a name that is not there.
    private static ObjectNode gate(String state, String position) throws JsonProcessingException {
        ObjectNode gate = JSON.createObjectNode().put("name", "g");
        if (!state.equals("-")) {
            gate.put("state", state);
        }
        if (!position.equals("-")) {
            gate.put("position", position);
        }
        ObjectNode workload = JSON.createObjectNode();
        workload.withObject("/status").putArray("preemptionGates").add(gate);
        return workload;
    }

    @ParameterizedTest
    @CsvSource({
        // before: state, position; written: state, position; stored: state, position
        "none, none, -, Closed, Closed, Closed",
        "none, none, Open, -, Open, Open",
        "none, none, Open, Open, Open, Open",
        "none, none, Open, Closed, Open, Closed",
        "Closed, Closed, Open, Closed, Open, Open",
        "Closed, Closed, Closed, Open, Open, Open",
        "Closed, Closed, -, Open, Open, Open",
        "Closed, Closed, Open, -, Open, Open",
        "Open, Open, Closed, Open, Closed, Closed",
        "-, Closed, -, Closed, Closed, Closed",
        "-, Closed, Open, Closed, Open, Open",
        "Closed, Closed, -, -, -, -",
        "Closed, Closed, Half, -, Half, -",
        "Closed, Closed, -, Half, -, Half",
    })
    void theNameThatWasWrittenCounts(
            String stateBefore,
            String positionBefore,
            String state,
            String position,
            String stateAfter,
            String positionAfter)
            throws JsonProcessingException {
        ObjectNode workload = gate(state, position);
        JsonNode old = stateBefore.equals("none") ? null : gate(stateBefore, positionBefore);

        PreemptionGateNames.complete(workload, old);

        assertThat(workload).isEqualTo(gate(stateAfter, positionAfter));
    }

    @Test
    void namesThatDisagreeAreRefused() throws JsonProcessingException {
        assertThat(new PreemptionGateNames().check(gate("Open", "Closed"), null))
                .extracting(Complaint::text)
                .containsExactly(
                        "status.preemptionGates[0].state: Invalid value: \"Open\": must agree with position, which is \"Closed\"");
        assertThat(new PreemptionGateNames().check(gate("Open", "Open"), null)).isEmpty();
        assertThat(new PreemptionGateNames().check(gate("-", "Open"), null)).isEmpty();
    }

    /// Values of `PreemptionBlocked` and `BlockedOnPreemptionGates`; `-` is a condition that is not there.
    private static ObjectNode waiting(String keps, String peers) {
        ObjectNode workload = JSON.createObjectNode();
        var conditions = workload.withObject("/status").putArray("conditions");
        conditions.addObject().put("type", "QuotaReserved").put("status", "False");
        Map.of("PreemptionBlocked", keps, "BlockedOnPreemptionGates", peers)
                .forEach(
                        (type, value) -> {
                            if (!value.equals("-")) {
                                conditions
                                        .addObject()
                                        .put("type", type)
                                        .put("status", value)
                                        .put("reason", "Because" + value);
                            }
                        });
        return workload;
    }

    private static String value(JsonNode workload, String type) {
        return StreamSupport.stream(workload.at("/status/conditions").spliterator(), false)
                .filter(condition -> condition.path("type").asText().equals(type))
                .map(condition -> condition.path("status").asText())
                .findFirst()
                .orElse("-");
    }

    @ParameterizedTest
    @CsvSource({
        // before: the KEP's, the peer's; written; stored
        "none, none, -, True, True, True",
        "none, none, True, -, True, True",
        "none, none, -, -, -, -",
        "none, none, True, False, True, False",
        "False, False, False, True, True, True",
        "False, False, True, False, True, True",
        "True, True, False, False, False, False",
        "True, True, -, True, -, -",
        "True, True, True, -, -, -",
        "True, True, -, False, False, False",
        "-, True, -, True, True, True",
        "True, -, True, -, True, True",
        "True, True, False, Unknown, False, Unknown",
    })
    void theConditionThatWasWrittenCounts(
            String kepsBefore,
            String peersBefore,
            String keps,
            String peers,
            String kepsAfter,
            String peersAfter) {
        ObjectNode workload = waiting(keps, peers);
        JsonNode old = kepsBefore.equals("none") ? null : waiting(kepsBefore, peersBefore);

        PreemptionGateNames.complete(workload, old);

        assertThat(value(workload, "PreemptionBlocked")).isEqualTo(kepsAfter);
        assertThat(value(workload, "BlockedOnPreemptionGates")).isEqualTo(peersAfter);
        assertThat(value(workload, "QuotaReserved")).isEqualTo("False");
        assertThat(new PreemptionGateNames().check(workload, null))
                .hasSize(kepsAfter.equals(peersAfter) ? 0 : 1);
    }

    @Test
    void conditionsThatDisagreeAreRefused() {
        assertThat(new PreemptionGateNames().check(waiting("True", "False"), null))
                .extracting(Complaint::text)
                .containsExactly(
                        "status.conditions[PreemptionBlocked].status: Invalid value: \"True\":"
                                + " must agree with the condition BlockedOnPreemptionGates, which is \"False\"");
    }

    /// Not where the peer's defaults hold, nor without the gate that it is about.
    @Test
    void theGateFollowsTheOneThatItNeeds() {
        assertThat(FeatureGates.defaults().isOn(FeatureGate.KEP_8303_NAMES)).isTrue();
        for (FeatureGates off :
                List.of(
                        FeatureGates.defaultsOfPeer()
                                .with(Map.of("MultiKueueOrchestratedPreemption", true)),
                        FeatureGates.defaults()
                                .with(Map.of("MultiKueueOrchestratedPreemption", false)),
                        Configuration.read(
                                        "featureGates: {KEP8303Names: false}",
                                        FeatureGates.defaults())
                                .gates())) {
            assertThat(off.isOn(FeatureGate.KEP_8303_NAMES)).isFalse();
        }
    }

    @Test
    void withoutTheGateTheStateIsUnknown() throws JsonProcessingException {
        ObjectNode workload = gate("Open", "Closed");

        PreemptionGateNames.forget(workload);

        assertThat(workload).isEqualTo(gate("-", "Closed"));
        assertThat(complaints(workload, true)).isEmpty();
        assertThat(complaints(gate("Open", "Closed"), true)).hasSize(1);
        assertThat(complaints(gate("Open", "Closed"), false)).isEmpty();
    }

    private static List<Complaint> complaints(JsonNode workload, boolean on) {
        FeatureGates gates = FeatureGates.defaults().with(Map.of("KEP8303Names", on));
        return new WorkloadRules(gates).check(workload, null);
    }
}
