package dev.sluice.apiserver.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.apiserver.error.Cause;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Elements of lists that are sets or maps: which ones are the same, and that none is there twice (H4.15).
public final class ListElements {
    private ListElements() {}

    /// The element of an old list that has the same keys. Only lists of type `map` have such elements.
    ///
    /// @param old the old list, or null
    /// @return null when there is none
    public static @Nullable JsonNode counterpart(
            Schema list, JsonNode element, @Nullable JsonNode old) {
        if (old == null || !old.isArray() || list.list() != Schema.ListType.MAP) {
            return null;
        }
        for (JsonNode candidate : old) {
            if (sameKeys(list, element, candidate)) {
                return candidate;
            }
        }
        return null;
    }

    private static boolean sameKeys(Schema list, JsonNode a, JsonNode b) {
        for (String key : list.listMapKeys()) {
            if (!JsonEquality.same(a.path(key), b.path(key))) {
                return false;
            }
        }
        return true;
    }

    /// Finds elements that are there twice.
    ///
    /// @param old what stood here before, or null: duplicates in an unchanged list are not complained about
    public static List<Cause> duplicates(JsonNode value, @Nullable JsonNode old, Schema schema) {
        List<Cause> causes = new ArrayList<>();
        search(value, old, schema, "", causes);
        return causes;
    }

    private static void search(
            JsonNode value,
            @Nullable JsonNode old,
            Schema schema,
            String path,
            List<Cause> causes) {
        if (value instanceof ObjectNode object) {
            for (var field : object.properties()) {
                if (!field.getValue().isContainerNode()) {
                    continue;
                }
                Schema property = schema.properties().get(field.getKey());
                JsonNode before = old == null ? null : old.get(field.getKey());
                if (property != null) {
                    String below = path.isEmpty() ? field.getKey() : path + "." + field.getKey();
                    search(field.getValue(), before, property, below, causes);
                } else if (schema.additionalProperties() != null) {
                    String below = path + "[" + field.getKey() + "]";
                    search(field.getValue(), before, schema.additionalProperties(), below, causes);
                }
            }
        } else if (value instanceof ArrayNode array) {
            searchList(array, old, schema, path, causes);
        }
    }

    private static void searchList(
            ArrayNode array,
            @Nullable JsonNode old,
            Schema schema,
            String path,
            List<Cause> causes) {
        if (schema.list() != Schema.ListType.ATOMIC
                && !(old != null && JsonEquality.same(array, old))) {
            Set<JsonNode> seen = new HashSet<>();
            for (int i = 0; i < array.size(); i++) {
                JsonNode id = id(schema, array.get(i));
                if (!seen.add(id)) {
                    causes.add(
                            new Cause(
                                    "FieldValueDuplicate",
                                    path + "[" + i + "]",
                                    "Duplicate value: " + id));
                }
            }
        }
        Schema items = schema.items();
        if (items != null) {
            for (int i = 0; i < array.size(); i++) {
                JsonNode before = counterpart(schema, array.get(i), old);
                search(array.get(i), before, items, path + "[" + i + "]", causes);
            }
        }
    }

    /// What must not be there twice.
    private static JsonNode id(Schema list, JsonNode element) {
        if (list.list() != Schema.ListType.MAP || !element.isObject()) {
            return element;
        }
        ObjectNode keys = JsonNodeFactory.instance.objectNode();
        for (String key : list.listMapKeys()) {
            JsonNode value = element.get(key);
            if (value != null) {
                keys.set(key, value);
            }
        }
        return keys;
    }
}
