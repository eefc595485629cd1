package dev.sluice.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class DeviationsTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    @Test
    void putsOurValuesInTheirPlaces() throws IOException {
        Deviations deviations =
                read(
                        """
                        - rule: R9.3
                          kind: decisions
                          decision: The reason stays.
                          cases:
                            w1:
                              - at: /steps/0/reason
                                ours: AdmissionGated
                              - at: /steps/1/extra
                              - at: /steps/2
                                ours: {idle: true}
                        """);
        JsonNode recorded = JSON.readTree("{\"steps\":[{\"reason\":\"\"},{\"extra\":1}]}");

        JsonNode ours = Deviations.applied(recorded, deviations.of("decisions", "w1"));

        assertThat(ours)
                .isEqualTo(
                        JSON.readTree(
                                "{\"steps\":[{\"reason\":\"AdmissionGated\"},{},{\"idle\":true}]}"));
        assertThat(recorded.at("/steps/0/reason").asText()).isEmpty();
        assertThat(deviations.of("lifecycle", "w1")).isEmpty();
        assertThat(deviations.of("decisions", "w2")).isEmpty();
    }

    @Test
    void refusesAPlaceThatTheRecordingDoesNotHave() throws IOException {
        Deviations deviations =
                read(
                        """
                        - rule: R1
                          kind: decisions
                          decision: d
                          cases: {w1: [{at: /steps/9/reason, ours: x}]}
                        """);

        assertThatThrownBy(
                        () ->
                                Deviations.applied(
                                        JSON.createObjectNode(), deviations.of("decisions", "w1")))
                .hasMessageContaining("/steps/9/reason");
    }

    private static Deviations read(String yaml) throws IOException {
        return Deviations.read(new ByteArrayInputStream(yaml.getBytes(StandardCharsets.UTF_8)));
    }
}
