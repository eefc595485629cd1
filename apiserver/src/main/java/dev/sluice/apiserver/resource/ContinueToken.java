package dev.sluice.apiserver.resource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.sluice.apiserver.error.ApiError;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/// Where the next page of a list starts (H5.11): opaque to clients.
///
/// @param revision of the snapshot that all pages show; -1 for "whatever is current"
/// @param start the first key that was not sent
record ContinueToken(long revision, String start) {
    private static final String VERSION = "meta.k8s.io/v1";
    private static final ObjectMapper MAPPER = new ObjectMapper();

    String text() {
        String json =
                JsonNodeFactory.instance
                        .objectNode()
                        .put("v", VERSION)
                        .put("rv", revision)
                        .put("start", start)
                        .toString();
        return Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString(json.getBytes(StandardCharsets.UTF_8));
    }

    /// @throws ApiError 400 when the text is no token of ours
    static ContinueToken parse(String text) {
        byte[] decoded;
        try {
            decoded = Base64.getUrlDecoder().decode(text);
        } catch (IllegalArgumentException noBase64) {
            throw wrong("illegal base64 data");
        }
        try {
            JsonNode json = MAPPER.readTree(decoded);
            if (json != null
                    && json.path("v").asText().equals(VERSION)
                    && json.path("rv").isIntegralNumber()
                    && json.path("start").isTextual()) {
                return new ContinueToken(json.path("rv").asLong(), json.path("start").asText());
            }
        } catch (IOException noJson) {
            String complaint = JsonSyntax.complaint(decoded);
            throw wrong(complaint == null ? String.valueOf(noJson.getMessage()) : complaint);
        }
        throw ApiError.badRequest("invalid continue token: server does not recognize this token");
    }

    private static ApiError wrong(String why) {
        return ApiError.badRequest("invalid continue token: continue key is not valid: " + why);
    }
}
