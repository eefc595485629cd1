package dev.sluice.apiserver.fuzz;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.apiserver.transcripts.Recording;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Random;

/// Well-made requests to start from: those that were sent to the reference server, and some of the rest of the API.
final class Corpus {
    private static final List<String> TOPICS =
            List.of(
                    "crd",
                    "pods",
                    "apply",
                    "jobs",
                    "protobuf",
                    "patch",
                    "kueue",
                    "invalid",
                    "table");

    private final List<Shot> shots = new ArrayList<>();

    private Corpus() {}

    static Corpus recorded() {
        Corpus corpus = new Corpus();
        for (String topic : TOPICS) {
            for (JsonNode exchange : Recording.raw(topic)) {
                if (exchange.path("request").has("method")) {
                    corpus.shots.add(shot(exchange.path("request")));
                }
            }
        }
        for (String definition : OtherKinds.OBJECTS) {
            String[] parts = definition.split(" ", 2);
            corpus.shots.add(json("POST", parts[0], parts[1]));
        }
        for (String target : OtherKinds.READS) {
            corpus.shots.add(json("GET", target, ""));
        }
        return corpus;
    }

    List<Shot> all() {
        return shots;
    }

    Shot any(Random random) {
        return shots.get(random.nextInt(shots.size()));
    }

    private static Shot json(String method, String target, String body) {
        Shot shot = new Shot(method, target, List.of("Host", "localhost"), new byte[0]);
        return body.isEmpty() ? shot : shot.with("Content-Type", "application/json").withBody(body);
    }

    private static Shot shot(JsonNode request) {
        StringBuilder target = new StringBuilder(placed(request.path("path").asText()));
        char separator = '?';
        for (Map.Entry<String, JsonNode> parameter : request.path("query").properties()) {
            target.append(separator)
                    .append(parameter.getKey())
                    .append('=')
                    .append(encoded(placed(parameter.getValue().asText())));
            separator = '&';
        }
        Shot shot =
                new Shot(
                        request.path("method").asText(),
                        target.toString(),
                        List.of("Host", "localhost"),
                        body(request));
        shot =
                shot.body().length > 0 && !request.path("noContentType").asBoolean()
                        ? shot.with("Content-Type", "application/json")
                        : shot;
        for (Map.Entry<String, JsonNode> header : request.path("headers").properties()) {
            shot = shot.with(header.getKey(), placed(header.getValue().asText()));
        }
        return shot;
    }

    private static byte[] body(JsonNode request) {
        if (request.has("body")) {
            return placed(request.path("body").toString()).getBytes(StandardCharsets.UTF_8);
        }
        if (request.has("bodyText")) {
            return placed(request.path("bodyText").asText()).getBytes(StandardCharsets.UTF_8);
        }
        return Base64.getDecoder().decode(request.path("bodyBase64").asText());
    }

    /// All scenarios share one token, and so their namespaces and kinds; values that a server gave are made up.
    private static String placed(String text) {
        return text.replace("<run>", "run1")
                .replaceAll("<(rvo?|lrvo?)-\\d+>", "7")
                .replaceAll("[<>]", "");
    }

    static String encoded(String value) {
        StringBuilder out = new StringBuilder();
        for (byte each : value.getBytes(StandardCharsets.UTF_8)) {
            if (each > ' ' && each < 127 && "%&#+\"<>\\^`{|}".indexOf(each) < 0) {
                out.append((char) each);
            } else {
                out.append('%').append(String.format("%02X", each));
            }
        }
        return out.toString();
    }
}
