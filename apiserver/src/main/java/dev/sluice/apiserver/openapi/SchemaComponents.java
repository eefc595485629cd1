package dev.sluice.apiserver.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.apiserver.schema.CelRule;
import dev.sluice.apiserver.schema.Constraints;
import dev.sluice.apiserver.schema.Schema;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/// Writes the schema of a custom kind as OpenAPI (H1.34). Such a schema is a tree, so nothing is referred to.
final class SchemaComponents {
    private SchemaComponents() {}

    static ObjectNode write(Schema schema) {
        ObjectNode out = JsonNodeFactory.instance.objectNode();
        if (!schema.description().isEmpty()) {
            out.put("description", schema.description());
        }
        type(schema, out);
        if (!schema.properties().isEmpty()) {
            ObjectNode properties = out.putObject("properties");
            schema.properties().forEach((name, property) -> properties.set(name, write(property)));
        }
        if (!schema.required().isEmpty()) {
            ArrayNode required = out.putArray("required");
            schema.required().forEach(required::add);
        }
        Schema items = schema.items();
        if (items != null) {
            out.set("items", write(items));
        }
        Schema values = schema.additionalProperties();
        if (values != null) {
            out.set("additionalProperties", write(values));
        }
        JsonNode defaultValue = schema.defaultValue();
        if (defaultValue != null) {
            out.set("default", defaultValue);
        }
        constraints(schema.constraints(), out);
        extensions(schema, out);
        return out;
    }

    private static void type(Schema schema, ObjectNode out) {
        switch (schema.type()) {
            case OBJECT -> out.put("type", "object");
            case ARRAY -> out.put("type", "array");
            case STRING -> out.put("type", "string");
            case INTEGER -> out.put("type", "integer");
            case NUMBER -> out.put("type", "number");
            case BOOLEAN -> out.put("type", "boolean");
            case ANY -> {}
        }
        if (!schema.format().isEmpty()) {
            out.put("format", schema.format());
        }
        if (schema.nullable()) {
            out.put("nullable", true);
        }
    }

    private static void extensions(Schema schema, ObjectNode out) {
        if (schema.type() == Schema.Type.ARRAY) {
            switch (schema.list()) {
                case SET -> out.put("x-kubernetes-list-type", "set");
                case MAP -> out.put("x-kubernetes-list-type", "map");
                case ATOMIC -> out.put("x-kubernetes-list-type", "atomic");
            }
        }
        if (!schema.listMapKeys().isEmpty()) {
            ArrayNode keys = out.putArray("x-kubernetes-list-map-keys");
            schema.listMapKeys().forEach(keys::add);
        }
        if (schema.atomicMap()) {
            out.put("x-kubernetes-map-type", "atomic");
        }
        if (schema.preserveUnknownFields()) {
            out.put("x-kubernetes-preserve-unknown-fields", true);
        }
        if (schema.intOrString()) {
            out.put("x-kubernetes-int-or-string", true);
        }
        if (schema.embeddedResource()) {
            out.put("x-kubernetes-embedded-resource", true);
        }
        if (!schema.rules().isEmpty()) {
            ArrayNode rules = out.putArray("x-kubernetes-validations");
            for (CelRule rule : schema.rules()) {
                ObjectNode node = rules.addObject().put("rule", rule.rule());
                if (!rule.message().isEmpty()) {
                    node.put("message", rule.message());
                }
            }
        }
    }

    private static void constraints(Constraints limits, ObjectNode out) {
        number(out, "minimum", limits.minimum());
        number(out, "maximum", limits.maximum());
        number(out, "multipleOf", limits.multipleOf());
        count(out, "minLength", limits.minLength());
        count(out, "maxLength", limits.maxLength());
        count(out, "minItems", limits.minItems());
        count(out, "maxItems", limits.maxItems());
        count(out, "minProperties", limits.minProperties());
        count(out, "maxProperties", limits.maxProperties());
        if (limits.exclusiveMinimum()) {
            out.put("exclusiveMinimum", true);
        }
        if (limits.exclusiveMaximum()) {
            out.put("exclusiveMaximum", true);
        }
        if (limits.pattern() != null) {
            out.put("pattern", limits.pattern());
        }
        if (!limits.oneOfEnum().isEmpty()) {
            out.putArray("enum").addAll(limits.oneOfEnum());
        }
        if (!limits.allOf().isEmpty()) {
            out.putArray("allOf").addAll(limits.allOf());
        }
        if (!limits.anyOf().isEmpty()) {
            out.putArray("anyOf").addAll(limits.anyOf());
        }
        if (!limits.oneOf().isEmpty()) {
            out.putArray("oneOf").addAll(limits.oneOf());
        }
        JsonNode not = limits.not();
        if (not != null) {
            out.set("not", not);
        }
    }

    private static void number(ObjectNode out, String name, @Nullable BigDecimal value) {
        if (value != null) {
            out.put(name, value);
        }
    }

    private static void count(ObjectNode out, String name, @Nullable Long value) {
        if (value != null) {
            out.put(name, value);
        }
    }
}
