package dev.sluice.apiserver.rules;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Short ways through a JSON tree whose shape has been checked: absent parts read as empty ones.
final class Json {
    static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final ObjectNode EMPTY = NODES.objectNode();

    private Json() {}

    /// @return the part, or an empty object that must not be changed
    static ObjectNode object(JsonNode parent, String... names) {
        JsonNode node = parent;
        for (String name : names) {
            node = node.path(name);
        }
        return node instanceof ObjectNode object ? object : EMPTY;
    }

    static String text(JsonNode parent, String name) {
        return parent.path(name).asText("");
    }

    /// @return the number, or null when it is absent
    static @Nullable Long number(JsonNode parent, String name) {
        JsonNode node = parent.get(name);
        return node != null && node.isIntegralNumber() ? node.longValue() : null;
    }

    static long number(JsonNode parent, String name, long orElse) {
        Long number = number(parent, name);
        return number == null ? orElse : number;
    }

    static boolean flag(JsonNode parent, String name) {
        return parent.path(name).asBoolean(false);
    }

    static List<String> texts(JsonNode list) {
        List<String> texts = new ArrayList<>();
        list.forEach(item -> texts.add(item.asText()));
        return texts;
    }

    /// The object of that name, made when it is not there.
    static ObjectNode child(ObjectNode parent, String name) {
        return parent.get(name) instanceof ObjectNode object ? object : parent.putObject(name);
    }

    /// A map with its keys in order, as complaints show it.
    static ObjectNode sorted(JsonNode map) {
        ObjectNode sorted = NODES.objectNode();
        map.properties().stream()
                .sorted(Map.Entry.comparingByKey())
                .forEach(entry -> sorted.set(entry.getKey(), entry.getValue()));
        return sorted;
    }

    static void putIfAbsent(ObjectNode parent, String name, String value) {
        if (!parent.has(name)) {
            parent.put(name, value);
        }
    }

    static void putIfAbsent(ObjectNode parent, String name, long value) {
        if (!parent.has(name)) {
            parent.set(name, numberNode(value));
        }
    }

    /// As a parser makes it, so that trees from both sources are equal.
    static JsonNode numberNode(long value) {
        return value == (int) value ? NODES.numberNode((int) value) : NODES.numberNode(value);
    }

    /// Copies a field, or removes it where the source has none.
    static void copy(ObjectNode from, ObjectNode to, String name) {
        JsonNode value = from.get(name);
        if (value == null) {
            to.remove(name);
        } else {
            to.set(name, value.deepCopy());
        }
    }

    /// Whether a list of `{type, status}` has the type with that status.
    static boolean hasCondition(JsonNode conditions, String type, String status) {
        for (JsonNode condition : conditions) {
            if (text(condition, "type").equals(type)) {
                return text(condition, "status").equals(status);
            }
        }
        return false;
    }
}
