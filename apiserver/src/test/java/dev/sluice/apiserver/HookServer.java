package dev.sluice.apiserver;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.apiserver.security.Credentials;
import dev.sluice.apiserver.security.Exposure;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.net.PemKeyCertOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;

/// An admission webhook server over TLS, made for 127.0.0.1 and for `kubernetes.default.svc`. Each path has a behaviour.
final class HookServer implements AutoCloseable {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final Vertx vertx = Vertx.vertx();
    private final Credentials credentials;
    private final HttpServer server;
    private final Map<String, BiConsumer<JsonNode, ObjectNode>> behaviours =
            new ConcurrentHashMap<>();
    private final List<JsonNode> reviews = Collections.synchronizedList(new ArrayList<>());
    private final List<String> paths = Collections.synchronizedList(new ArrayList<>());

    HookServer() throws Exception {
        credentials = Credentials.create(Instant.now(), Exposure.LEAST);
        server =
                vertx.createHttpServer(
                        new HttpServerOptions()
                                .setSsl(true)
                                .setUseAlpn(true)
                                .setKeyCertOptions(
                                        new PemKeyCertOptions()
                                                .addCertValue(
                                                        Buffer.buffer(credentials.serverPem()))
                                                .addKeyValue(
                                                        Buffer.buffer(
                                                                credentials.serverKeyPem()))));
        server.requestHandler(
                request ->
                        request.bodyHandler(
                                body -> {
                                    JsonNode review = parse(body.getBytes());
                                    reviews.add(review.path("request"));
                                    paths.add(request.path());
                                    BiConsumer<JsonNode, ObjectNode> behaviour =
                                            behaviours.get(request.path());
                                    if (behaviour == null) {
                                        // silent: the caller must lose patience
                                        return;
                                    }
                                    request.response().end(answer(review, behaviour));
                                }));
        server.listen(0, "127.0.0.1").toCompletionStage().toCompletableFuture().get();
    }

    private static String answer(JsonNode review, BiConsumer<JsonNode, ObjectNode> behaviour) {
        ObjectNode answer = JsonNodeFactory.instance.objectNode();
        // a ConversionReview is answered by a ConversionReview
        answer.set("apiVersion", review.path("apiVersion"));
        answer.set("kind", review.path("kind"));
        ObjectNode response = answer.putObject("response");
        response.set("uid", review.at("/request/uid"));
        response.put("allowed", true);
        behaviour.accept(review.path("request"), response);
        return answer.toString();
    }

    /// Back to the beginning: nobody is answered.
    void forget() {
        behaviours.clear();
        takePaths();
    }

    /// What happens at a path: gets the request and changes the response, which allows.
    HookServer at(String path, BiConsumer<JsonNode, ObjectNode> behaviour) {
        behaviours.put(path, behaviour);
        return this;
    }

    /// A behaviour that answers with a JSON patch.
    static BiConsumer<JsonNode, ObjectNode> patching(String patch) {
        return (_, response) ->
                response.put("patchType", "JSONPatch")
                        .put(
                                "patch",
                                Base64.getEncoder()
                                        .encodeToString(patch.getBytes(StandardCharsets.UTF_8)));
    }

    int port() {
        return server.actualPort();
    }

    /// A `clientConfig` for a path.
    String client(String path) {
        return "{\"url\":\"https://127.0.0.1:" + port() + path + "\"," + bundle() + "}";
    }

    /// `"caBundle":"…"`
    String bundle() {
        return "\"caBundle\":\""
                + Base64.getEncoder()
                        .encodeToString(credentials.caPem().getBytes(StandardCharsets.US_ASCII))
                + "\"";
    }

    /// The requests that came since the last call, in their order.
    List<JsonNode> takeReviews() {
        synchronized (reviews) {
            List<JsonNode> all = List.copyOf(reviews);
            reviews.clear();
            paths.clear();
            return all;
        }
    }

    /// The paths that were asked since the last take.
    List<String> takePaths() {
        synchronized (reviews) {
            List<String> all = List.copyOf(paths);
            reviews.clear();
            paths.clear();
            return all;
        }
    }

    private static JsonNode parse(byte[] json) {
        try {
            return MAPPER.readTree(json);
        } catch (IOException notJson) {
            throw new UncheckedIOException(notJson);
        }
    }

    @Override
    public void close() {
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }
}
