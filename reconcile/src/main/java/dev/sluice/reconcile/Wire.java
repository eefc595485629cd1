package dev.sluice.reconcile;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.Status;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// The requests of a client in their plain form: an object becomes bytes once on its way out, and the answer's bytes
/// become an object once. A fabric8 operation copies the object several times around each request.
///
/// Objects that come in have no `managedFields`: no controller looks at them, and a write without them leaves them as
/// they are (H3.26).
final class Wire {
    static final String JSON = "application/json";

    /// Sluice's own server leaves out what is named so; others pass over the header.
    private static final String OMIT = "Sluice-Omit";

    private static final String MANAGED_FIELDS = "managedFields";

    private final HttpClient http;
    private final String server;
    private final ObjectMapper mapper;
    private final Map<Class<?>, Route> routes = new ConcurrentHashMap<>();

    @JsonIgnoreProperties(MANAGED_FIELDS)
    private static final class WithoutManagedFields {}

    /// A list and the revision that it shows.
    record Listed<T>(List<T> items, long revision) {}

    Wire(KubernetesClient client) {
        this.http = client.getHttpClient();
        this.server = client.getConfiguration().getMasterUrl().replaceFirst("/+$", "");
        this.mapper =
                new ObjectMapper(
                        new JsonFactoryBuilder()
                                .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
                                .build());
        // Teaches the mapper how Kubernetes writes its types.
        new KubernetesSerialization(mapper, false).clone(new Status());
        mapper.addMixIn(ObjectMeta.class, WithoutManagedFields.class);
    }

    HttpClient http() {
        return http;
    }

    Route route(Class<? extends HasMetadata> kind) {
        return routes.computeIfAbsent(kind, _ -> Route.of(kind));
    }

    /// The JSON text of a value.
    String json(Object value) {
        try {
            return mapper.writeValueAsString(value);
        } catch (JsonProcessingException unwritable) {
            throw new IllegalArgumentException(
                    "no JSON for " + value.getClass().getName(), unwritable);
        }
    }

    <T extends HasMetadata> T create(T object) {
        String path = route(object.getClass()).collection(object.getMetadata().getNamespace());
        return decoded(send("POST", path, JSON, json(object)), typeOf(object));
    }

    /// @param subresource empty for the object itself
    <T extends HasMetadata> T replace(T object, String subresource) {
        return decoded(send("PUT", path(object, subresource), JSON, json(object)), typeOf(object));
    }

    <T extends HasMetadata> T patch(
            T object, String subresource, String query, PatchType type, String body) {
        return decoded(
                send("PATCH", path(object, subresource) + query, type.getContentType(), body),
                typeOf(object));
    }

    private String path(HasMetadata object, String subresource) {
        return route(object.getClass()).object(Key.of(object), subresource);
    }

    /// The object of this name as it is now.
    ///
    /// @throws KubernetesClientException 404 when there is none
    <T extends HasMetadata> T get(T named) {
        return decoded(send("GET", path(named, ""), JSON, null), typeOf(named));
    }

    /// Everything of a kind.
    <T extends HasMetadata> Listed<T> list(Class<T> kind) {
        byte[] body = send("GET", route(kind).collection(null), JSON, null);
        List<T> items = new ArrayList<>();
        long revision = 0;
        try (JsonParser parser = mapper.createParser(body)) {
            ObjectReader reader = mapper.readerFor(kind);
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

    HttpRequest watch(Class<? extends HasMetadata> kind, long revision) {
        return http.newHttpRequestBuilder()
                .uri(
                        server
                                + route(kind).collection(null)
                                + "?watch=true&allowWatchBookmarks=true&resourceVersion="
                                + revision)
                .header("Accept", JSON)
                .header(OMIT, MANAGED_FIELDS)
                .build();
    }

    <T> T decoded(byte[] body, Class<T> type) {
        try {
            return mapper.readerFor(type).readValue(body);
        } catch (IOException broken) {
            throw new UncheckedIOException("no " + type.getSimpleName() + " in an answer", broken);
        }
    }

    ObjectMapper mapper() {
        return mapper;
    }

    @SuppressWarnings("unchecked") // an object's class is a class of its type
    private static <T> Class<T> typeOf(T object) {
        return (Class<T>) object.getClass();
    }

    /// @return the body of the answer
    /// @throws KubernetesClientException when the server refuses or cannot be reached
    byte[] send(String method, String path, String contentType, @Nullable String body) {
        HttpRequest.Builder builder =
                http.newHttpRequestBuilder()
                        .uri(server + path)
                        .header("Accept", JSON)
                        .header(OMIT, MANAGED_FIELDS);
        HttpRequest request =
                (body == null ? builder : builder.method(method, contentType, body)).build();
        HttpResponse<byte[]> answer = answer(request);
        if (answer.code() < 300) {
            return answer.body();
        }
        throw refusal(method, path, answer);
    }

    private HttpResponse<byte[]> answer(HttpRequest request) {
        try {
            return http.sendAsync(request, byte[].class).join();
        } catch (CompletionException failed) {
            throw KubernetesClientException.launderThrowable(failed.getCause());
        }
    }

    private KubernetesClientException refusal(
            String method, String path, HttpResponse<byte[]> answer) {
        byte[] body = answer.body() == null ? new byte[0] : answer.body();
        Status status = null;
        try {
            status = mapper.readValue(body, Status.class);
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
