package dev.sluice.apiserver.crd;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import dev.sluice.apiserver.error.Cause;
import dev.sluice.apiserver.schema.Schema;
import dev.sluice.apiserver.schema.SchemaReader;
import dev.sluice.apiserver.schema.ValueCheck;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Checks that a schema is structural (H4.10): that it says of every place what may stand there, so that objects can be
/// pruned, defaulted and owned by it.
final class StructuralSchema {
    private static final List<String> TYPES =
            List.of("array", "boolean", "integer", "number", "object", "string");

    /// What a schema inside `allOf`, `anyOf`, `oneOf` or `not` may not say: it only narrows.
    private static final List<String> STRUCTURE_ONLY =
            List.of(
                    "type",
                    "default",
                    "title",
                    "description",
                    "nullable",
                    "x-kubernetes-preserve-unknown-fields",
                    "x-kubernetes-embedded-resource",
                    "x-kubernetes-list-type",
                    "x-kubernetes-list-map-keys",
                    "x-kubernetes-map-type",
                    "x-kubernetes-validations");

    private static final Map<String, String> UNSUPPORTED =
            Map.of(
                    "$ref", "$ref is not supported",
                    "definitions", "definitions is not supported",
                    "dependencies", "dependencies is not supported",
                    "patternProperties", "patternProperties is not supported",
                    "id", "id is not supported",
                    "additionalItems", "additionalItems is not supported");

    private final List<Cause> causes = new ArrayList<>();

    private StructuralSchema() {}

    /// @param path of the schema in the definition
    /// @return the complaints
    static List<Cause> check(JsonNode schema, String path) {
        StructuralSchema check = new StructuralSchema();
        check.requireType(schema, path, "must not be empty at the root");
        String type = schema.path("type").asText("");
        if (!type.isEmpty() && !type.equals("object")) {
            check.invalid(path + ".type", "\"" + type + "\"", "must be object at the root");
        }
        check.visit(schema, path);
        return check.causes;
    }

    private void visit(JsonNode schema, String path) {
        checkWords(schema, path);
        checkType(schema, path);
        checkList(schema, path);
        checkDefault(schema, path);
        for (var property : schema.path("properties").properties()) {
            String below = path + ".properties[" + property.getKey() + "]";
            requireType(
                    property.getValue(), below, "must not be empty for specified object fields");
            visit(property.getValue(), below);
        }
        JsonNode others = schema.path("additionalProperties");
        if (others.isObject()) {
            String below = path + ".additionalProperties";
            requireType(others, below, "must not be empty for specified object fields");
            visit(others, below);
        }
        JsonNode items = schema.path("items");
        if (items.isObject()) {
            requireType(items, path + ".items", "must not be empty for specified array items");
            visit(items, path + ".items");
        }
        boolean intOrString = schema.path("x-kubernetes-int-or-string").asBoolean();
        for (String word : List.of("allOf", "anyOf", "oneOf")) {
            int index = 0;
            for (JsonNode part : schema.path(word)) {
                visitNarrowing(part, path + "." + word + "[" + index++ + "]", intOrString);
            }
        }
        if (schema.has("not")) {
            visitNarrowing(schema.get("not"), path + ".not", false);
        }
    }

    private void visitNarrowing(JsonNode schema, String path, boolean typesAllowed) {
        for (String word : STRUCTURE_ONLY) {
            boolean allowed = typesAllowed && word.equals("type");
            if (schema.has(word) && !allowed) {
                forbidden(path + "." + word, "must be empty to be structural");
            }
        }
        checkPattern(schema, path);
        schema.path("properties")
                .properties()
                .forEach(
                        p ->
                                visitNarrowing(
                                        p.getValue(),
                                        path + ".properties[" + p.getKey() + "]",
                                        false));
        if (schema.path("items").isObject()) {
            visitNarrowing(schema.get("items"), path + ".items", false);
        }
        for (String word : List.of("allOf", "anyOf", "oneOf")) {
            int index = 0;
            for (JsonNode part : schema.path(word)) {
                String below = path + "." + word + "[" + index++ + "]";
                visitNarrowing(part, below, typesAllowed && word.equals("anyOf"));
            }
        }
    }

    private void checkWords(JsonNode schema, String path) {
        UNSUPPORTED.forEach(
                (word, why) -> {
                    if (schema.has(word)) {
                        forbidden(path + "." + word, why);
                    }
                });
        if (schema.path("uniqueItems").asBoolean()) {
            forbidden(
                    path + ".uniqueItems",
                    "uniqueItems cannot be set to true since the runtime complexity becomes quadratic");
        }
        if (schema.has("additionalProperties") && !schema.path("properties").isEmpty()) {
            forbidden(
                    path + ".additionalProperties",
                    "additionalProperties and properties are mutual exclusive");
        }
        JsonNode others = schema.path("additionalProperties");
        if (others.isBoolean() && !others.booleanValue()) {
            forbidden(
                    path + ".additionalProperties", "additionalProperties cannot be set to false");
        }
        checkPattern(schema, path);
    }

    private void checkPattern(JsonNode schema, String path) {
        if (!schema.has("pattern")) {
            return;
        }
        String pattern = schema.get("pattern").asText();
        try {
            Pattern.compile(pattern);
        } catch (PatternSyntaxException e) {
            invalid(
                    path + ".pattern",
                    schema.get("pattern").toString(),
                    "must be a valid regular expression, but isn't: " + e.getMessage());
        }
    }

    // --- types
    // -----------------------------------------------------------------------------------------------------

    private void requireType(JsonNode schema, String path, String why) {
        boolean excused =
                schema.path("x-kubernetes-preserve-unknown-fields").asBoolean()
                        || schema.path("x-kubernetes-int-or-string").asBoolean()
                        || schema.has("$ref");
        if (!schema.has("type") && !excused) {
            causes.add(new Cause("FieldValueRequired", path + ".type", "Required value: " + why));
        }
    }

    private void checkType(JsonNode schema, String path) {
        String type = schema.path("type").asText("");
        if (!type.isEmpty() && !TYPES.contains(type)) {
            notSupported(path + ".type", type, TYPES);
        }
        if (type.equals("array") && !schema.has("items")) {
            causes.add(
                    new Cause(
                            "FieldValueRequired",
                            path + ".items",
                            "Required value: must be specified"));
        }
        if (schema.path("x-kubernetes-int-or-string").asBoolean() && !type.isEmpty()) {
            forbidden(path + ".type", "must be empty if x-kubernetes-int-or-string is true");
        }
        if (schema.path("x-kubernetes-embedded-resource").asBoolean()) {
            if (!type.equals("object")) {
                invalid(
                        path + ".type",
                        "\"" + type + "\"",
                        "must be object if x-kubernetes-embedded-resource is true");
            }
            if (schema.path("properties").isEmpty()
                    && !schema.path("x-kubernetes-preserve-unknown-fields").asBoolean()) {
                causes.add(
                        new Cause(
                                "FieldValueRequired",
                                path + ".properties",
                                "Required value: must not be empty if x-kubernetes-embedded-resource is true"
                                        + " without x-kubernetes-preserve-unknown-fields"));
            }
        }
        JsonNode preserve = schema.path("x-kubernetes-preserve-unknown-fields");
        if (preserve.isBoolean() && !preserve.booleanValue()) {
            invalid(
                    path + ".x-kubernetes-preserve-unknown-fields",
                    "false",
                    "must be true or undefined");
        }
        String mapType = schema.path("x-kubernetes-map-type").asText("");
        if (!mapType.isEmpty() && !Set.of("atomic", "granular").contains(mapType)) {
            notSupported(path + ".x-kubernetes-map-type", mapType, List.of("atomic", "granular"));
        }
    }

    // --- lists
    // -----------------------------------------------------------------------------------------------------

    private void checkList(JsonNode schema, String path) {
        String kind = schema.path("x-kubernetes-list-type").asText("");
        String keysPath = path + ".x-kubernetes-list-map-keys";
        JsonNode keys = schema.path("x-kubernetes-list-map-keys");
        if (kind.isEmpty()) {
            if (!keys.isEmpty()) {
                invalid(
                        path + ".x-kubernetes-list-type",
                        "null",
                        "must be map if x-kubernetes-list-map-keys is non-empty");
            }
            return;
        }
        if (!Set.of("atomic", "set", "map").contains(kind)) {
            notSupported(path + ".x-kubernetes-list-type", kind, List.of("atomic", "map", "set"));
            return;
        }
        if (!schema.path("type").asText().equals("array")) {
            invalid(
                    path + ".type",
                    "\"" + schema.path("type").asText() + "\"",
                    "must be array if x-kubernetes-list-type is specified");
            return;
        }
        if (kind.equals("map")) {
            checkMapKeys(schema.path("items"), keys, path, keysPath);
        } else if (!keys.isEmpty()) {
            invalid(
                    path + ".x-kubernetes-list-type",
                    "\"" + kind + "\"",
                    "must be map if x-kubernetes-list-map-keys is non-empty");
        }
    }

    private void checkMapKeys(JsonNode items, JsonNode keys, String path, String keysPath) {
        if (keys.isEmpty()) {
            causes.add(
                    new Cause(
                            "FieldValueRequired",
                            keysPath,
                            "Required value: must not be empty if x-kubernetes-list-type is map"));
            return;
        }
        if (!items.path("type").asText().equals("object")) {
            invalid(
                    path + ".items.type",
                    "\"" + items.path("type").asText() + "\"",
                    "must be object if parent array's x-kubernetes-list-type is map");
            return;
        }
        for (JsonNode key : keys) {
            JsonNode property = items.path("properties").path(key.asText());
            if (property.isMissingNode()) {
                invalid(keysPath, keys.toString(), "entries must all be names of item properties");
                return;
            }
            if (!property.has("default") && !isRequired(items, key)) {
                causes.add(
                        new Cause(
                                "FieldValueRequired",
                                path + ".items.properties[" + key.asText() + "].default",
                                "Required value: this property is in x-kubernetes-list-map-keys,"
                                        + " so it must have a default or be a required property"));
            }
        }
    }

    private static boolean isRequired(JsonNode items, JsonNode key) {
        for (JsonNode name : items.path("required")) {
            if (name.equals(key)) {
                return true;
            }
        }
        return false;
    }

    // --- defaults
    // --------------------------------------------------------------------------------------------------

    private void checkDefault(JsonNode schema, String path) {
        JsonNode fallback = schema.get("default");
        if (fallback == null || !causes.isEmpty()) {
            return;
        }
        Schema read = SchemaReader.read(schema);
        for (Cause cause : ValueCheck.of(read).check(fallback, null, "")) {
            String field = cause.field().isEmpty() ? "" : "." + cause.field();
            causes.add(new Cause(cause.reason(), path + ".default" + field, cause.message()));
        }
    }

    // --- complaints
    // ------------------------------------------------------------------------------------------------

    private void forbidden(String path, String why) {
        causes.add(new Cause("FieldValueForbidden", path, "Forbidden: " + why));
    }

    private void invalid(String path, String value, String why) {
        causes.add(new Cause("FieldValueInvalid", path, "Invalid value: " + value + ": " + why));
    }

    private void notSupported(String path, String value, List<String> allowed) {
        causes.add(
                new Cause(
                        "FieldValueNotSupported",
                        path,
                        "Unsupported value: \""
                                + value
                                + "\": supported values: \""
                                + String.join("\", \"", allowed)
                                + "\""));
    }
}
