package dev.sluice.apiserver.openapi;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.apiserver.type.ApiType;
import dev.sluice.apiserver.type.Field;
import dev.sluice.apiserver.type.Shape;
import dev.sluice.apiserver.type.TypeTable;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;

/// Writes the types of the table into a document's components, each under its upstream name, together with all that it
/// refers to (H1.32).
final class TypeComponents {
    private static final String REF = "#/components/schemas/";
    private static final Map<String, String> PREFIXES =
            Map.of(
                    "meta", "io.k8s.apimachinery.pkg.apis.meta.v1.",
                    "apiextensions", "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.",
                    "apiregistration", "io.k8s.kube-aggregator.pkg.apis.apiregistration.v1.");

    private final TypeTable table;
    private final Descriptions descriptions;
    private final ObjectNode schemas;
    private final Deque<String> waiting = new ArrayDeque<>();

    /// @param schemas the document's `components.schemas`, to be filled
    TypeComponents(TypeTable table, Descriptions descriptions, ObjectNode schemas) {
        this.table = table;
        this.descriptions = descriptions;
        this.schemas = schemas;
    }

    /// `io.k8s.api.core.v1.PodSpec` for `core.PodSpec`.
    static String componentName(String typeName) {
        int dot = typeName.indexOf('.');
        String group = typeName.substring(0, dot);
        return PREFIXES.getOrDefault(group, "io.k8s.api." + group + ".v1.")
                + typeName.substring(dot + 1);
    }

    static ObjectNode reference(String component) {
        return JsonNodeFactory.instance.objectNode().put("$ref", REF + component);
    }

    /// Adds a kind's type, with apiVersion and kind, and marks it as the schema of that kind.
    void kind(String typeName, String group, String version, String kind) {
        type(typeName);
        ObjectNode schema = (ObjectNode) schemas.get(componentName(typeName));
        ObjectNode old = (ObjectNode) schema.get("properties");
        ObjectNode properties = schema.putObject("properties");
        properties
                .putObject("apiVersion")
                .put("type", "string")
                .put("description", "Group and version in which the object is written.");
        properties
                .putObject("kind")
                .put("type", "string")
                .put("description", "What the object is.");
        properties.setAll(old);
        groupVersionKind(schema.putArray("x-kubernetes-group-version-kind"), group, version, kind);
    }

    static void groupVersionKind(ArrayNode into, String group, String version, String kind) {
        into.addObject().put("group", group).put("kind", kind).put("version", version);
    }

    /// Adds a type and all that it refers to, each once.
    void type(String typeName) {
        waiting.add(typeName);
        while (!waiting.isEmpty()) {
            String next = waiting.remove();
            if (!schemas.has(componentName(next))) {
                write(table.type(next));
            }
        }
    }

    private void write(ApiType type) {
        ObjectNode schema = schemas.putObject(componentName(type.qualifiedName()));
        describe(schema, type.qualifiedName());
        schema.put("type", "object");
        ObjectNode properties = schema.putObject("properties");
        ArrayNode required = JsonNodeFactory.instance.arrayNode();
        for (Field field : table.fields(type.qualifiedName()).values()) {
            properties.set(field.name(), property(type, field));
            if (field.required()) {
                required.add(field.name());
            }
        }
        if (!required.isEmpty()) {
            schema.set("required", required);
        }
        if (type.atomic()) {
            schema.put("x-kubernetes-map-type", "atomic");
        }
    }

    private ObjectNode property(ApiType owner, Field field) {
        ObjectNode property = shape(field.shape());
        if (property.has("$ref")) {
            // siblings of $ref are not read: wrap it
            ObjectNode reference = property;
            property = JsonNodeFactory.instance.objectNode();
            property.putArray("allOf").add(reference);
        }
        describe(property, owner.qualifiedName() + "." + field.name());
        if (field.defaultValue() != null) {
            property.set("default", field.defaultValue());
        }
        if (field.shape() instanceof Shape.ListOf) {
            property.put("x-kubernetes-list-type", listType(field));
        }
        if (!field.mapKeys().isEmpty()) {
            ArrayNode keys = property.putArray("x-kubernetes-list-map-keys");
            field.mapKeys().forEach(keys::add);
        }
        if (field.atomic()) {
            property.put("x-kubernetes-map-type", "atomic");
        }
        if (!field.patchStrategies().isEmpty()) {
            property.put("x-kubernetes-patch-strategy", String.join(",", field.patchStrategies()));
        }
        if (field.patchMergeKey() != null) {
            property.put("x-kubernetes-patch-merge-key", field.patchMergeKey());
        }
        return property;
    }

    private static String listType(Field field) {
        return field.set() ? "set" : field.mapKeys().isEmpty() ? "atomic" : "map";
    }

    private void describe(ObjectNode schema, String name) {
        String text = descriptions.of(name);
        if (!text.isEmpty()) {
            schema.put("description", text);
        }
    }

    private ObjectNode shape(Shape shape) {
        ObjectNode schema = JsonNodeFactory.instance.objectNode();
        switch (shape) {
            case Shape.Ref ref -> {
                waiting.add(ref.typeName());
                return reference(componentName(ref.typeName()));
            }
            case Shape.ListOf list -> {
                schema.put("type", "array");
                schema.set("items", shape(list.item()));
            }
            case Shape.MapOf map -> {
                schema.put("type", "object");
                schema.set("additionalProperties", shape(map.value()));
            }
            case Shape.Scalar scalar -> scalar(scalar, schema);
        }
        return schema;
    }

    private static void scalar(Shape.Scalar scalar, ObjectNode schema) {
        switch (scalar) {
            case STRING -> schema.put("type", "string");
            case INT32 -> schema.put("type", "integer").put("format", "int32");
            case INT64 -> schema.put("type", "integer").put("format", "int64");
            case BOOL -> schema.put("type", "boolean");
            case DOUBLE -> schema.put("type", "number").put("format", "double");
            case BYTES -> schema.put("type", "string").put("format", "byte");
            case TIME, MICRO_TIME -> schema.put("type", "string").put("format", "date-time");
            case QUANTITY -> alternatives(schema, "string", "number");
            case INT_OR_STRING -> {
                schema.put("format", "int-or-string");
                alternatives(schema, "integer", "string");
            }
            case RAW, FIELDS_V1 -> schema.put("type", "object");
            case JSON, SCHEMA_OR_ARRAY, SCHEMA_OR_BOOL, SCHEMA_OR_STRING_ARRAY ->
                    schema.put("x-kubernetes-preserve-unknown-fields", true);
        }
    }

    private static void alternatives(ObjectNode schema, String one, String other) {
        ArrayNode list = schema.putArray("oneOf");
        for (String type : List.of(one, other)) {
            list.addObject().put("type", type);
        }
    }
}
