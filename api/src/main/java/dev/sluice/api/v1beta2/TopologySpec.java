package dev.sluice.api.v1beta2;

import java.util.List;

/// The levels of a topology (A10).
///
/// @param levels coarsest first
@ApiRecord
public record TopologySpec(List<TopologyLevel> levels) {

    public TopologySpec {
        levels = Frozen.list(levels);
    }
}
