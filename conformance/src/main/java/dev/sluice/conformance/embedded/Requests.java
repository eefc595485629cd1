package dev.sluice.conformance.embedded;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.ExecutionException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Sends requests to an API server as they were recorded, byte for byte, and reads what it says.
public record Requests(KubernetesClient client) {
    private static final JsonMapper JSON = new JsonMapper();
    private static final String TABLE = "application/json;as=Table;v=v1;g=meta.k8s.io";
    private static final Pattern WARNING = Pattern.compile("299 - \"(.*)\"");

    /// @param contentType of the body; null without one
    public Answer send(
            String method, String path, @Nullable String contentType, @Nullable String body) {
        HttpRequest.Builder request = request(path);
        return answer(
                body == null && method.equals("GET")
                        ? request.build()
                        : request.method(method, contentType, body).build());
    }

    /// The table that `kubectl get` asks for.
    public Answer table(String path) {
        return answer(request(path).header("Accept", TABLE).build());
    }

    private HttpRequest.Builder request(String path) {
        String server = client.getConfiguration().getMasterUrl();
        return client.getHttpClient()
                .newHttpRequestBuilder()
                .uri(server.replaceFirst("/+$", "") + path);
    }

    private Answer answer(HttpRequest request) {
        try {
            HttpResponse<byte[]> response =
                    client.getHttpClient().sendAsync(request, byte[].class).get();
            byte[] body = response.body();
            return new Answer(
                    response.code(),
                    body == null || body.length == 0
                            ? MissingNode.getInstance()
                            : JSON.readTree(body),
                    response.headers("Warning").stream().map(Requests::text).toList());
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("the run was interrupted", stopped);
        } catch (ExecutionException failed) {
            throw new IllegalStateException(
                    "the server failed at " + request.method() + " " + request.uri(),
                    failed.getCause());
        } catch (IOException noJson) {
            throw new UncheckedIOException(noJson);
        }
    }

    private static String text(String header) {
        Matcher matcher = WARNING.matcher(header);
        return matcher.find() ? matcher.group(1).replace("\\\"", "\"") : header;
    }
}
