package dev.sluice.engine.reason;

import dev.sluice.engine.spec.WorkloadKey;
import java.util.List;

/// One search for victims: who was looked at, in order, and what became of each.
///
/// @param contended the flavors and resources that lack room, as `flavor/resource`
/// @param borrowing whether the ClusterQueue was allowed to use more than its own afterwards (R6.8)
/// @param looked the candidates in the order in which they were looked at
/// @param sufficed whether enough room would be made
public record VictimSearch(
        List<String> contended, boolean borrowing, List<Look> looked, boolean sufficed) {

    /// One candidate.
    public record Look(WorkloadKey workload, String clusterQueue, Fate fate) {}

    /// What became of a candidate.
    public enum Fate {
        /// It would have to go.
        TAKEN,
        /// It was taken, but turned out not to be needed (R6.12).
        SPARED,
        /// It may only be taken if its preemptor does not borrow (R6.10).
        ONLY_WITHOUT_BORROWING,
        /// Its ClusterQueue, or a cohort above, uses no more than its own by then (R6.10).
        WITHIN_NOMINAL,
        /// The shares do not justify it (R7.15).
        SHARE_TOO_SMALL
    }

    public VictimSearch {
        contended = List.copyOf(contended);
        looked = List.copyOf(looked);
    }
}
