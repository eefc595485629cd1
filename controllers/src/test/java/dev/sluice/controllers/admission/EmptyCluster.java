package dev.sluice.controllers.admission;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A cluster in which a webhook finds nothing but namespaces without labels; tests say what else there is.
class EmptyCluster implements Lookup {
    @Override
    public boolean localQueueExists(String namespace, String name) {
        return false;
    }

    @Override
    public boolean workloadPriorityClassExists(String name) {
        return false;
    }

    @Override
    public @Nullable Map<String, String> annotations(
            String apiVersion, String kind, String namespace, String name) {
        return null;
    }

    @Override
    public @Nullable JsonNode object(
            String apiVersion, String kind, String namespace, String name) {
        return null;
    }

    @Override
    public @Nullable Map<String, String> namespaceLabels(String namespace) {
        return Map.of();
    }
}
