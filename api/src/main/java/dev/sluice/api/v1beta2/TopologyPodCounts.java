package dev.sluice.api.v1beta2;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// Numbers of pods of the domains of a slice: one for all, or one each.
///
/// @param universal one for all
/// @param individual one each
@ApiRecord
public record TopologyPodCounts(@Nullable Integer universal, List<Integer> individual) {

    public TopologyPodCounts {
        individual = Frozen.list(individual);
    }
}
