package dev.sluice.api.v1beta2;

import java.util.List;

/// The quota that a workload holds.
///
/// @param clusterQueue whose quota
/// @param podSetAssignments for each pod set
@ApiRecord
public record Admission(String clusterQueue, List<PodSetAssignment> podSetAssignments) {

    public Admission {
        podSetAssignments = Frozen.list(podSetAssignments);
    }
}
