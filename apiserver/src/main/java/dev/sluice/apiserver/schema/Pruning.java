package dev.sluice.apiserver.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Drops what a schema does not know (H4.13), and nulls where null is no value (H4.14). Fields under a schema that
/// preserves unknown ones stay; those that it names are still looked into.
public final class Pruning {
    private final List<String> unknown = new ArrayList<>();
    private final Metadata metadata;

    /// Brings the `metadata` of an object, or of an embedded one, into shape.
    @FunctionalInterface
    public interface Metadata {
        /// Changes metadata in place.
        ///
        /// @return the paths of dropped fields, relative to the metadata
        List<String> conform(ObjectNode metadata);
    }

    private Pruning(Metadata metadata) {
        this.metadata = metadata;
    }

    /// Prunes a whole object in place.
    ///
    /// @param metadata called for the object's metadata and for that of every embedded resource
    /// @return the paths of what was dropped because it is unknown, sorted: `spec.nest.y`
    public static List<String> prune(ObjectNode object, Schema schema, Metadata metadata) {
        Pruning pruning = new Pruning(metadata);
        pruning.resource(object, schema, "");
        pruning.unknown.sort(null);
        return pruning.unknown;
    }

    private void resource(ObjectNode object, Schema schema, String path) {
        if (object.get("metadata") instanceof ObjectNode inner) {
            for (String dropped : metadata.conform(inner)) {
                unknown.add(join(join(path, "metadata"), dropped));
            }
        }
        fields(object, schema, path, true);
    }

    private void fields(ObjectNode object, Schema schema, String path, boolean isResource) {
        Iterator<Map.Entry<String, JsonNode>> fields = object.properties().iterator();
        while (fields.hasNext()) {
            var field = fields.next();
            String name = field.getKey();
            if (isResource && isIdentity(name)) {
                continue;
            }
            Schema property = schema.properties().get(name);
            if (property == null) {
                property = schema.additionalProperties();
            }
            if (property == null) {
                if (!schema.preserveUnknownFields()) {
                    unknown.add(join(path, name));
                    fields.remove();
                }
            } else if (isMeaninglessNull(field.getValue(), property)) {
                fields.remove();
            } else {
                value(field.getValue(), property, path, name);
            }
        }
    }

    private static boolean isIdentity(String name) {
        return name.equals("apiVersion") || name.equals("kind") || name.equals("metadata");
    }

    /// A null with a default stays here: the default takes its place.
    private static boolean isMeaninglessNull(JsonNode value, Schema schema) {
        return value.isNull()
                && !schema.nullable()
                && schema.defaultValue() == null
                && !(schema.type() == Schema.Type.ANY && schema.preserveUnknownFields());
    }

    /// The path is put together only where something may be dropped: it is most of the cost otherwise.
    private void value(JsonNode value, Schema schema, String path, String name) {
        if (value instanceof ObjectNode object && canHoldFields(schema)) {
            String here = join(path, name);
            if (schema.embeddedResource()) {
                resource(object, schema, here);
            } else {
                fields(object, schema, here, false);
            }
        } else if (value instanceof ArrayNode array) {
            elements(array, schema.items(), join(path, name));
        }
    }

    private static boolean canHoldFields(Schema schema) {
        return schema.type() == Schema.Type.OBJECT || schema.type() == Schema.Type.ANY;
    }

    private void elements(ArrayNode array, @Nullable Schema schema, String path) {
        if (schema == null) {
            return;
        }
        for (int i = 0; i < array.size(); i++) {
            JsonNode element = array.get(i);
            if (element.isContainerNode()) {
                value(element, schema, "", path + "[" + i + "]");
            }
        }
    }

    private static String join(String path, String name) {
        return path.isEmpty() ? name : path + "." + name;
    }
}
