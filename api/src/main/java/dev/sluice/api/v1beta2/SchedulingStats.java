package dev.sluice.api.v1beta2;

import java.util.List;

/// How the workload has fared.
///
/// @param evictions how often for each reason
@ApiRecord
public record SchedulingStats(List<EvictionCount> evictions) {

    public SchedulingStats {
        evictions = Frozen.list(evictions);
    }
}
