package dev.sluice.apiserver.resource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.apiserver.admission.AdmissionRequest;
import dev.sluice.apiserver.error.ApiError;
import dev.sluice.apiserver.error.Cause;
import dev.sluice.apiserver.http.ApiRequest;
import dev.sluice.apiserver.http.ApiResponse;
import dev.sluice.apiserver.kind.Kind;
import dev.sluice.apiserver.kind.KindRules;
import dev.sluice.apiserver.patch.Patch;
import dev.sluice.apiserver.security.User;
import dev.sluice.apiserver.store.StoredObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/// The `scale` subresource: an `autoscaling/v1 Scale` over three fields of the object (H1.25, H4.30).
final class Scales {
    private final Writes writes;
    private final Updates updates;
    private final Body body;

    Scales(Writes writes, Updates updates, Body body) {
        this.writes = writes;
        this.updates = updates;
        this.body = body;
    }

    ApiResponse handle(ApiRequest request, Route route, User user) {
        return switch (request.method()) {
            case "GET" -> Answers.json(200, current(route));
            case "PUT" -> {
                ObjectNode given = body.options(request);
                if (given == null) {
                    throw ApiError.badRequest("the body is empty, expected a Scale");
                }
                yield write(request, "UpdateOptions", route, user, _ -> given);
            }
            case "PATCH" -> {
                Patch patch = patch(request);
                yield write(
                        request,
                        "PatchOptions",
                        route,
                        user,
                        scale -> patch.applyTo(scale, route.kind().schema()));
            }
            default -> throw Route.methodNotAllowed();
        };
    }

    private ObjectNode current(Route route) {
        StoredObject stored = writes.store().snapshot().get(Reads.key(route));
        if (stored == null) {
            throw route.notFound();
        }
        return of(writes.versions().toRequest(stored, route.kind()), route.kind());
    }

    private ApiResponse write(
            ApiRequest request,
            String optionsName,
            Route route,
            User user,
            Function<ObjectNode, ObjectNode> edit) {
        WriteOptions options =
                WriteOptions.of(request, optionsName, "scale", writes.clock().instant());
        Kind kind = route.kind();
        ObjectNode written =
                updates.write(
                        route,
                        user,
                        options,
                        old -> {
                            ObjectNode scale = edit.apply(of(old, kind));
                            check(route, scale);
                            ObjectNode object = old.deepCopy();
                            take(scale, object, kind);
                            String revision = Metadata.text(scale, "resourceVersion");
                            Metadata.of(object).put("resourceVersion", revision);
                            return new Body.Decoded(object, List.of());
                        });
        return Answers.json(200, of(written, kind));
    }

    private static Patch patch(ApiRequest request) {
        return switch (Body.mediaType(request)) {
            case "application/json-patch+json" -> Patch.read(Patch.Language.JSON, request.body());
            case "application/merge-patch+json", "application/strategic-merge-patch+json" ->
                    Patch.read(Patch.Language.MERGE, request.body());
            default -> throw Body.unsupported();
        };
    }

    private static void check(Route route, ObjectNode scale) {
        JsonNode replicas = scale.path("spec").path("replicas");
        if (route.kind().builtIn() && replicas.asLong() < 0) {
            throw ApiError.invalid(
                    "autoscaling",
                    "Scale",
                    route.name(),
                    List.of(
                            new Cause(
                                    "FieldValueInvalid",
                                    "spec.replicas",
                                    "Invalid value: "
                                            + replicas.asLong()
                                            + ": must be greater than or equal to 0")));
        }
    }

    /// How admission sees a write to `scale`: what is written is a Scale.
    static AdmissionRequest seen(AdmissionRequest request) {
        ObjectNode old = request.old();
        return request.with(
                request.kind(),
                of(request.given(), request.kind()),
                old == null ? null : of(old, request.kind()));
    }

    /// Takes what a Scale wants over into the object.
    static void take(ObjectNode scale, ObjectNode object, Kind kind) {
        put(
                object,
                kind.rules().scalePaths().specReplicas(),
                scale.path("spec").path("replicas").asLong());
    }

    private static ObjectNode of(ObjectNode object, Kind kind) {
        KindRules.ScalePaths paths = kind.rules().scalePaths();
        ObjectNode scale = JsonNodeFactory.instance.objectNode();
        scale.put("kind", "Scale").put("apiVersion", "autoscaling/v1");
        ObjectNode metadata = scale.putObject("metadata");
        for (String field :
                List.of("name", "namespace", "uid", "resourceVersion", "creationTimestamp")) {
            Metadata.copy(Metadata.of(object), metadata, field);
        }
        ObjectNode spec = scale.putObject("spec");
        long wanted = at(object, paths.specReplicas()).asLong();
        if (wanted != 0) {
            spec.put("replicas", wanted);
        }
        ObjectNode status = scale.putObject("status");
        status.put("replicas", at(object, paths.statusReplicas()).asLong());
        String selector = selector(at(object, paths.selector()));
        if (!selector.isEmpty()) {
            status.put("selector", selector);
        }
        return scale;
    }

    private static JsonNode at(JsonNode object, String path) {
        JsonNode node = object;
        if (path.isEmpty()) {
            return JsonNodeFactory.instance.missingNode();
        }
        for (String part : path.split("\\.", -1)) {
            node = node.path(part);
        }
        return node;
    }

    private static void put(ObjectNode object, String path, long value) {
        String[] parts = path.split("\\.", -1);
        ObjectNode node = object;
        for (int i = 0; i < parts.length - 1; i++) {
            node =
                    node.path(parts[i]) instanceof ObjectNode below
                            ? below
                            : node.putObject(parts[i]);
        }
        node.put(parts[parts.length - 1], value);
    }

    private static String selector(JsonNode selector) {
        if (!selector.isObject()) {
            return selector.asText("");
        }
        boolean plain = !selector.has("matchLabels") && !selector.has("matchExpressions");
        List<String> terms = new ArrayList<>();
        JsonNode labels = plain ? selector : selector.path("matchLabels");
        for (Map.Entry<String, JsonNode> label : labels.properties()) {
            terms.add(label.getKey() + "=" + label.getValue().asText());
        }
        for (JsonNode expression :
                plain ? List.<JsonNode>of() : selector.path("matchExpressions")) {
            terms.add(term(expression));
        }
        terms.sort(null);
        return String.join(",", terms);
    }

    private static String term(JsonNode expression) {
        String key = expression.path("key").asText();
        List<String> values = new ArrayList<>();
        expression.path("values").forEach(v -> values.add(v.asText()));
        values.sort(null);
        String list = " (" + String.join(",", values) + ")";
        return switch (expression.path("operator").asText()) {
            case "Exists" -> key;
            case "DoesNotExist" -> "!" + key;
            case "NotIn" -> key + " notin" + list;
            default -> key + " in" + list;
        };
    }
}
