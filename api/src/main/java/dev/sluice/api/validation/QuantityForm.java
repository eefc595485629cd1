package dev.sluice.api.validation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.model.Quantity;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The form in which quantities of a new ClusterQueue are stored: canonical text, and 0 for a nominal quota that is
/// missing (A3.2).
public final class QuantityForm {
    private static final List<String> QUOTAS =
            List.of("nominalQuota", "borrowingLimit", "lendingLimit");

    private QuantityForm() {}

    /// Rewrites the object in place.
    ///
    /// @return the first field that holds no quantity, its value and what was expected, or null; the object is then as it was up
    ///     to there
    public static @Nullable String normalise(ObjectNode clusterQueue) {
        JsonNode groups = clusterQueue.at("/spec/resourceGroups");
        for (int g = 0; g < groups.size(); g++) {
            JsonNode flavors = groups.get(g).path("flavors");
            for (int f = 0; f < flavors.size(); f++) {
                JsonNode quotas = flavors.get(f).path("resources");
                for (int q = 0; q < quotas.size(); q++) {
                    String misfit =
                            normalise(
                                    quotas.get(q),
                                    "spec.resourceGroups[%d].flavors[%d].resources[%d]"
                                            .formatted(g, f, q));
                    if (misfit != null) {
                        return misfit;
                    }
                }
            }
        }
        return canonical(clusterQueue.at("/spec/fairSharing"), "spec.fairSharing", "weight");
    }

    private static @Nullable String normalise(JsonNode quota, String path) {
        if (quota instanceof ObjectNode object && !object.hasNonNull("nominalQuota")) {
            object.put("nominalQuota", "0");
        }
        for (String field : QUOTAS) {
            String misfit = canonical(quota, path, field);
            if (misfit != null) {
                return misfit;
            }
        }
        return null;
    }

    private static @Nullable String canonical(JsonNode holder, String path, String field) {
        if (!(holder instanceof ObjectNode object) || !object.hasNonNull(field)) {
            return null;
        }
        JsonNode value = object.get(field);
        Quantity quantity = Quantity.parseOrNull(value.asText());
        if (quantity == null) {
            return "%s.%s: %s is no %s".formatted(path, field, value, Quantity.EXPECTED);
        }
        object.put(field, quantity.toString());
        return null;
    }
}
