package dev.sluice.api.v1beta2;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;

/// Usage of one flavor through a LocalQueue.
///
/// @param name the flavor
/// @param resources by resource
@ApiRecord
public record LocalQueueFlavorUsage(
        String name, @JsonInclude List<LocalQueueResourceUsage> resources) {

    public LocalQueueFlavorUsage {
        resources = Frozen.list(resources);
    }
}
