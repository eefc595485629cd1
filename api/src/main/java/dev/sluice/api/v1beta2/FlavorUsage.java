package dev.sluice.api.v1beta2;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;

/// Usage of one flavor in a ClusterQueue.
///
/// @param name the flavor
/// @param resources by resource, sorted by name
@ApiRecord
public record FlavorUsage(String name, @JsonInclude List<ResourceUsage> resources) {

    public FlavorUsage {
        resources = Frozen.list(resources);
    }
}
