package dev.sluice.api.v1beta2;

import io.fabric8.kubernetes.api.model.Quantity;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The quota of one pod set.
///
/// @param name absent means `main`
/// @param flavors flavor by resource
/// @param resourceUsage total of all its pods; reclaiming does not change it
/// @param count pods that were admitted; absent means all
/// @param topologyAssignment where the pods go
/// @param delayedTopologyRequest whether their place is chosen later
@ApiRecord
public record PodSetAssignment(
        @Nullable String name,
        Map<String, String> flavors,
        Map<String, Quantity> resourceUsage,
        @Nullable Integer count,
        @Nullable TopologyAssignment topologyAssignment,
        @Nullable DelayedTopologyRequest delayedTopologyRequest) {

    public PodSetAssignment {
        flavors = Frozen.map(flavors);
        resourceUsage = Frozen.map(resourceUsage);
    }
}
