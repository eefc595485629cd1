package dev.sluice.conformance.embedded;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/// An answer of the API server.
///
/// @param body missing when the answer has none
/// @param warnings the texts of the `Warning` headers
public record Answer(int code, JsonNode body, List<String> warnings) {

    /// Whether the request was done.
    public boolean succeeded() {
        return code < 400;
    }
}
