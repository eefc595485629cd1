package dev.sluice.localcluster.inprocess;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.apiserver.http.ApiRequest;
import dev.sluice.apiserver.http.ApiResponse;
import dev.sluice.apiserver.json.TreeParser;
import dev.sluice.apiserver.security.User;
import dev.sluice.reconcile.Transport;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/// One user's way into an API server of this process: a fabric8 client, and requests in plain JSON for those who deal with
/// kinds that they do not know. It knows whether everything that its watches should see has been seen.
public final class InProcessConnection implements Transport, AutoCloseable {
    private static final byte[] NO_BODY = {};

    private final Door door;
    private final User user;
    private final Pumps pumps = new Pumps();
    private final KubernetesClient client;
    private final Map<String, List<String>> headers;

    /// An answer of the server.
    ///
    /// @param body missing when there was none
    public record Answer(int code, JsonNode body) {
        public boolean succeeded() {
            return code < 400;
        }
    }

    /// A watch that is being followed.
    @FunctionalInterface
    public interface Stream extends AutoCloseable {
        /// Ends it; its end is still told.
        @Override
        void close();
    }

    /// @param door usually `server::handle`
    public InProcessConnection(Door door, User user) {
        this.door = door;
        this.user = user;
        Config config =
                new ConfigBuilder(Config.empty())
                        .withMasterUrl("https://in-process.invalid/")
                        .withRequestRetryBackoffLimit(0)
                        .withRequestTimeout(0)
                        .build();
        client =
                new KubernetesClientBuilder()
                        .withConfig(config)
                        .withHttpClientFactory(new InProcessHttpClientFactory(door, user, pumps))
                        // Watchers run on the thread that brings the frames: no detour, and it is
                        // known when they
                        // are through.
                        .withTaskExecutor(Runnable::run)
                        .build();
        headers =
                Map.of(
                        "accept",
                        List.of("application/json"),
                        "user-agent",
                        List.of(config.getUserAgent()),
                        "sluice-omit",
                        List.of("managedFields"));
    }

    public KubernetesClient client() {
        return client;
    }

    /// As the client would send it, without the steps of an HTTP client in between.
    @Override
    public Transport.Answer send(
            String method,
            String path,
            Map<String, String> query,
            String contentType,
            byte[] body) {
        ApiRequest request = request(method, path, query, contentType, body);
        return switch (door.handle(request, user)) {
            case ApiResponse.Whole whole -> new Transport.Answer(whole.code(), whole.body());
            case ApiResponse.Stream stream -> {
                stream.frames().close();
                yield new Transport.Answer(stream.code(), new byte[0]);
            }
        };
    }

    /// Sends one request.
    ///
    /// @param query parameters, one value each
    /// @param contentType of the body; ignored when there is none
    /// @param body JSON text, or empty for none
    public Answer send(
            String method,
            String path,
            Map<String, String> query,
            String contentType,
            String body) {
        ApiRequest request =
                request(method, path, query, contentType, body.getBytes(StandardCharsets.UTF_8));
        return switch (door.handle(request, user)) {
            case ApiResponse.Whole whole -> new Answer(whole.code(), json(whole.body()));
            case ApiResponse.Stream stream -> {
                stream.frames().close();
                yield new Answer(stream.code(), json(new byte[0]));
            }
        };
    }

    /// The body of a GET as it came, for those who read large lists piece by piece.
    public byte[] read(String path, Map<String, String> query) {
        return switch (door.handle(request("GET", path, query, "", NO_BODY), user)) {
            case ApiResponse.Whole whole -> whole.body();
            case ApiResponse.Stream stream -> {
                stream.frames().close();
                yield new byte[0];
            }
        };
    }

    /// Follows a watch on a thread of its own until it ends.
    ///
    /// @param sink called for each batch of frames, in order
    /// @param end called once, after the last batch; at once when the server refuses to watch
    public Stream watch(
            String path, Map<String, String> query, Consumer<List<byte[]>> sink, Runnable end) {
        ApiResponse response = door.handle(request("GET", path, query, "", NO_BODY), user);
        if (!(response instanceof ApiResponse.Stream stream)) {
            end.run();
            return () -> {};
        }
        FramePump pump = new FramePump(stream.frames(), path, pumps);
        pump.start(sink, end);
        return pump::close;
    }

    /// Whether every watch of this connection, the client's too, has been dealt with up to the server's newest
    /// change.
    public boolean isCaughtUp() {
        return pumps.areCaughtUp();
    }

    /// Ends all watches that are open, as when the server goes away. When this returns everyone who follows one is being told;
    /// until all have been, the connection is not caught up.
    public void cut() {
        pumps.close();
    }

    /// Whether it is no longer in use.
    public boolean isClosed() {
        return client.getHttpClient().isClosed();
    }

    private ApiRequest request(
            String method,
            String path,
            Map<String, String> query,
            String contentType,
            byte[] body) {
        Map<String, List<String>> all = headers;
        if (body.length > 0) {
            all = new HashMap<>(headers);
            all.put("content-type", List.of(contentType));
        }
        return new ApiRequest(method, path, parameters(query), all, body);
    }

    private static Map<String, List<String>> parameters(Map<String, String> query) {
        Map<String, List<String>> parameters = new LinkedHashMap<>();
        query.forEach((name, value) -> parameters.put(name, List.of(value)));
        return parameters;
    }

    private static JsonNode json(byte[] body) {
        try {
            return TreeParser.read(body);
        } catch (IOException broken) {
            throw new UncheckedIOException("the server's answer is no JSON", broken);
        }
    }

    /// Ends the watches and the client; the server stays up.
    @Override
    public void close() {
        client.close();
        pumps.close();
    }
}
