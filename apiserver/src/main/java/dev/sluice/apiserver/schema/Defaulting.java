package dev.sluice.apiserver.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Puts in the defaults of a schema (H4.14): top down, so that the default of a part is filled in itself. A null that is
/// no value counts as absent.
public final class Defaulting {
    private Defaulting() {}

    /// Changes a value in place.
    public static void apply(JsonNode value, Schema schema) {
        if (value instanceof ObjectNode object) {
            fields(object, schema);
        } else if (value.isArray()) {
            Schema items = schema.items();
            if (items != null) {
                value.forEach(element -> apply(element, items));
            }
        }
    }

    /// Whether a schema has any default, at whatever depth.
    public static boolean hasDefaults(Schema schema) {
        Schema items = schema.items();
        Schema others = schema.additionalProperties();
        return schema.defaultValue() != null
                || (items != null && hasDefaults(items))
                || (others != null && hasDefaults(others))
                || schema.properties().values().stream().anyMatch(Defaulting::hasDefaults);
    }

    private static void fields(ObjectNode object, Schema schema) {
        for (Map.Entry<String, Schema> property : schema.properties().entrySet()) {
            Schema part = property.getValue();
            JsonNode fallback = part.defaultValue();
            if (fallback != null && isMissing(object.get(property.getKey()), part)) {
                object.set(property.getKey(), fallback.deepCopy());
            }
        }
        Schema others = schema.additionalProperties();
        for (Map.Entry<String, JsonNode> field : object.properties()) {
            JsonNode value = field.getValue();
            Schema part = schema.properties().getOrDefault(field.getKey(), others);
            if (part == null) {
                continue;
            }
            JsonNode fallback = part.defaultValue();
            if (fallback != null && isMissing(value, part)) {
                field.setValue(fallback.deepCopy());
            }
            if (field.getValue().isContainerNode()) {
                apply(field.getValue(), part);
            }
        }
    }

    private static boolean isMissing(@Nullable JsonNode value, Schema schema) {
        return value == null || (value.isNull() && !schema.nullable());
    }
}
