package dev.sluice.api.v1beta2;

import java.util.List;

/// Domains that are written down together.
///
/// @param domainCount how many
/// @param valuesPerLevel their values, for each level
/// @param podCounts their numbers of pods
@ApiRecord
public record TopologySlice(
        Integer domainCount, List<TopologyValues> valuesPerLevel, TopologyPodCounts podCounts) {

    public TopologySlice {
        valuesPerLevel = Frozen.list(valuesPerLevel);
    }
}
