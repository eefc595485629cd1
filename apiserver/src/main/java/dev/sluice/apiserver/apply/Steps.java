package dev.sluice.apiserver.apply;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.apiserver.schema.Schema;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The steps of paths in a [FieldSet]: how they are made from values, and how messages print them.
final class Steps {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final int NAME_LENGTH_KEPT = 64;

    /// Steps to fields that were made before, each in the place that its name's hash gives.
    private static final Field[] FIELDS = new Field[1_024];

    private record Field(String name, String step) {}

    private Steps() {}

    static String field(String name) {
        int hash = name.hashCode();
        int place = (hash ^ (hash >>> 10)) & (FIELDS.length - 1);
        Field known = FIELDS[place];
        if (known == null || !known.name.equals(name)) {
            known = new Field(name, "f:" + name);
            if (name.length() <= NAME_LENGTH_KEPT) {
                FIELDS[place] = known;
            }
        }
        return known.step;
    }

    /// An element of a set.
    static String value(JsonNode element) {
        return "v:" + element;
    }

    /// An element of a list by its keys, absent ones from their defaults (H3.23).
    ///
    /// @return null when the element is no object
    static @Nullable String key(JsonNode element, Schema list) {
        if (!element.isObject()) {
            return null;
        }
        TreeMap<String, JsonNode> keys = new TreeMap<>();
        for (String name : list.listMapKeys()) {
            JsonNode value = element.get(name);
            if (value == null) {
                value = defaultOf(list, name);
            }
            if (value != null) {
                keys.put(name, value);
            }
        }
        StringBuilder out = new StringBuilder("k:{");
        String separator = "";
        for (var key : keys.entrySet()) {
            out.append(separator)
                    .append('"')
                    .append(key.getKey())
                    .append("\":")
                    .append(key.getValue());
            separator = ",";
        }
        return out.append('}').toString();
    }

    /// The default of a key of a list's elements, or null.
    static @Nullable JsonNode defaultOf(Schema list, String key) {
        Schema items = list.items();
        Schema property = items == null ? null : items.properties().get(key);
        return property == null ? null : property.defaultValue();
    }

    /// A step as messages print it: `.name`, `[name="x"]`, `[="x"]`, `[0]`.
    static String text(String step) {
        String rest = step.substring(Math.min(2, step.length()));
        return switch (step.charAt(0)) {
            case 'k' -> keysText(rest);
            case 'v' -> "[=" + rest + "]";
            case 'i' -> "[" + rest + "]";
            default -> "." + rest;
        };
    }

    private static String keysText(String json) {
        JsonNode keys;
        try {
            keys = MAPPER.readTree(json);
        } catch (JsonProcessingException e) {
            return "[" + json + "]";
        }
        StringBuilder out = new StringBuilder("[");
        String separator = "";
        for (var key : keys.properties()) {
            out.append(separator).append(key.getKey()).append('=').append(key.getValue());
            separator = ",";
        }
        return out.append(']').toString();
    }
}
