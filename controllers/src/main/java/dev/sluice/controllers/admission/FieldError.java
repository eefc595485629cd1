package dev.sluice.controllers.admission;

/// Something that is wrong with a field, in the words of API errors: `path: Kind: value: detail`.
public record FieldError(String text) {

    /// @param value as JSON writes it
    static FieldError invalid(String path, String value, String detail) {
        return new FieldError(path + ": Invalid value: " + value + ": " + detail);
    }

    static FieldError invalidText(String path, String value, String detail) {
        return invalid(path, "\"" + value + "\"", detail);
    }

    static FieldError immutable(String path, String value) {
        return invalid(path, value, "field is immutable");
    }

    static FieldError required(String path, String detail) {
        return new FieldError(path + ": Required value: " + detail);
    }

    static FieldError forbidden(String path, String detail) {
        return new FieldError(path + ": Forbidden: " + detail);
    }
}
