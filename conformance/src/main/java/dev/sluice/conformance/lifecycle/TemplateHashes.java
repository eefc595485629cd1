package dev.sluice.conformance.lifecycle;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.sluice.conformance.Deviations;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/// Names that the peer's Deployment controller takes from a hash over its own inner form of a pod template. Which name a template
/// gets means nothing; that it is the same name everywhere does. A deviation that puts a placeholder `<template-N>` in one place
/// stands for all places with that hash.
final class TemplateHashes {
    private static final Pattern PLACEHOLDER = Pattern.compile("<template-\\d+>");

    private TemplateHashes() {}

    /// Our scenario with the placeholders in all places.
    ///
    /// @param recorded as the peer did it
    /// @param ours the same with our values in the places
    static JsonNode freed(JsonNode recorded, JsonNode ours, List<Deviations.Place> places) {
        Map<String, String> placeholderByHash = new LinkedHashMap<>();
        for (Deviations.Place place : places) {
            if (PLACEHOLDER.matcher(place.ours().asText()).matches()) {
                placeholderByHash.put(recorded.at(place.at()).asText(), place.ours().asText());
            }
        }
        return placeholderByHash.isEmpty() ? ours : replaced(ours, placeholderByHash);
    }

    private static JsonNode replaced(JsonNode node, Map<String, String> placeholderByHash) {
        if (node instanceof ObjectNode object) {
            ObjectNode copy = JsonNodeFactory.instance.objectNode();
            object.properties()
                    .forEach(
                            field ->
                                    copy.set(
                                            field.getKey(),
                                            replaced(field.getValue(), placeholderByHash)));
            return copy;
        }
        if (node instanceof ArrayNode array) {
            ArrayNode copy = JsonNodeFactory.instance.arrayNode();
            array.forEach(element -> copy.add(replaced(element, placeholderByHash)));
            return copy;
        }
        if (!node.isTextual()) {
            return node;
        }
        String text = node.asText();
        for (Map.Entry<String, String> known : placeholderByHash.entrySet()) {
            text = text.replace(known.getKey(), known.getValue());
        }
        return new TextNode(text);
    }
}
