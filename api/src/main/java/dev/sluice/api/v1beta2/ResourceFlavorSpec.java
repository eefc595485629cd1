package dev.sluice.api.v1beta2;

import io.fabric8.kubernetes.api.model.Taint;
import io.fabric8.kubernetes.api.model.Toleration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Which nodes a flavor means (A6).
///
/// @param nodeLabels labels of the nodes; pods get them as node selector
/// @param nodeTaints taints that a workload has to tolerate
/// @param tolerations tolerations that its pods get
/// @param topologyName the Topology of the nodes
@ApiRecord
public record ResourceFlavorSpec(
        Map<String, String> nodeLabels,
        List<Taint> nodeTaints,
        List<Toleration> tolerations,
        @Nullable String topologyName) {

    public ResourceFlavorSpec {
        nodeLabels = Frozen.map(nodeLabels);
        nodeTaints = Frozen.list(nodeTaints);
        tolerations = Frozen.list(tolerations);
    }
}
