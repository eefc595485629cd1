package dev.sluice.engine.spec;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// A Cohort: an inner node of the quota tree.
///
/// @param parent its own parent, or null
/// @param resourceGroups quota of the cohort itself
/// @param fairWeight weight under fair sharing, 1 by default
public record CohortSpec(
        String name,
        @Nullable String parent,
        List<ResourceGroup> resourceGroups,
        double fairWeight) {

    public CohortSpec {
        resourceGroups = List.copyOf(resourceGroups);
    }
}
