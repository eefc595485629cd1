package dev.sluice.engine.spec;

import dev.sluice.model.NodeSelection;
import dev.sluice.model.Toleration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Equal pods of a workload.
///
/// @param count how many
/// @param minCount fewest that are useful (partial admission), or null
/// @param requestsPerPod what one pod asks for after all adjustments and filters (R1.6 to R1.9), in canonical units
/// @param shape everything else of the pod spec that could matter for placement, in an opaque canonical form; equal
///     shapes mean equal pod specs as R3.19 sees them
/// @param group name shared by pod sets that are assigned together (R5.3), or null
/// @param topology topology request in an opaque form, or null
public record PodSetSpec(
        String name,
        int count,
        @Nullable Integer minCount,
        Map<String, Long> requestsPerPod,
        NodeSelection selection,
        List<Toleration> tolerations,
        String shape,
        @Nullable String group,
        @Nullable String topology) {

    public PodSetSpec {
        requestsPerPod = Map.copyOf(requestsPerPod);
        tolerations = List.copyOf(tolerations);
    }

    /// A pod set that runs on every node.
    public static PodSetSpec of(String name, int count, Map<String, Long> requestsPerPod) {
        return new PodSetSpec(
                name, count, null, requestsPerPod, NodeSelection.ANY, List.of(), "", null, null);
    }
}
