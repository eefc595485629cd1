package dev.sluice.api.v1beta2;

import org.jspecify.annotations.Nullable;

/// The values of the domains of a slice in one level: one for all, or one each.
///
/// @param universal one for all
/// @param individual one each
@ApiRecord
public record TopologyValues(
        @Nullable String universal, @Nullable TopologyIndividualValues individual) {}
