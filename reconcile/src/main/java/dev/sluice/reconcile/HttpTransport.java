package dev.sluice.reconcile;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Requests over the HTTP client of a fabric8 client, to wherever that is connected.
final class HttpTransport implements Transport {
    static final String JSON = "application/json";

    /// Sluice's own server leaves out what is named so; others pass over the header.
    private static final String OMIT = "Sluice-Omit";

    private final HttpClient http;
    private final String server;
    private volatile @Nullable Duration patience;

    HttpTransport(KubernetesClient client) {
        http = client.getHttpClient();
        server = client.getConfiguration().getMasterUrl().replaceFirst("/+$", "");
    }

    HttpClient http() {
        return http;
    }

    /// No answer is waited for any longer, from now on.
    void limit(Duration longest) {
        patience = longest;
    }

    /// A request with the headers that all have.
    HttpRequest.Builder request(String path, Map<String, String> query) {
        String parameters =
                query.entrySet().stream()
                        .map(
                                parameter ->
                                        parameter.getKey()
                                                + "="
                                                + URLEncoder.encode(
                                                        parameter.getValue(),
                                                        StandardCharsets.UTF_8))
                        .collect(Collectors.joining("&"));
        return http.newHttpRequestBuilder()
                .uri(server + path + (parameters.isEmpty() ? "" : "?" + parameters))
                .header("Accept", JSON)
                .header(OMIT, ObjectJson.MANAGED_FIELDS);
    }

    @Override
    public Answer send(
            String method,
            String path,
            Map<String, String> query,
            String contentType,
            byte[] body) {
        HttpRequest.Builder builder = request(path, query);
        if (body.length > 0) {
            builder.method(method, contentType, new String(body, StandardCharsets.UTF_8));
        }
        Duration longest = patience;
        if (longest != null) {
            builder.timeout(longest.toMillis(), TimeUnit.MILLISECONDS);
        }
        HttpResponse<byte[]> answer = answer(builder.build());
        return new Answer(answer.code(), answer.body() == null ? new byte[0] : answer.body());
    }

    private HttpResponse<byte[]> answer(HttpRequest request) {
        try {
            return http.sendAsync(request, byte[].class).join();
        } catch (CompletionException failed) {
            throw KubernetesClientException.launderThrowable(failed.getCause());
        } catch (IllegalStateException closed) {
            if (!http.isClosed()) {
                throw closed;
            }
            throw new KubernetesClientException("the connection is closed", closed);
        }
    }
}
