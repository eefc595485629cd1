package dev.sluice.api.v1beta2;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// How nodes are asked for (A12).
///
/// @param provisioningClassName class of the requests
/// @param parameters passed on to the autoscaler
/// @param managedResources resources that need a request; empty means all
/// @param retryStrategy what follows a failure
/// @param podSetUpdates what the pods get from the answer
/// @param podSetMergePolicy which pod sets are asked for together; absent means none
@ApiRecord
public record ProvisioningRequestConfigSpec(
        String provisioningClassName,
        Map<String, String> parameters,
        List<String> managedResources,
        @Nullable ProvisioningRetryStrategy retryStrategy,
        @Nullable ProvisioningPodSetUpdates podSetUpdates,
        @Nullable PodSetMergePolicy podSetMergePolicy) {

    public ProvisioningRequestConfigSpec {
        parameters = Frozen.map(parameters);
        managedResources = Frozen.list(managedResources);
    }
}
