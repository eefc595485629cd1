package dev.sluice.cli.manifest;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;

/// One object of a YAML file, and where its lines are.
public record Manifest(Path file, ObjectNode object, Lines lines) {
    /// `Job/a`, for messages.
    public String title() {
        return object.path("kind").asText() + "/" + object.path("metadata").path("name").asText();
    }

    /// `FILE, line N`, where N is the line of the field, or of the nearest field around it.
    ///
    /// @param field as the API server writes it, for example `spec.template.spec.containers[0].image`; empty for the whole object
    public String place(String field) {
        return file + ", line " + lines.of(field);
    }
}
