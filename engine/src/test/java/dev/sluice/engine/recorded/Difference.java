package dev.sluice.engine.recorded;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Finds the first place in which two JSON trees differ.
final class Difference {

    private Difference() {}

    static @Nullable String first(
            String path, @Nullable JsonNode expected, @Nullable JsonNode actual) {
        if (expected == null || actual == null) {
            return expected == actual ? null : path + ": expected " + expected + ", got " + actual;
        }
        if (expected.isObject() && actual.isObject()) {
            TreeSet<String> fields = new TreeSet<>();
            expected.fieldNames().forEachRemaining(fields::add);
            actual.fieldNames().forEachRemaining(fields::add);
            for (String field : fields) {
                String found = first(path + "/" + field, expected.get(field), actual.get(field));
                if (found != null) {
                    return found;
                }
            }
            return null;
        }
        if (expected.isArray() && actual.isArray() && expected.size() == actual.size()) {
            for (int i = 0; i < expected.size(); i++) {
                String found = first(path + "/" + i, expected.get(i), actual.get(i));
                if (found != null) {
                    return found;
                }
            }
            return null;
        }
        boolean equal =
                expected.isNumber() && actual.isNumber()
                        ? expected.asText().equals(actual.asText())
                        : expected.equals(actual);
        return equal ? null : path + ": expected " + expected + ", got " + actual;
    }
}
