package dev.sluice.engine.spec;

import dev.sluice.model.Taint;
import dev.sluice.model.Toleration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A ResourceFlavor: which nodes a quota stands for.
///
/// @param topologyName topology of the nodes, or null
public record FlavorSpec(
        String name,
        Map<String, String> nodeLabels,
        List<Taint> nodeTaints,
        List<Toleration> tolerations,
        @Nullable String topologyName) {

    public FlavorSpec {
        nodeLabels = Map.copyOf(nodeLabels);
        nodeTaints = List.copyOf(nodeTaints);
        tolerations = List.copyOf(tolerations);
    }

    /// A flavor without labels and taints.
    public static FlavorSpec of(String name) {
        return new FlavorSpec(name, Map.of(), List.of(), List.of(), null);
    }
}
