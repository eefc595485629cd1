package dev.sluice.api.validation;

import com.fasterxml.jackson.databind.JsonNode;

/// Where labels and annotations stand in an object, and how complaints call the place.
final class Metadata {
    private Metadata() {}

    /// An annotation's value; empty when it is not there.
    static String annotation(JsonNode object, String key) {
        return object.path("metadata").path("annotations").path(key).asText();
    }

    /// Whether the annotation is there, with whatever value.
    static boolean hasAnnotation(JsonNode object, String key) {
        return object.path("metadata").path("annotations").has(key);
    }

    static String annotationField(String key) {
        return "metadata.annotations[" + key + "]";
    }
}
