package dev.sluice.engine.recorded;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.model.Quantity;
import java.util.Map;
import java.util.TreeMap;

/// Resource transformations of a recorded configuration (R1.10).
final class Transformations {

    private Transformations() {}

    static Map<String, Quantity> apply(Map<String, Quantity> requests, JsonNode list) {
        Map<String, Quantity> result = new TreeMap<>(requests);
        Map<String, Quantity> outputs = new TreeMap<>();
        for (JsonNode mapping : list) {
            String input = mapping.path("input").asText();
            Quantity base = requests.get(input);
            if (base == null) {
                continue;
            }
            if (mapping.path("strategy").asText().equals("Replace")) {
                result.remove(input);
            }
            SpecReader.quantities(mapping.path("outputs"))
                    .forEach(
                            (name, factor) ->
                                    outputs.merge(name, factor.times(base), Quantity::plus));
        }
        outputs.forEach(
                (name, amount) -> result.merge(name, amount.max(Quantity.ZERO), Quantity::plus));
        return result;
    }
}
