package dev.sluice.apiserver.transcripts;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/// One recorded exchange with the reference API server.
///
/// @param step its number within the scenario, or `setup`
/// @param request `method`, `path`, `query`, `headers`, `body`
/// @param response `code`, `headers`, `body`
public record Recording(String scenario, String step, JsonNode request, JsonNode response) {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    /// All exchanges of one scenario of a topic, in order; the scenario's random token is `run1`.
    public static List<Recording> of(String topic, String scenario) {
        List<Recording> all = new ArrayList<>();
        for (String line : lines(topic + ".jsonl.gz")) {
            JsonNode exchange = parse(line.replace("<run>", "run1"));
            if (exchange.path("scenario").asText().equals(scenario) && exchange.has("request")) {
                all.add(
                        new Recording(
                                scenario,
                                exchange.path("step").asText(),
                                exchange.path("request"),
                                exchange.path("response")));
            }
        }
        return all;
    }

    /// The definitions that a scenario works with: those it creates, or Kueue's.
    public static List<ObjectNode> kueueDefinitions() {
        List<ObjectNode> all = new ArrayList<>();
        for (JsonNode fixture : parse(String.join("\n", lines("kueue-crds.json.gz")))) {
            all.add((ObjectNode) fixture.path("body"));
        }
        return all;
    }

    /// The lines of another recording, as they stand.
    public static List<JsonNode> raw(String topic) {
        return lines(topic + ".jsonl.gz").stream().map(Recording::parse).toList();
    }

    /// Reads JSON.
    public static JsonNode parse(String json) {
        try {
            return MAPPER.readTree(json);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// The request's body as an object of its own, or null when it is none.
    public @Nullable ObjectNode body() {
        return request.path("body") instanceof ObjectNode object ? object.deepCopy() : null;
    }

    /// The recorded answer's body.
    public JsonNode answer() {
        return response.path("body");
    }

    /// The answer's status code.
    public int code() {
        return response.path("code").asInt();
    }

    /// A query parameter, empty when absent.
    public String parameter(String name) {
        return request.path("query").path(name).asText("");
    }

    /// Whether the request has this method and a path with this end.
    public boolean is(String method, String pathEnd) {
        return request.path("method").asText().equals(method)
                && request.path("path").asText().endsWith(pathEnd);
    }

    /// The causes of the recorded refusal, `reason field message` each, sorted.
    public List<String> causes() {
        List<String> causes = new ArrayList<>();
        for (JsonNode cause : answer().path("details").path("causes")) {
            causes.add(
                    cause.path("reason").asText()
                            + " "
                            + cause.path("field").asText()
                            + " "
                            + cause.path("message").asText());
        }
        causes.sort(null);
        return causes;
    }

    @Override
    public String toString() {
        return scenario + " #" + step;
    }

    private static List<String> lines(String resource) {
        try (InputStream in =
                        Objects.requireNonNull(
                                Recording.class.getResourceAsStream("/transcripts/" + resource),
                                resource);
                BufferedReader reader =
                        new BufferedReader(
                                new InputStreamReader(
                                        new GZIPInputStream(in), StandardCharsets.UTF_8))) {
            return reader.lines().filter(line -> !line.isBlank()).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// The elements of a JSON list.
    public static List<JsonNode> list(JsonNode array) {
        List<JsonNode> all = new ArrayList<>();
        ((ArrayNode) array).forEach(all::add);
        return all;
    }
}
