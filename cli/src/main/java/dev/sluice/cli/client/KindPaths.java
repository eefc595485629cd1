package dev.sluice.cli.client;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// Where an API server serves the objects of a kind, as its discovery says.
public final class KindPaths {
    private final Api api;
    private final Map<String, JsonNode> resourcesByVersion = new HashMap<>();

    /// Asks this server.
    public KindPaths(Api api) {
        this.api = api;
    }

    /// The path of an object's collection; empty when the server does not know its kind.
    ///
    /// @param namespace where an object goes that names none
    public Optional<String> collection(JsonNode object, String namespace) {
        String apiVersion = object.path("apiVersion").asText();
        String base = apiVersion.contains("/") ? "/apis/" + apiVersion : "/api/" + apiVersion;
        JsonNode resources =
                resourcesByVersion.computeIfAbsent(
                        base, path -> api.get(path).body().path("resources"));
        for (JsonNode resource : resources) {
            String plural = resource.path("name").asText();
            if (resource.path("kind").asText().equals(object.path("kind").asText())
                    && !plural.contains("/")) {
                String in = object.path("metadata").path("namespace").asText(namespace);
                return Optional.of(
                        resource.path("namespaced").asBoolean()
                                ? base + "/namespaces/" + in + "/" + plural
                                : base + "/" + plural);
            }
        }
        resourcesByVersion.remove(base);
        return Optional.empty();
    }
}
