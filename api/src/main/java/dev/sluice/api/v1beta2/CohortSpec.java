package dev.sluice.api.v1beta2;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// The place and the own quota of a Cohort (A5).
///
/// @param parentName the cohort above; it may be one without object
/// @param resourceGroups quota that all below may use
/// @param fairSharing its weight among its siblings
@ApiRecord
public record CohortSpec(
        @Nullable String parentName,
        List<ResourceGroup> resourceGroups,
        @Nullable FairSharing fairSharing) {

    public CohortSpec {
        resourceGroups = Frozen.list(resourceGroups);
    }
}
