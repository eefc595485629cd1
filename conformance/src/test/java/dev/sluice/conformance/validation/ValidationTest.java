package dev.sluice.conformance.validation;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.conformance.Deviations;
import dev.sluice.conformance.Outcome;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Recorded requests are answered as recorded: some of each kind; all of them run from the command line.
class ValidationTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Validation validation = new Validation(Deviations.none());

    @ParameterizedTest
    @ValueSource(
            strings = {
                "cq: minimal with one flavor",
                "cq: nominalQuota removed by an update",
                "cq v1beta1: minimal",
                "wl v1beta1: minimal with priority class",
                "flavor: taint without effect",
                "wl: admission-gated-by 'a.b/c,,d.e/f'",
                "wl: add a gate after creation",
                "job: gated by an invalid name",
                "job: add a gate after creation"
            })
    void isAnsweredAsRecorded(String about) throws IOException {
        assertThat(validation.run(recorded(about)).difference()).isEmpty();
    }

    /// Another message, another stored value, another code: each is seen.
    @Test
    void differencesAreSeen() throws IOException {
        ObjectNode message = recorded("job: gated by an invalid name").deepCopy();
        message.withObject("/response").put("message", "no");
        assertThat(validation.run(message).difference()).startsWith("message: expected \"no\"");

        ObjectNode stored = recorded("cq: minimal with one flavor").deepCopy();
        stored.withObject("/response/stored/spec").put("stopPolicy", "Hold");
        assertThat(validation.run(stored).difference())
                .isEqualTo("/stored/spec/stopPolicy: expected \"Hold\", got \"None\"");

        ObjectNode code = recorded("job: gated by an invalid name").deepCopy();
        code.withObject("/response").put("code", 201);
        Outcome outcome = validation.run(code);
        assertThat(outcome.ok()).isFalse();
        assertThat(outcome.difference()).startsWith("code: expected 201");
    }

    private static JsonNode recorded(String about) throws IOException {
        try (BufferedReader reader =
                new BufferedReader(
                        new InputStreamReader(
                                new GZIPInputStream(
                                        Objects.requireNonNull(
                                                ValidationTest.class.getResourceAsStream(
                                                        "/validation/validation.jsonl.gz"))),
                                StandardCharsets.UTF_8))) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                JsonNode node = JSON.readTree(line);
                if (node.path("about").asText().equals(about)) {
                    return node;
                }
            }
        }
        throw new IllegalArgumentException("there is no recorded request about " + about);
    }
}
