package dev.sluice.api.v1beta2;

import io.fabric8.kubernetes.api.model.Quantity;
import java.util.Map;

/// What a pod set asks for, all pods together.
///
/// @param name the pod set
/// @param resources by resource
@ApiRecord
public record PodSetRequest(String name, Map<String, Quantity> resources) {

    public PodSetRequest {
        resources = Frozen.map(resources);
    }
}
