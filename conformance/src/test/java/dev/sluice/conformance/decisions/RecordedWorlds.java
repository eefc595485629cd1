package dev.sluice.conformance.decisions;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.conformance.JsonLines;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// The recorded worlds among the test resources.
final class RecordedWorlds {
    private RecordedWorlds() {}

    static Path folder() {
        try {
            return Path.of(
                    Objects.requireNonNull(RecordedWorlds.class.getResource("/decisions")).toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    /// All worlds by id, in the order of the files.
    static Map<String, JsonNode> all() {
        Map<String, JsonNode> worlds = new LinkedHashMap<>();
        for (Path file : JsonLines.files(List.of(folder()))) {
            JsonLines.read(file, (_, world) -> worlds.put(world.path("id").asText(), world));
        }
        return worlds;
    }
}
