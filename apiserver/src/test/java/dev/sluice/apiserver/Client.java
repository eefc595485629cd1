package dev.sluice.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.apiserver.http.ApiRequest;
import dev.sluice.apiserver.http.ApiResponse;
import dev.sluice.apiserver.http.FrameSource;
import dev.sluice.apiserver.security.User;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Talks to a server of the same process, as the administrator unless told otherwise.
///
/// @param headers sent with every request
record Client(ApiServer server, Map<String, List<String>> headers, User user) {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    Client(ApiServer server) {
        this(server, Map.of(), User.ADMIN);
    }

    /// An answer with its body as JSON.
    record Answer(int code, JsonNode body, Map<String, List<String>> headers) {
        String text(String pointer) {
            return body.at(pointer).asText();
        }

        List<String> names() {
            List<String> names = new ArrayList<>();
            body.path("items").forEach(i -> names.add(i.at("/metadata/name").asText()));
            return names;
        }
    }

    Client with(String header, String value) {
        Map<String, List<String>> all = new LinkedHashMap<>(headers);
        all.put(header, List.of(value));
        return new Client(server, all, user);
    }

    /// The same client in the name of an ordinary user.
    Client as(String name) {
        return new Client(server, headers, new User(name, "", Set.of(User.AUTHENTICATED)));
    }

    Answer get(String pathAndQuery) {
        return send("GET", pathAndQuery, "");
    }

    Answer post(String pathAndQuery, String body) {
        return send("POST", pathAndQuery, body);
    }

    Answer put(String pathAndQuery, String body) {
        return send("PUT", pathAndQuery, body);
    }

    Answer delete(String pathAndQuery) {
        return send("DELETE", pathAndQuery, "");
    }

    Answer mergePatch(String pathAndQuery, String body) {
        return with("content-type", "application/merge-patch+json")
                .send("PATCH", pathAndQuery, body);
    }

    /// A patch of the kind that the content type says.
    Answer patch(String pathAndQuery, String body) {
        return send("PATCH", pathAndQuery, body);
    }

    FrameSource watch(String pathAndQuery) {
        ApiResponse response = server.handle(request("GET", pathAndQuery, ""), user);
        assertThat(response).isInstanceOf(ApiResponse.Stream.class);
        return ((ApiResponse.Stream) response).frames();
    }

    /// The next frames until there are so many, each as `TYPE name@revision`.
    static List<String> events(FrameSource frames, int count) throws InterruptedException {
        List<String> events = new ArrayList<>();
        while (events.size() < count) {
            List<byte[]> batch = frames.next();
            if (batch.isEmpty()) {
                break;
            }
            for (byte[] frame : batch) {
                JsonNode event = parse(frame);
                events.add(
                        event.path("type").asText()
                                + " "
                                + event.at("/object/metadata/name").asText()
                                + "@"
                                + event.at("/object/metadata/resourceVersion").asText());
            }
        }
        return events;
    }

    private Answer send(String method, String pathAndQuery, String body) {
        ApiResponse response = server.handle(request(method, pathAndQuery, body), user);
        assertThat(response).isInstanceOf(ApiResponse.Whole.class);
        ApiResponse.Whole whole = (ApiResponse.Whole) response;
        return new Answer(whole.code(), parse(whole.body()), whole.headers());
    }

    private ApiRequest request(String method, String pathAndQuery, String body) {
        int question = pathAndQuery.indexOf('?');
        Map<String, List<String>> query = new LinkedHashMap<>();
        if (question >= 0) {
            for (String pair : pathAndQuery.substring(question + 1).split("&", -1)) {
                String[] parts = pair.split("=", 2);
                query.computeIfAbsent(parts[0], _ -> new ArrayList<>())
                        .add(parts.length == 2 ? parts[1] : "");
            }
        }
        return new ApiRequest(
                method,
                question < 0 ? pathAndQuery : pathAndQuery.substring(0, question),
                query,
                headers,
                body.getBytes(StandardCharsets.UTF_8));
    }

    private static JsonNode parse(byte[] json) {
        try {
            return MAPPER.readTree(json);
        } catch (IOException notJson) {
            throw new UncheckedIOException(notJson);
        }
    }
}
