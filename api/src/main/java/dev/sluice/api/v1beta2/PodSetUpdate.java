package dev.sluice.api.v1beta2;

import io.fabric8.kubernetes.api.model.Toleration;
import java.util.List;
import java.util.Map;

/// What an admission check adds to the pods of a set.
///
/// @param name the pod set
/// @param labels labels
/// @param annotations annotations
/// @param nodeSelector node selector
/// @param tolerations tolerations
@ApiRecord
public record PodSetUpdate(
        String name,
        Map<String, String> labels,
        Map<String, String> annotations,
        Map<String, String> nodeSelector,
        List<Toleration> tolerations) {

    public PodSetUpdate {
        labels = Frozen.map(labels);
        annotations = Frozen.map(annotations);
        nodeSelector = Frozen.map(nodeSelector);
        tolerations = Frozen.list(tolerations);
    }
}
