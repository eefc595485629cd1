package dev.sluice.reconcile;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.ObjectReader;
import io.fabric8.kubernetes.api.model.DeleteOptions;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Status;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.http.HttpRequest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The requests of a client in their plain form: an object becomes bytes once on its way out, and the answer's bytes
/// become an object once. A fabric8 operation copies the object several times around each request.
final class Wire {
    private static final byte[] NONE = {};

    private final HttpTransport http;
    private final Transport transport;
    private final Map<String, String> selection;
    private final ObjectJson json = new ObjectJson();
    private final Map<Class<?>, Route> routes = new ConcurrentHashMap<>();

    /// A list and the revision that it shows.
    record Listed<T>(List<T> items, long revision) {}

    /// @param transport of everything but watches; null for the client's own
    /// @param labels which objects are listed and watched; null for all
    Wire(KubernetesClient client, @Nullable Transport transport, @Nullable String labels) {
        this.http = new HttpTransport(client);
        this.transport = transport == null ? http : transport;
        this.selection = labels == null ? Map.of() : Map.of("labelSelector", labels);
    }

    HttpClient http() {
        return http.http();
    }

    /// No request is waited for any longer, from now on; watches stand as long as they like.
    void limit(Duration patience) {
        http.limit(patience);
    }

    Route route(Class<? extends HasMetadata> kind) {
        return routes.computeIfAbsent(kind, _ -> Route.of(kind));
    }

    ObjectJson json() {
        return json;
    }

    <T extends HasMetadata> T create(T object) {
        return decoded(post(collection(object), object), typeOf(object), () -> null);
    }

    /// @return the body of the answer
    byte[] post(String path, Object body) {
        return send("POST", path, Map.of(), HttpTransport.JSON, json.bytes(body));
    }

    String collection(HasMetadata object) {
        return route(object.getClass()).collection(object.getMetadata().getNamespace());
    }

    void delete(HasMetadata object, DeleteOptions options) {
        send("DELETE", path(object, ""), Map.of(), HttpTransport.JSON, json.bytes(options));
    }

    /// @param subresource empty for the object itself
    /// @param known what is known of the object once the answer is there, see [#decoded]
    <T extends HasMetadata> T replace(T object, String subresource, Supplier<@Nullable T> known) {
        return decoded(
                send(
                        "PUT",
                        path(object, subresource),
                        Map.of(),
                        HttpTransport.JSON,
                        json.bytes(object)),
                typeOf(object),
                known);
    }

    <T extends HasMetadata> T patch(
            T object,
            String subresource,
            Map<String, String> query,
            PatchType type,
            byte[] body,
            Supplier<@Nullable T> known) {
        return decoded(
                send("PATCH", path(object, subresource), query, type.getContentType(), body),
                typeOf(object),
                known);
    }

    /// The body of the answer to a plain question.
    byte[] get(String path) {
        return get(path, Map.of());
    }

    private byte[] get(String path, Map<String, String> query) {
        return send("GET", path, query, HttpTransport.JSON, NONE);
    }

    private String path(HasMetadata object, String subresource) {
        return route(object.getClass()).object(Key.of(object), subresource);
    }

    /// The object of this name as it is now.
    ///
    /// @throws KubernetesClientException 404 when there is none
    <T extends HasMetadata> T get(T named) {
        return decoded(get(path(named, ""), Map.of()), typeOf(named), () -> null);
    }

    /// The object of this name as it is now; empty when there is none that is selected.
    <T extends HasMetadata> Optional<T> selected(T named) {
        if (selection.isEmpty()) {
            try {
                return Optional.of(get(named));
            } catch (KubernetesClientException refused) {
                if (refused.getCode() == HttpURLConnection.HTTP_NOT_FOUND) {
                    return Optional.empty();
                }
                throw refused;
            }
        }
        Map<String, String> query = new HashMap<>(selection);
        query.put("fieldSelector", "metadata.name=" + named.getMetadata().getName());
        String namespace = named.getMetadata().getNamespace();
        return list(typeOf(named), namespace, query).items().stream().findFirst();
    }

    /// Everything of a kind that is selected.
    ///
    /// @param namespace null for all
    <T extends HasMetadata> Listed<T> list(Class<T> kind, @Nullable String namespace) {
        return list(kind, namespace, selection);
    }

    private <T extends HasMetadata> Listed<T> list(
            Class<T> kind, @Nullable String namespace, Map<String, String> query) {
        byte[] body = get(route(kind).collection(namespace), query);
        List<T> items = new ArrayList<>();
        long revision = 0;
        try (JsonParser parser = json.parser(body)) {
            ObjectReader reader = json.reader(kind, null);
            parser.nextToken();
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                String field = parser.currentName();
                parser.nextToken();
                if (field.equals("metadata")) {
                    revision = Peek.metadata(parser).revision();
                } else if (field.equals("items")
                        && parser.currentToken() == JsonToken.START_ARRAY) {
                    while (parser.nextToken() == JsonToken.START_OBJECT) {
                        items.add(reader.readValue(parser));
                    }
                } else {
                    parser.skipChildren();
                }
            }
        } catch (IOException broken) {
            throw new UncheckedIOException(
                    "a list of " + kind.getSimpleName() + " is broken", broken);
        }
        return new Listed<>(items, revision);
    }

    HttpRequest watch(
            Class<? extends HasMetadata> kind, @Nullable String namespace, long revision) {
        Map<String, String> query = new HashMap<>(selection);
        query.put("watch", "true");
        query.put("allowWatchBookmarks", "true");
        query.put("resourceVersion", Long.toString(revision));
        return http.request(route(kind).collection(namespace), query).build();
    }

    /// @param known a state of the object: if it is the one that was answered, because the watch was faster, nothing more is
    ///     read; else its parts may become parts of what is read. Null when nothing is known
    private <T extends HasMetadata> T decoded(
            byte[] body, Class<T> type, Supplier<@Nullable T> known) {
        T now = known.get();
        try {
            return now != null && Cache.revision(now) == revision(body)
                    ? now
                    : json.reader(type, now).readValue(body);
        } catch (IOException broken) {
            throw new UncheckedIOException("no " + type.getSimpleName() + " in an answer", broken);
        }
    }

    private long revision(byte[] object) throws IOException {
        try (JsonParser parser = json.parser(object)) {
            return Peek.revision(parser);
        }
    }

    @SuppressWarnings("unchecked") // an object's class is a class of its type
    private static <T> Class<T> typeOf(T object) {
        return (Class<T>) object.getClass();
    }

    /// @return the body of the answer
    /// @throws KubernetesClientException when the server refuses or cannot be reached
    private byte[] send(
            String method,
            String path,
            Map<String, String> query,
            String contentType,
            byte[] body) {
        Transport.Answer answer = transport.send(method, path, query, contentType, body);
        if (answer.code() < 300) {
            return answer.body();
        }
        throw refusal(method, path, answer);
    }

    private KubernetesClientException refusal(String method, String path, Transport.Answer answer) {
        byte[] body = answer.body();
        Status status = null;
        try {
            status = json.reader(Status.class, null).readValue(body);
        } catch (IOException noStatus) {
            // What answers here is no API server; its own words have to do.
        }
        String words =
                status == null || status.getMessage() == null
                        ? new String(body, StandardCharsets.UTF_8)
                        : status.getMessage();
        return new KubernetesClientException(
                method + " " + path + " was answered " + answer.code() + ": " + words,
                answer.code(),
                status);
    }
}
