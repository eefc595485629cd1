package dev.sluice.apiserver.twin;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;

/// All that the model knows of one object.
///
/// @param uid empty before it is stored
/// @param label the value of its only label
record State(
        String name,
        String uid,
        long revision,
        long generation,
        String label,
        List<String> finalizers,
        String payload,
        String status,
        boolean deleting) {
    static State of(TwinKind kind, JsonNode object) {
        JsonNode metadata = object.path("metadata");
        List<String> finalizers = new ArrayList<>();
        metadata.path("finalizers").forEach(f -> finalizers.add(f.asText()));
        return new State(
                metadata.path("name").asText(),
                metadata.path("uid").asText(),
                metadata.path("resourceVersion").asLong(),
                metadata.path("generation").asLong(),
                metadata.path("labels").path("l").asText(),
                finalizers,
                object.path(kind.payload()).path("k").asText(),
                object.path("status").path("k").asText(),
                metadata.has("deletionTimestamp"));
    }

    static State fresh(String name, String label, List<String> finalizers, String payload) {
        return new State(name, "", 0, 0, label, finalizers, payload, "", false);
    }

    /// @param given the resourceVersion to send; 0 for none
    ObjectNode body(TwinKind kind, long given) {
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        body.put("apiVersion", kind.apiVersion()).put("kind", kind.kind());
        ObjectNode metadata = body.putObject("metadata").put("name", name);
        if (given > 0) {
            metadata.put("resourceVersion", String.valueOf(given));
        }
        metadata.putObject("labels").put("l", label);
        finalizers.forEach(metadata.putArray("finalizers")::add);
        body.putObject(kind.payload()).put("k", payload);
        if (!status.isEmpty()) {
            body.putObject("status").put("k", status);
        }
        return body;
    }

    State stored(String newUid, long newRevision, long newGeneration) {
        return new State(
                name,
                newUid,
                newRevision,
                newGeneration,
                label,
                finalizers,
                payload,
                status,
                deleting);
    }

    State with(String newLabel, List<String> newFinalizers, String newPayload) {
        return new State(
                name,
                uid,
                revision,
                generation,
                newLabel,
                newFinalizers,
                newPayload,
                status,
                deleting);
    }

    State withStatus(String newStatus) {
        return new State(
                name, uid, revision, generation, label, finalizers, payload, newStatus, deleting);
    }

    State marked() {
        return new State(name, uid, revision, generation, label, finalizers, payload, status, true);
    }

    @Override
    public String toString() {
        return name
                + "@"
                + revision
                + "/"
                + generation
                + " l="
                + label
                + " "
                + finalizers
                + " k="
                + payload
                + " s="
                + status
                + (deleting ? " deleting" : "");
    }
}
