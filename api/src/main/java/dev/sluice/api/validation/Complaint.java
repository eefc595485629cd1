package dev.sluice.api.validation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.List;
import java.util.stream.Collectors;

/// Something that is wrong with a field, in the words of API errors (L7.7).
///
/// @param field path of the field, such as `spec.podSets[0].count`
/// @param problem what is wrong, without the field
public record Complaint(String field, String problem) {

    /// The whole text: field and problem.
    public String text() {
        return field + ": " + problem;
    }

    /// Several complaints as one text.
    public static String text(List<Complaint> complaints) {
        return complaints.size() == 1
                ? complaints.getFirst().text()
                : complaints.stream()
                        .map(Complaint::text)
                        .collect(Collectors.joining(", ", "[", "]"));
    }

    static Complaint invalid(String field, JsonNode value, String detail) {
        return new Complaint(field, "Invalid value: " + value + ": " + detail);
    }

    static Complaint invalid(String field, String value, String detail) {
        return invalid(field, TextNode.valueOf(value), detail);
    }

    static Complaint invalid(String field, int value, String detail) {
        return invalid(field, IntNode.valueOf(value), detail);
    }

    static Complaint immutable(String field, JsonNode value) {
        return invalid(field, value, "field is immutable");
    }

    static Complaint required(String field, String detail) {
        return new Complaint(field, "Required value: " + detail);
    }

    static Complaint duplicate(String field, JsonNode value) {
        return new Complaint(field, "Duplicate value: " + value);
    }

    static Complaint duplicate(String field, JsonNode value, String detail) {
        return new Complaint(field, "Duplicate value: " + value + ": " + detail);
    }

    static Complaint unsupported(String field, String value, List<String> supported) {
        String values =
                supported.stream().map(v -> "\"" + v + "\"").collect(Collectors.joining(", "));
        return new Complaint(
                field, "Unsupported value: \"%s\": supported values: %s".formatted(value, values));
    }

    static Complaint notFound(String field, String value) {
        return new Complaint(field, "Not found: \"" + value + "\"");
    }

    static Complaint forbidden(String field, String detail) {
        return new Complaint(field, "Forbidden: " + detail);
    }

    static Complaint tooLong(String field, int bytesMax) {
        return new Complaint(field, "Too long: may not be more than " + bytesMax + " bytes");
    }

    static Complaint tooMany(String field, int count, int max) {
        return new Complaint(
                field, "Too many: %d: must have at most %d items".formatted(count, max));
    }
}
