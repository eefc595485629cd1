package dev.sluice.api.pod;

import dev.sluice.model.Quantity;
import java.util.Map;
import java.util.TreeMap;

/// How requests of one resource count as requests of others (R1.10, A14.3).
///
/// @param input the resource that pods ask for
/// @param replace whether the input itself is dropped
/// @param multiplyBy a resource whose requested amount is a further factor; empty if none
/// @param outputs factor by resource
public record ResourceTransformation(
        String input, boolean replace, String multiplyBy, Map<String, Quantity> outputs) {

    /// Builds one from the texts of a configuration.
    ///
    /// @throws IllegalArgumentException if a factor is no quantity
    public static ResourceTransformation of(
            String input, boolean replace, String multiplyBy, Map<String, String> factors) {
        Map<String, Quantity> outputs = new TreeMap<>();
        factors.forEach(
                (resource, factor) -> {
                    Quantity quantity = Quantity.parseOrNull(factor);
                    if (quantity == null) {
                        throw new IllegalArgumentException(
                                resource + ": \"" + factor + "\": expected a quantity");
                    }
                    outputs.put(resource, quantity);
                });
        return new ResourceTransformation(input, replace, multiplyBy, outputs);
    }
}
