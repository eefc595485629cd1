package dev.sluice.localcluster.gc;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.apiserver.kind.Kind;
import dev.sluice.apiserver.kind.KindRegistry;
import dev.sluice.localcluster.inprocess.InProcessConnection;
import dev.sluice.reconcile.Transport.Answer;
import java.net.HttpURLConnection;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The collector's requests: they work on metadata alone and never on another object of the same name.
final class References {
    private static final String JSON = "application/json";
    private static final String MERGE_PATCH = "application/merge-patch+json";
    private static final int CONFLICTS_MAX = 5;

    private final InProcessConnection connection;
    private final KindRegistry kinds;

    /// Whether an object is there.
    enum Existence {
        YES,
        NO,
        CANNOT_TELL
    }

    References(InProcessConnection connection, KindRegistry kinds) {
        this.connection = connection;
        this.kinds = kinds;
    }

    /// Whether an owner in this place may own the dependent: it lives in the same namespace or in none (H2.43).
    boolean isReachable(ObjectRef owner, Owned dependent) {
        return owner.namespace().isEmpty() || owner.namespace().equals(dependent.ref().namespace());
    }

    /// Asks the server for an owner that the graph does not know.
    Existence exists(Owned.Owner owner, Owned dependent) {
        Kind kind = kinds.view().named(owner.apiVersion(), owner.kind());
        if (kind == null) {
            return Existence.CANNOT_TELL;
        }
        String namespace = kind.namespaced() ? dependent.ref().namespace() : "";
        if (kind.namespaced() && namespace.isEmpty()) {
            return Existence.CANNOT_TELL;
        }
        Answer answer = send("GET", new ObjectRef(kind, namespace, owner.name()), JSON, "");
        if (answer.code() == HttpURLConnection.HTTP_NOT_FOUND) {
            return Existence.NO;
        }
        if (!succeeded(answer)) {
            return Existence.CANNOT_TELL;
        }
        String uid = new MetadataReader(kind).one(answer.body()).uid();
        return uid.equals(owner.uid()) ? Existence.YES : Existence.NO;
    }

    /// Deletes the object, if it is still the same.
    ///
    /// @return null when another one has its name by now
    @Nullable Answer delete(Owned object, String propagation) {
        ObjectNode options = JsonNodeFactory.instance.objectNode();
        options.put("kind", "DeleteOptions").put("apiVersion", "v1");
        options.put("propagationPolicy", propagation);
        options.putObject("preconditions").put("uid", object.uid());
        Answer answer = send("DELETE", object.ref(), JSON, options.toString());
        return answer.code() == HttpURLConnection.HTTP_CONFLICT ? null : answer;
    }

    /// Takes references to owners out of an object.
    ///
    /// @return the last answer, or null when there was nothing to take out
    @Nullable Answer dropOwners(Owned object, List<String> ownerUids) {
        return edit(
                object,
                metadata -> {
                    ArrayNode left = JsonNodeFactory.instance.arrayNode();
                    for (JsonNode reference : metadata.path("ownerReferences")) {
                        if (!ownerUids.contains(reference.path("uid").asText())) {
                            left.add(reference);
                        }
                    }
                    return changed(metadata, "ownerReferences", left);
                });
    }

    /// Takes a finalizer off: at once when the object is still as it is known, else from what it is by now.
    ///
    /// @return as [#dropOwners]
    @Nullable Answer dropFinalizer(Owned object, String finalizer) {
        List<String> known = new ArrayList<>(object.finalizers());
        if (known.remove(finalizer)) {
            ArrayNode left = JsonNodeFactory.instance.arrayNode();
            known.forEach(left::add);
            Answer answer =
                    patch(object, part("finalizers", left), Long.toString(object.revision()));
            if (answer.code() != HttpURLConnection.HTTP_CONFLICT) {
                return answer;
            }
        }
        return edit(
                object,
                metadata -> {
                    ArrayNode left = JsonNodeFactory.instance.arrayNode();
                    for (JsonNode other : metadata.path("finalizers")) {
                        if (!other.asText().equals(finalizer)) {
                            left.add(other);
                        }
                    }
                    return changed(metadata, "finalizers", left);
                });
    }

    /// Whether nothing is left to do: it worked, or the object is gone.
    static boolean isDone(@Nullable Answer answer) {
        return answer == null
                || succeeded(answer)
                || answer.code() == HttpURLConnection.HTTP_NOT_FOUND;
    }

    /// Computes a part of an object's new metadata from its metadata; null leaves it.
    private interface Edit {
        @Nullable ObjectNode of(JsonNode metadata);
    }

    private static @Nullable ObjectNode changed(JsonNode metadata, String field, ArrayNode value) {
        if (metadata.path(field).size() == value.size()) {
            return null;
        }
        return part(field, value);
    }

    private static ObjectNode part(String field, ArrayNode value) {
        ObjectNode part = JsonNodeFactory.instance.objectNode();
        part.set(field, value.isEmpty() ? JsonNodeFactory.instance.nullNode() : value);
        return part;
    }

    private @Nullable Answer edit(Owned object, Edit edit) {
        Answer answer = null;
        for (int attempt = 0; attempt < CONFLICTS_MAX; attempt++) {
            var found = connection.send("GET", object.ref().path(), Map.of(), JSON, "");
            JsonNode metadata = found.body().path("metadata");
            if (!found.succeeded() || !metadata.path("uid").asText().equals(object.uid())) {
                return null;
            }
            ObjectNode part = edit.of(metadata);
            if (part == null) {
                return null;
            }
            answer = patch(object, part, metadata.path("resourceVersion").asText());
            if (answer.code() != HttpURLConnection.HTTP_CONFLICT) {
                return answer;
            }
        }
        return answer;
    }

    /// Merges a part into the metadata of the object, if it is still the same, in this state.
    private Answer patch(Owned object, ObjectNode part, String revision) {
        ObjectNode patch = JsonNodeFactory.instance.objectNode();
        patch.set("metadata", part.put("uid", object.uid()).put("resourceVersion", revision));
        return send("PATCH", object.ref(), MERGE_PATCH, patch.toString());
    }

    private Answer send(String method, ObjectRef ref, String contentType, String body) {
        return connection.send(
                method, ref.path(), Map.of(), contentType, body.getBytes(StandardCharsets.UTF_8));
    }

    private static boolean succeeded(Answer answer) {
        return answer.code() < HttpURLConnection.HTTP_BAD_REQUEST;
    }
}
