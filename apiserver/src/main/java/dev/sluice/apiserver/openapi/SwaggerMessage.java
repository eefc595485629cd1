package dev.sluice.apiserver.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.apiserver.protobuf.WireWriter;
import java.util.function.BiConsumer;

/// Writes a document of OpenAPI 2 as the protobuf message `openapi.v2.Document`, the only form in which kubectl reads it
/// (H1.33). Values of any kind stand in it as YAML, which JSON is a part of.
final class SwaggerMessage {
    private SwaggerMessage() {}

    static byte[] write(JsonNode document) {
        JsonNode info = document.path("info");
        WireWriter paths = new WireWriter();
        named(paths, 2, document.path("paths"), SwaggerMessage::path);
        WireWriter definitions = new WireWriter();
        named(definitions, 1, document.path("definitions"), SwaggerMessage::schema);
        return new WireWriter()
                .text(1, document.path("swagger").asText())
                .message(
                        2,
                        new WireWriter()
                                .text(1, info.path("title").asText())
                                .text(2, info.path("version").asText()))
                .message(8, paths)
                .message(9, definitions)
                .toByteArray();
    }

    private static void named(
            WireWriter out, int field, JsonNode values, BiConsumer<JsonNode, WireWriter> form) {
        for (var entry : values.properties()) {
            WireWriter value = new WireWriter();
            form.accept(entry.getValue(), value);
            out.message(field, new WireWriter().text(1, entry.getKey()).message(2, value));
        }
    }

    private static void schema(JsonNode schema, WireWriter out) {
        for (var entry : schema.properties()) {
            JsonNode value = entry.getValue();
            switch (entry.getKey()) {
                case "$ref" -> out.text(1, value.asText());
                case "format" -> out.text(2, value.asText());
                case "description" -> out.text(4, value.asText());
                case "default" -> out.message(5, any(value));
                case "multipleOf" -> out.real(6, value.asDouble());
                case "maximum" -> out.real(7, value.asDouble());
                case "exclusiveMaximum" -> out.flag(8, value.asBoolean());
                case "minimum" -> out.real(9, value.asDouble());
                case "exclusiveMinimum" -> out.flag(10, value.asBoolean());
                case "maxLength" -> out.number(11, value.asLong());
                case "minLength" -> out.number(12, value.asLong());
                case "pattern" -> out.text(13, value.asText());
                case "maxItems" -> out.number(14, value.asLong());
                case "minItems" -> out.number(15, value.asLong());
                case "maxProperties" -> out.number(17, value.asLong());
                case "minProperties" -> out.number(18, value.asLong());
                case "required" -> value.forEach(name -> out.text(19, name.asText()));
                case "enum" -> value.forEach(one -> out.message(20, any(one)));
                case "additionalProperties" -> out.message(21, additional(value));
                case "type" -> out.message(22, new WireWriter().text(1, value.asText()));
                case "items" -> out.message(23, new WireWriter().message(1, schema(value)));
                case "properties" -> {
                    WireWriter properties = new WireWriter();
                    named(properties, 1, value, SwaggerMessage::schema);
                    out.message(25, properties);
                }
                default -> extension(out, 31, entry.getKey(), value);
            }
        }
    }

    private static WireWriter schema(JsonNode schema) {
        WireWriter out = new WireWriter();
        schema(schema, out);
        return out;
    }

    private static WireWriter additional(JsonNode value) {
        return value.isBoolean()
                ? new WireWriter().flag(2, value.asBoolean())
                : new WireWriter().message(1, schema(value));
    }

    private static void path(JsonNode item, WireWriter out) {
        for (var entry : item.properties()) {
            switch (entry.getKey()) {
                case "get" -> out.message(2, operation(entry.getValue()));
                case "put" -> out.message(3, operation(entry.getValue()));
                case "post" -> out.message(4, operation(entry.getValue()));
                case "delete" -> out.message(5, operation(entry.getValue()));
                case "patch" -> out.message(8, operation(entry.getValue()));
                case "parameters" -> entry.getValue().forEach(p -> out.message(9, parameter(p)));
                default -> throw new IllegalStateException("not of a path: " + entry.getKey());
            }
        }
    }

    private static WireWriter operation(JsonNode operation) {
        WireWriter out = new WireWriter();
        operation.path("produces").forEach(type -> out.text(6, type.asText()));
        operation.path("consumes").forEach(type -> out.text(7, type.asText()));
        operation.path("parameters").forEach(parameter -> out.message(8, parameter(parameter)));
        WireWriter responses = new WireWriter();
        named(responses, 1, operation.path("responses"), SwaggerMessage::response);
        out.message(9, responses);
        for (var entry : operation.properties()) {
            if (entry.getKey().startsWith("x-")) {
                extension(out, 13, entry.getKey(), entry.getValue());
            }
        }
        return out;
    }

    private static void response(JsonNode response, WireWriter out) {
        WireWriter body = new WireWriter().message(1, schema(response.path("schema")));
        out.message(
                1,
                new WireWriter().text(1, response.path("description").asText()).message(2, body));
    }

    /// A parameter of the body, the path or the query; each is a message of its own kind.
    private static WireWriter parameter(JsonNode parameter) {
        String name = parameter.path("name").asText();
        String in = parameter.path("in").asText();
        String type = parameter.path("type").asText();
        boolean required = parameter.path("required").asBoolean();
        boolean unique = parameter.path("uniqueItems").asBoolean();
        WireWriter one = new WireWriter();
        switch (in) {
            case "body" ->
                    one.message(
                            1,
                            new WireWriter()
                                    .text(2, name)
                                    .text(3, in)
                                    .flag(4, required)
                                    .message(5, schema(parameter.path("schema"))));
            case "path" -> {
                WireWriter path = new WireWriter().flag(1, required).text(2, in).text(4, name);
                path.text(5, type).flag(19, unique);
                one.message(2, new WireWriter().message(4, path));
            }
            default -> {
                WireWriter query = new WireWriter().flag(1, required).text(2, in).text(4, name);
                query.text(6, type).flag(20, unique);
                one.message(2, new WireWriter().message(3, query));
            }
        }
        return new WireWriter().message(1, one);
    }

    private static void extension(WireWriter out, int field, String name, JsonNode value) {
        out.message(field, new WireWriter().text(1, name).message(2, any(value)));
    }

    private static WireWriter any(JsonNode value) {
        return new WireWriter().text(2, value.toString());
    }
}
