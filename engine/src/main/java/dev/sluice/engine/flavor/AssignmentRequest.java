package dev.sluice.engine.flavor;

import dev.sluice.engine.spec.AdmissionConstraints;
import dev.sluice.engine.world.ClusterQueue;
import dev.sluice.engine.world.PodSet;
import dev.sluice.engine.world.ScanState;
import dev.sluice.engine.world.Workload;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What flavors are wanted for.
///
/// @param podSets the pod sets with the counts to be tried
/// @param oldSlice the slice that would be replaced (R9.17), or null
/// @param pinned only flavors that this assignment has chosen (R5.23), or null
/// @param scan where to go on (R5.20), or null
/// @param constraints by which means not (KEP-8729)
/// @param explained whether reasons and attempts are wanted, not only the outcome
public record AssignmentRequest(
        Workload workload,
        ClusterQueue queue,
        List<PodSet> podSets,
        @Nullable Workload oldSlice,
        @Nullable Assignment pinned,
        @Nullable ScanState scan,
        AdmissionConstraints constraints,
        boolean explained) {

    /// The same for other counts.
    public AssignmentRequest with(List<PodSet> other, boolean otherExplained) {
        return new AssignmentRequest(
                workload, queue, other, oldSlice, pinned, scan, constraints, otherExplained);
    }
}
