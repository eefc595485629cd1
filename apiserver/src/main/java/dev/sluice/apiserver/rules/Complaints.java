package dev.sluice.apiserver.rules;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.apiserver.error.Cause;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Collects what is wrong with an object, in the words of the API (H1.46): one method per reason.
final class Complaints {
    private final List<Cause> causes = new ArrayList<>();

    List<Cause> causes() {
        return List.copyOf(causes);
    }

    void invalid(Path path, @Nullable Object value, String detail) {
        add("FieldValueInvalid", path, "Invalid value: " + shown(value) + ": " + detail);
    }

    /// Each detail becomes a complaint of its own about the same value.
    void invalid(Path path, @Nullable Object value, Collection<String> details) {
        for (String detail : details) {
            invalid(path, value, detail);
        }
    }

    /// A complaint that does not repeat the value.
    void invalid(Path path, String detail) {
        add("FieldValueInvalid", path, "Invalid value: " + detail);
    }

    void required(Path path, String detail) {
        add(
                "FieldValueRequired",
                path,
                detail.isEmpty() ? "Required value" : "Required value: " + detail);
    }

    void unsupported(Path path, @Nullable Object value, List<String> supported) {
        String all = supported.stream().map(s -> '"' + s + '"').collect(Collectors.joining(", "));
        add(
                "FieldValueNotSupported",
                path,
                "Unsupported value: " + shown(value) + ": supported values: " + all);
    }

    void duplicate(Path path, @Nullable Object value) {
        add("FieldValueDuplicate", path, "Duplicate value: " + shown(value));
    }

    void notFound(Path path, @Nullable Object value) {
        add("FieldValueNotFound", path, "Not found: " + shown(value));
    }

    void forbidden(Path path, String detail) {
        add("FieldValueForbidden", path, "Forbidden: " + detail);
    }

    void tooLong(Path path, int limit) {
        add("FieldValueTooLong", path, "Too long: may not be more than " + limit + " bytes");
    }

    void tooMany(Path path, int found, int limit) {
        add(
                "FieldValueTooMany",
                path,
                "Too many: " + found + ": must have at most " + limit + " items");
    }

    void add(Cause cause) {
        causes.add(cause);
    }

    private void add(String reason, Path path, String message) {
        causes.add(new Cause(reason, path.text(), message));
    }

    private static String shown(@Nullable Object value) {
        if (value == null) {
            return "null";
        }
        if (value instanceof JsonNode node) {
            return node.toString();
        }
        return value instanceof String text ? '"' + text + '"' : value.toString();
    }
}
