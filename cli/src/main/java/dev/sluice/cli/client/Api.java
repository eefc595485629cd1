package dev.sluice.cli.client;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutionException;

/// Sends requests to one API server and reads the answers as trees.
public final class Api {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final KubernetesClient client;

    /// @param client says where the server is and who we are
    public Api(KubernetesClient client) {
        this.client = client;
    }

    /// What `GET` answers.
    public Answer get(String path) {
        return send(client.getHttpClient().newHttpRequestBuilder().uri(uri(path)).build());
    }

    /// What a request with a body answers.
    public Answer send(String method, String path, String contentType, String body) {
        return send(
                client.getHttpClient()
                        .newHttpRequestBuilder()
                        .uri(uri(path))
                        .method(method, contentType, body)
                        .build());
    }

    private String uri(String path) {
        String server = client.getConfiguration().getMasterUrl();
        return server.replaceFirst("/+$", "") + path;
    }

    private Answer send(HttpRequest request) {
        try {
            HttpResponse<byte[]> response =
                    client.getHttpClient().sendAsync(request, byte[].class).get();
            byte[] body = response.body();
            return new Answer(
                    response.code(),
                    body == null || body.length == 0 ? MissingNode.getInstance() : tree(body));
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("stopped while waiting for " + request.uri(), stopped);
        } catch (ExecutionException failed) {
            throw new IllegalStateException(
                    request.uri() + " could not be reached", failed.getCause());
        }
    }

    private static JsonNode tree(byte[] body) {
        try {
            return JSON.readTree(body);
        } catch (JsonProcessingException text) {
            return JSON.getNodeFactory().textNode(new String(body, StandardCharsets.UTF_8));
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    /// An answer.
    ///
    /// @param body a text node when it is not JSON
    public record Answer(int code, JsonNode body) {
        /// Whether the server did what was asked.
        public boolean succeeded() {
            return code < 400;
        }

        /// The server's own words about what is wrong.
        public String message() {
            return body.isTextual() ? body.asText() : body.path("message").asText("code " + code);
        }
    }
}
