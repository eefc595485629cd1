package dev.sluice.apiserver.resource;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.apiserver.error.ApiError;
import dev.sluice.apiserver.kind.Kind;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/// Says of a body that it is no object at all, in the words that clients of the API know, with its beginning.
final class UnrecognizedBody {
    private static final int SHOWN_BYTES_MAX = 30;
    private static final String HEADER =
            "struct { APIVersion string \"json:\\\"apiVersion,omitempty\\\"\"; Kind string"
                    + " \"json:\\\"kind,omitempty\\\"\" }";

    private UnrecognizedBody() {}

    static ApiError ended(byte[] body, @Nullable Kind kind) {
        return malformed("unexpected end of JSON input", body, kind);
    }

    /// @param tree what the body is instead
    static ApiError noObject(JsonNode tree, byte[] body, Kind kind) {
        String type =
                switch (tree.getNodeType()) {
                    case ARRAY -> "array";
                    case NUMBER -> "number";
                    case BOOLEAN -> "bool";
                    case STRING, BINARY, MISSING, NULL, OBJECT, POJO -> "string";
                };
        return malformed(
                "json: cannot unmarshal " + type + " into Go value of type " + HEADER, body, kind);
    }

    /// @param kind null when the body is one of options
    static ApiError malformed(String why, byte[] body, @Nullable Kind kind) {
        String reason =
                why.startsWith("yaml: ")
                        ? why
                        : "couldn't get version/kind; json parse error: " + why;
        return ApiError.badRequest(
                kind == null
                        ? reason
                        : "the object provided is unrecognized (must be of type "
                                + kind.kind()
                                + "): "
                                + reason
                                + " ("
                                + beginning(body)
                                + ")");
    }

    /// As text when it looks like JSON, else in hexadecimal.
    private static String beginning(byte[] body) {
        if (body.length == 0) {
            return "<empty>";
        }
        byte[] head = Arrays.copyOf(body, Math.min(body.length, SHOWN_BYTES_MAX));
        String text =
                body[0] == '{'
                        ? new String(head, StandardCharsets.UTF_8)
                        : HexFormat.of().formatHex(head);
        return body.length > SHOWN_BYTES_MAX ? text + " ..." : text;
    }
}
