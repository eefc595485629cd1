package dev.sluice.apiserver.resource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.apiserver.error.ApiError;
import dev.sluice.apiserver.error.Cause;
import dev.sluice.apiserver.http.ApiRequest;
import dev.sluice.apiserver.http.ApiResponse;
import dev.sluice.apiserver.kind.Kind;
import dev.sluice.apiserver.security.User;
import dev.sluice.apiserver.store.Change;
import dev.sluice.apiserver.store.Commit;
import dev.sluice.apiserver.store.ObjectKey;
import dev.sluice.apiserver.store.StoredObject;
import java.util.ArrayList;
import java.util.List;

/// Binds pods to nodes (H1.27).
final class Bindings {
    private final Writes writes;
    private final Body body;

    Bindings(Writes writes, Body body) {
        this.writes = writes;
        this.body = body;
    }

    /// @param route of the pod, or of the collection `bindings`
    ApiResponse bind(ApiRequest request, Route route, User user) {
        ObjectNode binding = body.options(request);
        if (binding == null) {
            throw ApiError.badRequest("the body is empty, expected a Binding");
        }
        List<Cause> causes = new ArrayList<>();
        boolean dryRun =
                WriteOptions.dryRun(request.query().getOrDefault("dryRun", List.of()), causes);
        if (!causes.isEmpty()) {
            throw ApiError.invalid("meta.k8s.io", "CreateOptions", "", causes);
        }
        String given = Metadata.text(binding, "name");
        String name = route.name().isEmpty() ? given : route.name();
        if (!name.equals(given)) {
            throw ApiError.badRequest("name in URL does not match name in Binding object");
        }
        List<String> warnings =
                writes.admitCreation(
                        binding,
                        new Route(writes.podKind(), route.namespace(), name, "binding"),
                        user,
                        dryRun,
                        () -> WriteOptions.creation(dryRun));
        checkTarget(binding.path("target"));
        while (true) {
            Commit commit =
                    attempt(new ObjectKey("pods", route.namespace(), name), binding, dryRun);
            if (commit instanceof Commit.Done) {
                return Answers.warned(Answers.json(201, created()), warnings);
            }
        }
    }

    /// The Status of a binding or eviction that was done.
    static ObjectNode created() {
        ObjectNode status = JsonNodeFactory.instance.objectNode();
        status.put("kind", "Status").put("apiVersion", "v1");
        status.putObject("metadata");
        return status.put("status", "Success").put("code", 201);
    }

    private Commit attempt(ObjectKey key, ObjectNode binding, boolean dryRun) {
        StoredObject stored = writes.store().snapshot().get(key);
        if (stored == null) {
            throw ApiError.notFound("", "pods", key.name());
        }
        ObjectNode pod = stored.copy();
        checkPod(key, binding, stored, pod);
        String node = binding.path("target").path("name").asText();
        pod.withObject("/spec").put("nodeName", node);
        annotate(pod, binding);
        scheduled(pod);
        if (dryRun) {
            return new Commit.Done(List.of());
        }
        Kind kind = writes.podKind();
        return writes.commit(new Change.Put(key, writes.draft(pod, kind), stored.revision()));
    }

    private static void checkTarget(JsonNode target) {
        String kind = target.path("kind").asText("");
        if (!kind.isEmpty() && !kind.equals("Node")) {
            throw new ApiError(
                    500,
                    null,
                    "target.kind: Unsupported value: \""
                            + kind
                            + "\": supported values: \"Node\", \"<empty>\"",
                    null);
        }
        if (target.path("name").asText("").isEmpty()) {
            throw new ApiError(500, null, "target.name: Required value", null);
        }
    }

    private static void checkPod(
            ObjectKey key, ObjectNode binding, StoredObject stored, ObjectNode pod) {
        String uid = Metadata.text(binding, "uid");
        if (!uid.isEmpty() && !uid.equals(stored.uid())) {
            throw ApiError.conflict(
                    "",
                    "pods",
                    key.name(),
                    "Precondition failed: UID in precondition: "
                            + uid
                            + ", UID in object meta: "
                            + stored.uid());
        }
        if (Metadata.isDeleting(pod)) {
            throw refused(
                    key, "pod " + key.name() + " is being deleted, cannot be assigned to a host");
        }
        String node = pod.path("spec").path("nodeName").asText("");
        if (!node.isEmpty()) {
            throw refused(
                    key, "pod " + key.name() + " is already assigned to node \"" + node + "\"");
        }
        if (!pod.path("spec").path("schedulingGates").isEmpty()) {
            throw refused(key, "pod " + key.name() + " has non-empty .spec.schedulingGates");
        }
    }

    private static ApiError refused(ObjectKey key, String why) {
        return ApiError.conflict("", "pods/binding", key.name(), why);
    }

    private static void annotate(ObjectNode pod, ObjectNode binding) {
        for (String field : List.of("annotations", "labels")) {
            JsonNode added = binding.path("metadata").path(field);
            if (!added.isEmpty()) {
                ObjectNode all = Metadata.of(pod).withObject("/" + field);
                added.properties().forEach(e -> all.set(e.getKey(), e.getValue()));
            }
        }
    }

    /// The promise of room, if there was one, is kept or void now (S1.36).
    private void scheduled(ObjectNode pod) {
        pod.withObject("/status").remove("nominatedNodeName");
        ArrayNode conditions =
                pod.withObject("/status").path("conditions") instanceof ArrayNode array
                        ? array
                        : pod.withObject("/status").putArray("conditions");
        ObjectNode condition = null;
        for (JsonNode candidate : conditions) {
            if (candidate.path("type").asText().equals("PodScheduled")) {
                condition = (ObjectNode) candidate;
            }
        }
        if (condition == null) {
            condition = conditions.addObject();
        }
        condition.removeAll();
        condition.put("type", "PodScheduled").put("status", "True");
        condition.putNull("lastProbeTime");
        condition.put("lastTransitionTime", Metadata.time(writes.clock().instant()));
    }
}
