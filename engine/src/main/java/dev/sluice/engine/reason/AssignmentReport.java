package dev.sluice.engine.reason;

import java.util.List;

/// How the flavor assignment of a workload came out, pod set by pod set (R5.1).
///
/// @param mode the worst mode of the pod sets
/// @param borrowing the greatest borrowing level of any chosen flavor (R5.19)
/// @param podSets in the order of the workload; pod sets after a failed one are missing (R5.3)
public record AssignmentReport(Mode mode, int borrowing, List<PodSetReport> podSets) {

    /// Nothing was looked at.
    public static final AssignmentReport NONE = new AssignmentReport(Mode.NO_FIT, 0, List.of());

    public AssignmentReport {
        podSets = List.copyOf(podSets);
    }
}
