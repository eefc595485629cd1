package dev.sluice.api.validation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.model.Quantity;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The form in which quantities of a new ClusterQueue are stored: canonical text, and 0 for a nominal quota that is
/// missing (A3.2).
public final class QuantityForm {
    private QuantityForm() {}

    /// Rewrites the object in place.
    ///
    /// @return what is wrong if a quantity is none; the object is then as it was up to there
    public static @Nullable String normalise(ObjectNode clusterQueue) {
        for (JsonNode group : clusterQueue.at("/spec/resourceGroups")) {
            for (JsonNode flavor : group.path("flavors")) {
                for (JsonNode quota : flavor.path("resources")) {
                    if (quota instanceof ObjectNode object && !normaliseQuota(object)) {
                        return Quantity.SYNTAX;
                    }
                }
            }
        }
        return clusterQueue.at("/spec/fairSharing") instanceof ObjectNode sharing
                        && !canonical(sharing, "weight")
                ? Quantity.SYNTAX
                : null;
    }

    private static boolean normaliseQuota(ObjectNode quota) {
        if (!quota.hasNonNull("nominalQuota")) {
            quota.put("nominalQuota", "0");
        }
        return List.of("nominalQuota", "borrowingLimit", "lendingLimit").stream()
                .allMatch(field -> canonical(quota, field));
    }

    private static boolean canonical(ObjectNode object, String field) {
        if (!object.hasNonNull(field)) {
            return true;
        }
        Quantity quantity = Quantity.parseOrNull(object.get(field).asText());
        if (quantity != null) {
            object.put(field, quantity.toString());
        }
        return quantity != null;
    }
}
