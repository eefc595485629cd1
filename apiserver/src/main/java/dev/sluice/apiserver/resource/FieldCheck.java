package dev.sluice.apiserver.resource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.apiserver.schema.Schema;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/// Takes fields that a custom kind's schema does not know out of an object (H4.13), and says which (H1.24). Built-in kinds
/// have their own way of doing so, [dev.sluice.apiserver.kind.KindRules#conform].
final class FieldCheck {
    private final List<String> unknown = new ArrayList<>();

    private FieldCheck() {}

    /// @return paths of the dropped fields, in the order of the object
    static List<String> prune(ObjectNode object, Schema schema) {
        FieldCheck check = new FieldCheck();
        check.object(object, schema, "");
        return check.unknown;
    }

    private void value(JsonNode value, Schema schema, String path) {
        if (value instanceof ObjectNode object) {
            object(object, schema, path);
        } else if (value instanceof ArrayNode array && schema.items() != null) {
            for (int i = 0; i < array.size(); i++) {
                value(array.get(i), schema.items(), path + "[" + i + "]");
            }
        }
    }

    private void object(ObjectNode object, Schema schema, String path) {
        Iterator<Map.Entry<String, JsonNode>> fields = object.properties().iterator();
        while (fields.hasNext()) {
            Map.Entry<String, JsonNode> field = fields.next();
            String below = path.isEmpty() ? field.getKey() : path + "." + field.getKey();
            Schema known = schema.properties().get(field.getKey());
            if (known == null) {
                known = schema.additionalProperties();
            }
            if (known != null) {
                value(field.getValue(), known, below);
            } else if (!keeps(schema, field.getKey())) {
                unknown.add(below);
                fields.remove();
            }
        }
    }

    private static boolean keeps(Schema schema, String name) {
        boolean identity =
                name.equals("apiVersion") || name.equals("kind") || name.equals("metadata");
        return schema.preserveUnknownFields() || (schema.embeddedResource() && identity);
    }
}
