package dev.sluice.api.v1beta2;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// Values that may share a beginning and an end.
///
/// @param prefix how all begin
/// @param suffix how all end
/// @param roots what is between, for each domain
@ApiRecord
public record TopologyIndividualValues(
        @Nullable String prefix, @Nullable String suffix, List<String> roots) {

    public TopologyIndividualValues {
        roots = Frozen.list(roots);
    }
}
