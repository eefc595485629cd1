package dev.sluice.api.v1beta2;

import java.util.List;

/// What the pods get from the answer.
///
/// @param nodeSelector node selectors
@ApiRecord
public record ProvisioningPodSetUpdates(List<ProvisioningNodeSelector> nodeSelector) {

    public ProvisioningPodSetUpdates {
        nodeSelector = Frozen.list(nodeSelector);
    }
}
