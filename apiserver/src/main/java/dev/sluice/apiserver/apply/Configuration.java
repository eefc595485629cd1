package dev.sluice.apiserver.apply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.apiserver.error.ApiError;
import dev.sluice.apiserver.schema.Schema;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The body of an apply request: the part of an object that its author wants to own.
///
/// @param fields the paths that it names
record Configuration(ObjectNode object, FieldSet fields) {

    /// Checks a body against the schema and lists its paths.
    ///
    /// @throws ApiError 500, as recorded, when it names unknown fields, has values of a wrong type, or list elements
    ///     that cannot be told apart
    static Configuration of(ObjectNode body, Schema schema) {
        Reading reading = new Reading(new ArrayList<>());
        FieldSet.Builder fields = FieldSet.Builder.root();
        reading.readFields(body, schema, "", fields);
        if (!reading.complaints().isEmpty()) {
            throw new ApiError(
                    500,
                    null,
                    "failed to create typed patch object ("
                            + describe(body)
                            + "): "
                            + join(reading.complaints()),
                    null);
        }
        return new Configuration(body, fields.build());
    }

    private static String join(List<String> complaints) {
        return complaints.size() == 1
                ? complaints.getFirst()
                : "errors:\n  " + String.join("\n  ", complaints);
    }

    /// The object as the body names it: the namespace may stand in the path alone.
    private static String describe(ObjectNode body) {
        JsonNode metadata = body.path("metadata");
        String apiVersion = body.path("apiVersion").asText();
        return metadata.path("namespace").asText()
                + "/"
                + metadata.path("name").asText()
                + "; "
                + (apiVersion.contains("/") ? apiVersion : "/" + apiVersion)
                + ", Kind="
                + body.path("kind").asText();
    }

    /// One pass over the body.
    private record Reading(List<String> complaints) {

        void read(JsonNode value, @Nullable Schema schema, String path, FieldSet.Builder fields) {
            if (!fits(value, schema)) {
                complaints.add(
                        path
                                + ": expected "
                                + wanted(Objects.requireNonNull(schema))
                                + ", got "
                                + GoValue.print(value));
                return;
            }
            switch (Shape.of(schema, value)) {
                case WHOLE -> fields.add();
                case FIELDS -> readFields(value, schema, path, fields);
                case KEYED -> readKeyed(value, Objects.requireNonNull(schema), path, fields);
                case SET -> readSet(value, path, fields);
            }
        }

        void readFields(
                JsonNode map, @Nullable Schema schema, String path, FieldSet.Builder fields) {
            for (var field : map.properties()) {
                String name = field.getKey();
                JsonNode value = field.getValue();
                String below = path + "." + name;
                if (isUnknown(schema, name)) {
                    complaints.add(below + ": field not declared in schema");
                    continue;
                }
                FieldSet.Builder place = fields.at(Steps.field(name));
                read(value, Shape.below(schema, name), below, place);
                boolean isEmptyMap = value.isObject() && value.isEmpty();
                if (value.isNull() || isEmptyMap || !Shape.isDeclared(schema, name)) {
                    place.add();
                }
            }
        }

        private static boolean isUnknown(@Nullable Schema schema, String name) {
            return schema != null
                    && schema.type() == Schema.Type.OBJECT
                    && !schema.preserveUnknownFields()
                    && schema.additionalProperties() == null
                    && !schema.properties().containsKey(name);
        }

        private void readKeyed(JsonNode list, Schema schema, String path, FieldSet.Builder fields) {
            Set<String> seen = new HashSet<>();
            int index = 0;
            for (JsonNode element : list) {
                String missing = missingKey(element, schema);
                String step = Steps.key(element, schema);
                if (step == null) {
                    complaints.add(
                            path + "[" + index + "]: expected map, got " + GoValue.print(element));
                } else if (missing != null) {
                    complaints.add(
                            path
                                    + ": element "
                                    + index
                                    + ": associative list with keys has an element that omits key field \""
                                    + missing
                                    + "\" (and doesn't have default value)");
                } else if (!seen.add(step)) {
                    complaints.add(path + ": duplicate entries for key " + Steps.text(step));
                } else {
                    FieldSet.Builder place = fields.at(step);
                    place.add();
                    read(element, schema.items(), path + Steps.text(step), place);
                }
                index++;
            }
        }

        private static @Nullable String missingKey(JsonNode element, Schema list) {
            for (String key : list.listMapKeys()) {
                if (!element.has(key) && Steps.defaultOf(list, key) == null) {
                    return key;
                }
            }
            return null;
        }

        private void readSet(JsonNode list, String path, FieldSet.Builder fields) {
            Set<String> seen = new HashSet<>();
            for (JsonNode element : list) {
                String step = Steps.value(element);
                if (seen.add(step)) {
                    fields.at(step).add();
                } else {
                    complaints.add(path + ": duplicate entries for key " + Steps.text(step));
                }
            }
        }

        private static boolean fits(JsonNode value, @Nullable Schema schema) {
            if (schema == null || value.isNull() || schema.intOrString()) {
                return true;
            }
            return switch (schema.type()) {
                case ANY -> true;
                case OBJECT -> value.isObject();
                case ARRAY -> value.isArray();
                case STRING -> value.isTextual() || schema.format().equals("quantity");
                case INTEGER, NUMBER -> value.isNumber();
                case BOOLEAN -> value.isBoolean();
            };
        }

        private static String wanted(Schema schema) {
            return switch (schema.type()) {
                case ANY -> "any value";
                case OBJECT -> "map";
                case ARRAY -> "list";
                case STRING -> "string";
                case INTEGER, NUMBER -> "numeric (int or float)";
                case BOOLEAN -> "boolean";
            };
        }
    }

    /// Values as these complaints print them.
    private static final class GoValue {
        private GoValue() {}

        static String print(JsonNode value) {
            return "&value.valueUnstructured{Value:" + value + "}";
        }
    }
}
