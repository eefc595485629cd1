package dev.sluice.api.v1beta2;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// How near to each other the pods of a set have to be (A7, 7.3).
///
/// @param required level of the topology in one domain of which all have to be
/// @param preferred the same as a wish
/// @param unconstrained anywhere, but counted against the topology
/// @param podIndexLabel label with the index of the pod
/// @param subGroupIndexLabel label with the index of the replicated job
/// @param subGroupCount number of replicated jobs
/// @param podSetGroupName pod sets of one group share flavor and domain
/// @param podSetSliceRequiredTopology level that holds a whole slice
/// @param podSetSliceSize pods of a slice
/// @param podsetSliceRequiredTopologyConstraints slices within slices, outermost first
@ApiRecord
public record PodSetTopologyRequest(
        @Nullable String required,
        @Nullable String preferred,
        @Nullable Boolean unconstrained,
        @Nullable String podIndexLabel,
        @Nullable String subGroupIndexLabel,
        @Nullable Integer subGroupCount,
        @Nullable String podSetGroupName,
        @Nullable String podSetSliceRequiredTopology,
        @Nullable Integer podSetSliceSize,
        List<SliceTopologyConstraint> podsetSliceRequiredTopologyConstraints) {

    public PodSetTopologyRequest {
        podsetSliceRequiredTopologyConstraints =
                Frozen.list(podsetSliceRequiredTopologyConstraints);
    }
}
