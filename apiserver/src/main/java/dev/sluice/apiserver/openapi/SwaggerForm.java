package dev.sluice.apiserver.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// How the document of OpenAPI 2 is written.
enum SwaggerForm {
    JSON("application/json"),
    PROTOBUF("application/com.github.proto-openapi.spec.v2.v1.0+protobuf");

    private static final String ASKED_PROTOBUF =
            "application/com.github.proto-openapi.spec.v2@v1.0+protobuf";

    private final String contentType;

    SwaggerForm(String contentType) {
        this.contentType = contentType;
    }

    /// What an Accept header asks for: the first form in it that there is; JSON without one.
    ///
    /// @return null when it names nothing that there is
    static @Nullable SwaggerForm wanted(@Nullable String accept) {
        if (accept == null || accept.isBlank()) {
            return JSON;
        }
        for (String part : accept.toLowerCase(Locale.ROOT).split(",")) {
            String type = part.split(";", 2)[0].strip();
            if (type.equals(ASKED_PROTOBUF) || type.equals(PROTOBUF.contentType)) {
                return PROTOBUF;
            }
            if (type.equals("application/json")
                    || type.equals("application/*")
                    || type.equals("*/*")) {
                return JSON;
            }
        }
        return null;
    }

    String contentType() {
        return contentType;
    }

    byte[] write(JsonNode document) {
        return switch (this) {
            case JSON -> document.toString().getBytes(StandardCharsets.UTF_8);
            case PROTOBUF -> SwaggerMessage.write(document);
        };
    }
}
