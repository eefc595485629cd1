package dev.sluice.apiserver.twin;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.apiserver.ApiServer;
import dev.sluice.apiserver.http.ApiRequest;
import dev.sluice.apiserver.http.ApiResponse;
import dev.sluice.apiserver.http.FrameSource;
import dev.sluice.apiserver.security.User;
import dev.sluice.apiserver.transcripts.Recording;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The way to a server of the same process.
record Wire(ApiServer server, User user) {
    /// A code and a body.
    record Answer(int code, JsonNode body) {}

    Answer send(String method, String target, String type, String body) {
        ApiResponse response = server.handle(request(method, target, type, body), user);
        return switch (response) {
            case ApiResponse.Whole whole ->
                    new Answer(
                            whole.code(),
                            Recording.parse(new String(whole.body(), StandardCharsets.UTF_8)));
            case ApiResponse.Stream stream ->
                    throw new IllegalStateException("a stream: " + stream.code());
        };
    }

    FrameSource watch(String target) {
        return switch (server.handle(request("GET", target, "", ""), user)) {
            case ApiResponse.Stream stream -> stream.frames();
            case ApiResponse.Whole whole ->
                    throw new IllegalStateException(
                            new String(whole.body(), StandardCharsets.UTF_8));
        };
    }

    private static ApiRequest request(String method, String target, String type, String body) {
        int question = target.indexOf('?');
        Map<String, List<String>> query = new LinkedHashMap<>();
        if (question >= 0) {
            for (String pair : target.substring(question + 1).split("&", -1)) {
                int equals = pair.indexOf('=');
                query.computeIfAbsent(pair.substring(0, equals), _ -> new ArrayList<>())
                        .add(pair.substring(equals + 1));
            }
        }
        return new ApiRequest(
                method,
                question < 0 ? target : target.substring(0, question),
                query,
                type.isEmpty() ? Map.of() : Map.of("content-type", List.of(type)),
                body.getBytes(StandardCharsets.UTF_8));
    }
}
