package dev.sluice.conformance.decisions;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.api.config.Configuration;
import dev.sluice.api.feature.FeatureGates;
import java.util.Map;

/// Reads the `config` of a world, which has parts of the configuration file in places of its own.
final class WorldSettings {
    private WorldSettings() {}

    /// @return the configuration; time-outs of pods are off, since nothing in a world has pods
    static Configuration of(JsonNode config) {
        ObjectNode file = JsonNodeFactory.instance.objectNode();
        move(config, "featureGates", file, "featureGates");
        move(config, "fairSharing", file, "fairSharing");
        move(config, "admissionFairSharing", file, "admissionFairSharing");
        ObjectNode resources = JsonNodeFactory.instance.objectNode();
        move(config, "quotaCheckStrategy", resources, "quotaCheckStrategy");
        move(config, "resourceTransformations", resources, "transformations");
        file.set("resources", resources);
        return Configuration.read(
                file, FeatureGates.defaultsOfPeer().with(Map.of("DisableWaitForPodsReady", true)));
    }

    private static void move(JsonNode from, String name, ObjectNode to, String newName) {
        if (from.hasNonNull(name)) {
            to.set(newName, from.get(name));
        }
    }
}
