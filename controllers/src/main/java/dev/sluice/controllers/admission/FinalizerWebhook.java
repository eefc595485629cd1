package dev.sluice.controllers.admission;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.api.name.Finalizers;
import dev.sluice.api.v1beta2.Kueue;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Puts the finalizer on new ClusterQueues and ResourceFlavors, so that no moment passes without it (L7.2); and a spec,
/// if there is none.
final class FinalizerWebhook implements Webhook {
    private static final Set<String> KINDS = Set.of("ClusterQueue", "ResourceFlavor");

    @Override
    public String kind() {
        return "finalizer";
    }

    @Override
    public boolean concerns(Review review) {
        return review.operation() == Review.Operation.CREATE
                && review.group().equals(Kueue.GROUP)
                && KINDS.contains(review.kind());
    }

    @Override
    public @Nullable String mutate(Review review, Lookup lookup) {
        if (review.object() == null) {
            return null;
        }
        review.object().withObjectProperty("spec");
        for (JsonNode taint : review.object().path("spec").path("nodeTaints")) {
            // A taint of the typed API always has an effect, be it an empty one: the rule for
            // effects speaks then.
            if (taint instanceof ObjectNode incomplete && !incomplete.has("effect")) {
                incomplete.put("effect", "");
            }
        }
        ObjectNode metadata = review.object().withObjectProperty("metadata");
        ArrayNode finalizers = metadata.withArrayProperty("finalizers");
        for (JsonNode finalizer : finalizers) {
            if (finalizer.asText().equals(Finalizers.RESOURCE_IN_USE)) {
                return null;
            }
        }
        finalizers.add(Finalizers.RESOURCE_IN_USE);
        return null;
    }

    @Override
    public List<FieldError> validate(Review review, Lookup lookup) {
        return List.of();
    }
}
