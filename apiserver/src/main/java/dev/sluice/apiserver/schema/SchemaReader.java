package dev.sluice.apiserver.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Reads a [Schema] from its JSON form, `openAPIV3Schema` of a CustomResourceDefinition. What [StructuralSchema] would
/// refuse is read as well as can be.
public final class SchemaReader {
    private SchemaReader() {}

    /// @param json a schema, or a part of one; anything but an object allows everything
    public static Schema read(JsonNode json) {
        JsonNode additional = json.path("additionalProperties");
        boolean anyFields = additional.isBoolean() && additional.booleanValue();
        return new Schema(
                type(json),
                json.path("format").asText(""),
                properties(json.path("properties")),
                words(json.path("required")),
                json.path("items").isObject() ? read(json.path("items")) : null,
                additional.isObject() ? read(additional) : null,
                listType(json),
                List.copyOf(words(json.path("x-kubernetes-list-map-keys"))),
                json.path("x-kubernetes-map-type").asText().equals("atomic"),
                Set.of(),
                null,
                json.path("x-kubernetes-preserve-unknown-fields").asBoolean() || anyFields,
                json.path("x-kubernetes-int-or-string").asBoolean(),
                json.path("x-kubernetes-embedded-resource").asBoolean(),
                json.path("nullable").asBoolean(),
                json.get("default"),
                constraints(json),
                rules(json.path("x-kubernetes-validations")),
                json.path("description").asText(""));
    }

    private static Schema.Type type(JsonNode json) {
        String type = json.path("type").asText("");
        return switch (type) {
            case "object", "array", "string", "integer", "number", "boolean" ->
                    Schema.Type.valueOf(type.toUpperCase(Locale.ROOT));
            default -> Schema.Type.ANY;
        };
    }

    private static Map<String, Schema> properties(JsonNode json) {
        Map<String, Schema> properties = new LinkedHashMap<>();
        json.properties().forEach(e -> properties.put(e.getKey(), read(e.getValue())));
        return properties;
    }

    private static Set<String> words(JsonNode list) {
        Set<String> words = new LinkedHashSet<>();
        list.forEach(word -> words.add(word.asText()));
        return words;
    }

    private static Schema.ListType listType(JsonNode json) {
        return switch (json.path("x-kubernetes-list-type").asText()) {
            case "map" -> Schema.ListType.MAP;
            case "set" -> Schema.ListType.SET;
            default -> Schema.ListType.ATOMIC;
        };
    }

    private static Constraints constraints(JsonNode json) {
        Constraints read =
                new Constraints(
                        decimal(json, "minimum"),
                        decimal(json, "maximum"),
                        json.path("exclusiveMinimum").asBoolean(),
                        json.path("exclusiveMaximum").asBoolean(),
                        decimal(json, "multipleOf"),
                        count(json, "minLength"),
                        count(json, "maxLength"),
                        count(json, "minItems"),
                        count(json, "maxItems"),
                        json.path("uniqueItems").asBoolean(),
                        count(json, "minProperties"),
                        count(json, "maxProperties"),
                        json.has("pattern") ? json.get("pattern").asText() : null,
                        list(json.path("enum")),
                        list(json.path("allOf")),
                        list(json.path("anyOf")),
                        list(json.path("oneOf")),
                        json.get("not"));
        return read.equals(Constraints.NONE) ? Constraints.NONE : read;
    }

    private static @Nullable BigDecimal decimal(JsonNode json, String field) {
        JsonNode value = json.path(field);
        return value.isNumber() ? value.decimalValue() : null;
    }

    private static @Nullable Long count(JsonNode json, String field) {
        JsonNode value = json.path(field);
        return value.isNumber() ? value.longValue() : null;
    }

    private static List<JsonNode> list(JsonNode json) {
        List<JsonNode> all = new ArrayList<>();
        json.forEach(all::add);
        return List.copyOf(all);
    }

    private static List<CelRule> rules(JsonNode json) {
        List<CelRule> rules = new ArrayList<>();
        for (JsonNode rule : json) {
            if (rule instanceof ObjectNode) {
                rules.add(
                        new CelRule(
                                rule.path("rule").asText(""),
                                rule.path("message").asText(""),
                                rule.path("messageExpression").asText(""),
                                rule.path("reason").asText("FieldValueInvalid"),
                                rule.path("fieldPath").asText(""),
                                rule.path("optionalOldSelf").asBoolean()));
            }
        }
        return List.copyOf(rules);
    }
}
