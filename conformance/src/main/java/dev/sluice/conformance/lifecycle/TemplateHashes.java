package dev.sluice.conformance.lifecycle;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.LinkedHashMap;
import java.util.Map;

/// Names that the peer's Deployment controller takes from a hash over its own inner form of a pod template. Which name a template
/// gets means nothing; that it is the same name everywhere does: in recordings they are placeholders here.
final class TemplateHashes {
    private static final String LABEL = "pod-template-hash";

    private TemplateHashes() {}

    /// A copy in which each hash has become a placeholder.
    static JsonNode freed(JsonNode scenario) {
        Map<String, String> placeholderByHash = new LinkedHashMap<>();
        for (JsonNode hash : scenario.findValues(LABEL)) {
            placeholderByHash.computeIfAbsent(
                    hash.asText(), _ -> "<template-" + (placeholderByHash.size() + 1) + ">");
        }
        return placeholderByHash.isEmpty() ? scenario : replaced(scenario, placeholderByHash);
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
