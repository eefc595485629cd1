package dev.sluice.conformance.lifecycle;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The fields whose values name an element of a list that is a map by key, or the element itself in a list that is a set.
record ListKey(List<String> fields) {
    private static final List<ListKey> CHOICES =
            List.of(
                    new ListKey(List.of("type")),
                    new ListKey(List.of("name")),
                    new ListKey(List.of("reason", "underlyingCause")));

    /// The key of the list at `path`, or empty when its order counts: no field names each element of both lists exactly once.
    static Optional<ListKey> of(String path, ArrayNode expected, ArrayNode actual) {
        if (path.endsWith("finalizers")) {
            return Optional.of(new ListKey(List.of()));
        }
        if (path.endsWith("ownerReferences")) {
            return Optional.of(new ListKey(List.of("kind", "name")));
        }
        return CHOICES.stream().filter(key -> key.names(expected) && key.names(actual)).findFirst();
    }

    private boolean names(ArrayNode list) {
        Set<String> seen = new HashSet<>();
        for (JsonNode element : list) {
            for (String field : fields) {
                if (!element.path(field).isTextual()) {
                    return false;
                }
            }
            if (!seen.add(nameOf(element))) {
                return false;
            }
        }
        return true;
    }

    String nameOf(JsonNode element) {
        if (fields.isEmpty()) {
            return element.asText();
        }
        return String.join(
                "/", fields.stream().map(field -> element.path(field).asText()).toList());
    }
}
