package dev.sluice.api.v1beta2;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.Map;

/// Decayed usage of a LocalQueue (R7.20).
///
/// @param consumedResources by resource
/// @param lastUpdate time of the last sample
@ApiRecord
public record AdmissionFairSharingStatus(
        @JsonInclude Map<String, Quantity> consumedResources, String lastUpdate) {

    public AdmissionFairSharingStatus {
        consumedResources = Frozen.map(consumedResources);
    }
}
