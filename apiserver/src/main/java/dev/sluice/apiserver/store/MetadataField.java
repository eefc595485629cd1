package dev.sluice.apiserver.store;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Where a field of an object's metadata stands in its JSON, found without parsing: JSON of our own, without blanks.
///
/// @param from the comma before it, or the field itself when it is the first one
/// @param to behind its value, and behind the comma after it when it is the first one
record MetadataField(int from, int to) {
    /// @param metadataAt where `"metadata"` begins
    /// @param name with its quotes
    /// @return null when the metadata has no such field
    static @Nullable MetadataField find(byte[] json, int metadataAt, byte[] name) {
        int at = metadataAt + "\"metadata\":{".length();
        while (json[at] == '"') {
            int value = end(json, at) + 1;
            int end = end(json, value);
            if (Arrays.equals(json, at, value - 1, name, 0, name.length)) {
                boolean first = json[at - 1] == '{';
                boolean last = json[end] == '}';
                return new MetadataField(first ? at : at - 1, first && !last ? end + 1 : end);
            }
            if (json[end] == '}') {
                return null;
            }
            at = end + 1;
        }
        return null;
    }

    byte[] cutFrom(byte[] json) {
        byte[] rest = Arrays.copyOf(json, json.length - (to - from));
        System.arraycopy(json, to, rest, from, json.length - to);
        return rest;
    }

    /// The text of its value.
    ///
    /// @param name with its quotes
    byte[] value(byte[] json, byte[] name) {
        int field = json[from] == ',' ? from + 1 : from;
        return Arrays.copyOfRange(json, field + name.length + 1, json[to - 1] == ',' ? to - 1 : to);
    }

    /// Behind the value that begins at an offset.
    private static int end(byte[] json, int from) {
        int depth = 0;
        int at = from;
        while (true) {
            switch (json[at]) {
                case '"' -> at = endOfText(json, at);
                case '{', '[' -> {
                    depth++;
                    at++;
                }
                case '}', ']' -> {
                    if (depth == 0) {
                        return at;
                    }
                    depth--;
                    at++;
                }
                case ',', ':' -> {
                    if (depth == 0) {
                        return at;
                    }
                    at++;
                }
                default -> at++;
            }
        }
    }

    private static int endOfText(byte[] json, int from) {
        int at = from + 1;
        while (json[at] != '"') {
            at += json[at] == '\\' ? 2 : 1;
        }
        return at + 1;
    }
}
