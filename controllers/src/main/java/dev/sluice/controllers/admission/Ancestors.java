package dev.sluice.controllers.admission;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.api.config.Configuration;
import dev.sluice.api.config.Frameworks;
import dev.sluice.api.name.Labels;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The owners of an object that queue on its behalf, upward through the kinds that are known (L2.2). What has one is not
/// queued itself.
final class Ancestors {
    private static final int DEPTH_MAX = 10;

    /// Kinds that are queued, with their frameworks; ReplicaSets only lead on to their owners.
    private static final Map<String, String> FRAMEWORKS =
            Map.of(
                    "batch/Job",
                    "batch/job",
                    "apps/Deployment",
                    Frameworks.DEPLOYMENT,
                    "apps/StatefulSet",
                    Frameworks.STATEFUL_SET,
                    "apps/ReplicaSet",
                    "");

    private final Configuration settings;

    Ancestors(Configuration settings) {
        this.settings = settings;
    }

    /// Whether one of them is queued.
    boolean queue(JsonNode object, String namespace, Lookup lookup) {
        JsonNode below = object;
        for (int depth = 0; depth < DEPTH_MAX; depth++) {
            JsonNode reference = controller(below);
            String framework = reference == null ? null : framework(reference);
            if (reference == null || framework == null) {
                return false;
            }
            JsonNode owner =
                    lookup.object(
                            reference.path("apiVersion").asText(),
                            reference.path("kind").asText(),
                            namespace,
                            reference.path("name").asText());
            if (owner == null
                    || !owner.at("/metadata/uid").asText().equals(reference.path("uid").asText())) {
                return false;
            }
            if (!framework.isEmpty() && asks(owner)) {
                return true;
            }
            below = owner;
        }
        return false;
    }

    private boolean asks(JsonNode owner) {
        return settings.manageJobsWithoutQueueName()
                || !Review.label(owner, Labels.QUEUE_NAME).isEmpty();
    }

    /// The framework of an owner's kind; null when it is not known or not on.
    private @Nullable String framework(JsonNode reference) {
        String apiVersion = reference.path("apiVersion").asText();
        int slash = Math.max(0, apiVersion.indexOf('/'));
        String kind = apiVersion.substring(0, slash) + "/" + reference.path("kind").asText();
        String framework = FRAMEWORKS.get(kind);
        return framework == null
                        || framework.isEmpty()
                        || settings.integrations().frameworks().contains(framework)
                ? framework
                : null;
    }

    static @Nullable JsonNode controller(JsonNode object) {
        for (JsonNode owner : object.path("metadata").path("ownerReferences")) {
            if (owner.path("controller").asBoolean(false)) {
                return owner;
            }
        }
        return null;
    }
}
