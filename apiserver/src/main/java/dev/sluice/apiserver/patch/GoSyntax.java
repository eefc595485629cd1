package dev.sluice.apiserver.patch;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.TreeMap;

/// Prints JSON values the way messages of the API show them, `map[name:z replicas:3]`: keys sorted, nothing quoted.
public final class GoSyntax {
    private GoSyntax() {}

    /// The value as the API's messages print it.
    public static String print(JsonNode value) {
        StringBuilder out = new StringBuilder();
        print(value, out);
        return out.toString();
    }

    private static void print(JsonNode value, StringBuilder out) {
        if (value.isObject()) {
            out.append("map[");
            TreeMap<String, JsonNode> sorted = new TreeMap<>();
            value.properties().forEach(e -> sorted.put(e.getKey(), e.getValue()));
            String separator = "";
            for (var field : sorted.entrySet()) {
                out.append(separator).append(field.getKey()).append(':');
                print(field.getValue(), out);
                separator = " ";
            }
            out.append(']');
        } else if (value.isArray()) {
            out.append('[');
            String separator = "";
            for (JsonNode element : value) {
                out.append(separator);
                print(element, out);
                separator = " ";
            }
            out.append(']');
        } else if (value.isNull()) {
            out.append("<nil>");
        } else {
            out.append(value.asText());
        }
    }
}
