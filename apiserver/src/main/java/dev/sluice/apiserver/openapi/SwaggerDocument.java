package dev.sluice.apiserver.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The documents of all group versions as the one of OpenAPI 2 (H1.33), for clients that look a kind up among all of them.
/// What version 2 cannot say (alternatives, null as a value) is left out, so that it never says more than is true.
final class SwaggerDocument {
    private static final String SCHEMAS = "#/components/schemas/";
    private static final Pattern IN_BRACES = Pattern.compile("\\{(\\w+)}");
    private static final Set<String> UNSAYABLE =
            Set.of("oneOf", "anyOf", "allOf", "not", "nullable");

    private final TreeMap<String, JsonNode> definitions = new TreeMap<>();
    private final TreeMap<String, JsonNode> paths = new TreeMap<>();

    /// Adds a document of version 3 to it.
    void add(JsonNode document) {
        for (var schema : document.path("components").path("schemas").properties()) {
            // a type stands in many documents, but is marked as the schema of a kind in that of its
            // group only
            if (!definitions.containsKey(schema.getKey())
                    || schema.getValue().has("x-kubernetes-group-version-kind")) {
                definitions.put(schema.getKey(), schema((ObjectNode) schema.getValue()));
            }
        }
        for (var path : document.path("paths").properties()) {
            paths.put(path.getKey(), path(path.getKey(), path.getValue()));
        }
    }

    ObjectNode json() {
        ObjectNode document = JsonNodeFactory.instance.objectNode().put("swagger", "2.0");
        document.putObject("info").put("title", "Kubernetes").put("version", "v1.36.0");
        document.putObject("paths").setAll(paths);
        document.putObject("definitions").setAll(definitions);
        return document;
    }

    private static ObjectNode schema(ObjectNode from) {
        ObjectNode to = JsonNodeFactory.instance.objectNode();
        boolean open =
                from.path("nullable").asBoolean()
                        || from.path("x-kubernetes-preserve-unknown-fields").asBoolean();
        for (var entry : from.properties()) {
            JsonNode value = entry.getValue();
            switch (entry.getKey()) {
                case "$ref" -> to.set("$ref", reference(value));
                case "properties" -> {
                    if (!open) {
                        ObjectNode properties = to.putObject("properties");
                        for (var property : value.properties()) {
                            properties.set(
                                    property.getKey(), schema((ObjectNode) property.getValue()));
                        }
                    }
                }
                case "items", "additionalProperties" -> {
                    if (!open) {
                        to.set(
                                entry.getKey(),
                                value instanceof ObjectNode node ? schema(node) : value);
                    }
                }
                case "type", "required" -> {
                    if (!open || value.asText().equals("object")) {
                        to.set(entry.getKey(), value);
                    }
                }
                default -> {
                    if (!UNSAYABLE.contains(entry.getKey())) {
                        to.set(entry.getKey(), value);
                    }
                }
            }
        }
        wrapped(from, to);
        return to;
    }

    /// A reference that version 3 wraps for the sake of its siblings, and the two scalars that are written in two ways.
    private static void wrapped(ObjectNode from, ObjectNode to) {
        JsonNode only = from.path("allOf");
        if (only.size() == 1 && only.get(0).has("$ref")) {
            to.remove("type");
            to.set("$ref", reference(only.get(0).get("$ref")));
        }
        boolean custom = from.path("x-kubernetes-int-or-string").asBoolean();
        if (!custom
                && !to.has("type")
                && from.path("oneOf").findValuesAsText("type").contains("string")) {
            to.put("type", "string");
        }
    }

    private static JsonNode reference(JsonNode value) {
        return JsonNodeFactory.instance.textNode(value.asText().replace(SCHEMAS, "#/definitions/"));
    }

    private static ObjectNode path(String path, JsonNode from) {
        ObjectNode item = JsonNodeFactory.instance.objectNode();
        for (var operation : from.properties()) {
            item.set(operation.getKey(), operation(operation.getValue()));
        }
        Matcher named = IN_BRACES.matcher(path);
        ArrayNode parameters = JsonNodeFactory.instance.arrayNode();
        while (named.find()) {
            parameters
                    .addObject()
                    .put("in", "path")
                    .put("name", named.group(1))
                    .put("type", "string")
                    .put("required", true)
                    .put("uniqueItems", true);
        }
        if (!parameters.isEmpty()) {
            item.set("parameters", parameters);
        }
        return item;
    }

    private static ObjectNode operation(JsonNode from) {
        ObjectNode to = JsonNodeFactory.instance.objectNode();
        for (String extension : List.of("x-kubernetes-action", "x-kubernetes-group-version-kind")) {
            to.set(extension, from.path(extension));
        }
        ArrayNode consumes = to.putArray("consumes");
        ArrayNode parameters = to.putArray("parameters");
        JsonNode content = from.path("requestBody").path("content");
        content.fieldNames().forEachRemaining(consumes::add);
        if (!content.isEmpty()) {
            ObjectNode body = parameters.addObject().put("in", "body").put("name", "body");
            body.put("required", true);
            body.set("schema", schema((ObjectNode) content.iterator().next().path("schema")));
        }
        for (JsonNode parameter : from.path("parameters")) {
            ObjectNode node = parameters.addObject();
            node.setAll((ObjectNode) parameter.path("schema"));
            node.set("name", parameter.path("name"));
            node.set("in", parameter.path("in"));
        }
        to.putArray("produces").add("application/json");
        ObjectNode responses = to.putObject("responses");
        for (var response : from.path("responses").properties()) {
            ObjectNode node = responses.putObject(response.getKey());
            node.set("description", response.getValue().path("description"));
            JsonNode answer =
                    response.getValue().path("content").path("application/json").path("schema");
            node.set("schema", schema((ObjectNode) answer));
        }
        return to;
    }
}
