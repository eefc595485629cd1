package dev.sluice.apiserver.patch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.apiserver.error.ApiError;
import dev.sluice.apiserver.schema.Schema;

/// A JSON merge patch: objects merge, `null` deletes a key, anything else replaces (RFC 7386, H3.2).
public final class MergePatch implements Patch {
    private final ObjectNode patch;

    private MergePatch(ObjectNode patch) {
        this.patch = patch;
    }

    /// @throws ApiError 400 when the body is not an object
    static MergePatch of(JsonNode body) {
        if (!(body instanceof ObjectNode object)) {
            throw ApiError.badRequest(
                    "error decoding patch: json: cannot unmarshal "
                            + Reader.goType(body)
                            + " into Go value of type map[string]interface {}");
        }
        return new MergePatch(object);
    }

    @Override
    public ObjectNode applyTo(ObjectNode object, Schema schema) {
        ObjectNode copy = object.deepCopy();
        merge(copy, patch);
        return copy;
    }

    private static void merge(ObjectNode target, ObjectNode patch) {
        for (var field : patch.properties()) {
            JsonNode wanted = field.getValue();
            if (wanted.isNull()) {
                target.remove(field.getKey());
            } else if (wanted instanceof ObjectNode part) {
                ObjectNode inner =
                        target.get(field.getKey()) instanceof ObjectNode there
                                ? there
                                : JsonNodeFactory.instance.objectNode();
                merge(inner, part);
                target.set(field.getKey(), inner);
            } else {
                target.set(field.getKey(), wanted.deepCopy());
            }
        }
    }
}
