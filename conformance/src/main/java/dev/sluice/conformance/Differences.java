package dev.sluice.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Where two JSON values differ.
public final class Differences {
    private Differences() {}

    /// The first difference, or null if the values are equal. Fields are looked at in the order of their names, and
    /// numbers are compared by value.
    ///
    /// @param path JSON pointer of the value, empty for the root
    public static @Nullable String first(String path, JsonNode expected, JsonNode actual) {
        if (expected.isObject() && actual.isObject()) {
            return inObjects(path, expected, actual);
        }
        if (expected.isArray() && actual.isArray()) {
            return inArrays(path, expected, actual);
        }
        if (expected.isNumber() && actual.isNumber()) {
            boolean same = expected.decimalValue().compareTo(actual.decimalValue()) == 0;
            return same ? null : describe(path, expected, actual);
        }
        return expected.equals(actual) ? null : describe(path, expected, actual);
    }

    /// Every place in which the values differ, with what stands there in the second one. Put into the first value in this
    /// order ([Deviations#applied]) they make it equal to the second.
    public static List<Deviations.Place> all(String path, JsonNode expected, JsonNode actual) {
        List<Deviations.Place> places = new ArrayList<>();
        collect(path, expected, actual, places);
        return places;
    }

    private static void collect(
            String path, JsonNode expected, JsonNode actual, List<Deviations.Place> places) {
        if (expected.isObject() && actual.isObject()) {
            for (String name : names(expected, actual)) {
                collect(path + "/" + escaped(name), expected.path(name), actual.path(name), places);
            }
        } else if (expected.isArray() && actual.isArray() && expected.size() == actual.size()) {
            for (int i = 0; i < expected.size(); i++) {
                collect(path + "/" + i, expected.path(i), actual.path(i), places);
            }
        } else if (first(path, expected, actual) != null) {
            places.add(new Deviations.Place(path, actual));
        }
    }

    private static SortedSet<String> names(JsonNode expected, JsonNode actual) {
        SortedSet<String> names = new TreeSet<>();
        expected.fieldNames().forEachRemaining(names::add);
        actual.fieldNames().forEachRemaining(names::add);
        return names;
    }

    private static @Nullable String inObjects(String path, JsonNode expected, JsonNode actual) {
        for (String name : names(expected, actual)) {
            String difference =
                    first(path + "/" + escaped(name), expected.path(name), actual.path(name));
            if (difference != null) {
                return difference;
            }
        }
        return null;
    }

    private static @Nullable String inArrays(String path, JsonNode expected, JsonNode actual) {
        for (int i = 0; i < Math.max(expected.size(), actual.size()); i++) {
            String difference = first(path + "/" + i, expected.path(i), actual.path(i));
            if (difference != null) {
                return difference;
            }
        }
        return null;
    }

    private static String describe(String path, JsonNode expected, JsonNode actual) {
        return "%s: expected %s, got %s".formatted(path, text(expected), text(actual));
    }

    private static String text(JsonNode value) {
        return value.isMissingNode() ? "nothing" : value.toString();
    }

    /// A name as a part of a JSON pointer.
    public static String escaped(String name) {
        return name.replace("~", "~0").replace("/", "~1");
    }
}
