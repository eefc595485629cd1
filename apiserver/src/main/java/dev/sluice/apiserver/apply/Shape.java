package dev.sluice.apiserver.apply;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.apiserver.schema.Schema;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// How a value is owned: as a whole, or part by part (H3.23). Where the schema does not say, objects are owned field by
/// field and everything else as a whole.
enum Shape {
    /// Scalars, atomic lists and maps.
    WHOLE,
    /// Objects and maps: by field name.
    FIELDS,
    /// Lists of type `map`: by the keys of the elements.
    KEYED,
    /// Lists of type `set`: by the elements.
    SET;

    /// The shape that a schema gives to a value. A value of another JSON type than the schema's is whole.
    ///
    /// @param schema null where nothing is declared
    static Shape of(@Nullable Schema schema, JsonNode value) {
        if (schema == null || schema.type() == Schema.Type.ANY) {
            boolean granular = value.isObject() && (schema == null || !schema.atomicMap());
            return granular ? FIELDS : WHOLE;
        }
        return switch (schema.type()) {
            case OBJECT ->
                    schema.atomicMap() || !isOrNull(value, value.isObject()) ? WHOLE : FIELDS;
            case ARRAY -> ofList(schema, value);
            case STRING, INTEGER, NUMBER, BOOLEAN, ANY -> WHOLE;
        };
    }

    private static Shape ofList(Schema schema, JsonNode value) {
        if (!isOrNull(value, value.isArray())) {
            return WHOLE;
        }
        return switch (schema.list()) {
            case ATOMIC -> WHOLE;
            case SET -> SET;
            case MAP -> KEYED;
        };
    }

    private static boolean isOrNull(JsonNode value, boolean fits) {
        return fits || value.isNull();
    }

    /// The schema of a field of an object or map; null where nothing is declared.
    static @Nullable Schema below(@Nullable Schema schema, String field) {
        if (schema == null) {
            return null;
        }
        Schema property = schema.properties().get(field);
        return property == null ? schema.additionalProperties() : property;
    }

    /// Whether a field has a name in the schema, unlike a key of a map.
    static boolean isDeclared(@Nullable Schema schema, String field) {
        return schema != null && schema.properties().containsKey(field);
    }

    /// The step that leads to an element of a list of this shape; null for an element that cannot have one.
    @Nullable String step(Schema list, JsonNode element) {
        return this == KEYED ? Steps.key(element, list) : Steps.value(element);
    }

    /// The elements of a list by their steps, in order of first appearance. Elements that share a step stay together as
    /// one array, so that they compare as a whole.
    ///
    /// @return null when an element has no step
    @Nullable Map<String, JsonNode> elements(Schema list, @Nullable JsonNode value) {
        Map<String, JsonNode> elements = new LinkedHashMap<>();
        if (value == null) {
            return elements;
        }
        for (JsonNode element : value) {
            String step = step(list, element);
            if (step == null) {
                return null;
            }
            JsonNode before = elements.put(step, element);
            if (before != null) {
                elements.put(step, Duplicates.of(before, element));
            }
        }
        return elements;
    }
}
