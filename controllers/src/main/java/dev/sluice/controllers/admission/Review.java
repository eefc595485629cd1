package dev.sluice.controllers.admission;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

/// One write that is to be looked at.
///
/// @param group API group of the kind; empty for the core group
/// @param subresource `status`, …; empty for the object itself
/// @param object as it would be written; null when it is deleted. Mutating hooks change it in place
/// @param old as it is stored; null when it is created
public record Review(
        Operation operation,
        String group,
        String kind,
        String subresource,
        String namespace,
        @Nullable ObjectNode object,
        @Nullable ObjectNode old) {

    /// What is being done.
    public enum Operation {
        CREATE,
        UPDATE,
        DELETE
    }

    /// A label of an object; empty when it has none of this key.
    static String label(JsonNode object, String key) {
        return object.path("metadata").path("labels").path(key).asText("");
    }

    static boolean hasLabel(JsonNode object, String key) {
        return object.path("metadata").path("labels").has(key);
    }

    /// An annotation of an object; empty when it has none of this key.
    static String annotation(JsonNode object, String key) {
        return object.path("metadata").path("annotations").path(key).asText("");
    }
}
