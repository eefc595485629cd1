package dev.sluice.engine;

import java.util.List;
import java.util.Map;

/// How workloads of one cycle got into each other's way, beside the decisions.
///
/// @param recomputations in the order in which they were made (R4.14)
/// @param preemptionSkips by ClusterQueue, how many heads needed preemption and lost to others of the cycle; queues without
///     any are left out
public record CycleReport(
        List<Recomputation> recomputations, Map<String, Integer> preemptionSkips) {
    /// Nothing of the kind.
    public static final CycleReport EMPTY = new CycleReport(List.of(), Map.of());

    public CycleReport {
        recomputations = List.copyOf(recomputations);
        preemptionSkips = Map.copyOf(preemptionSkips);
    }

    /// A head whose victims somebody else had claimed was looked at again as if those were gone.
    public record Recomputation(String clusterQueue, Result result) {}

    /// What that led to.
    public enum Result {
        /// Other victims were found.
        NEW_TARGETS,
        /// It will fit once the others' victims are gone.
        DEFERRED_FIT,
        /// There is neither room nor anybody to preempt.
        SKIPPED
    }
}
