package dev.sluice.api.v1beta2;

import java.util.List;

/// The quotas of one flavor, in the order of the group's covered resources.
///
/// @param name the ResourceFlavor
/// @param resources a quota for each covered resource
@ApiRecord
public record FlavorQuotas(String name, List<ResourceQuota> resources) {

    public FlavorQuotas {
        resources = Frozen.list(resources);
    }
}
