package dev.sluice.api.v1beta2;

import java.util.List;

/// Domains of the topology with their numbers of pods, compressed (A7, 7.7).
///
/// @param levels node labels, coarsest first
/// @param slices parts; together they are the assignment
@ApiRecord
public record TopologyAssignment(List<String> levels, List<TopologySlice> slices) {

    public TopologyAssignment {
        levels = Frozen.list(levels);
        slices = Frozen.list(slices);
    }
}
