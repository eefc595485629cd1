package dev.sluice.engine.preemption;

import dev.sluice.engine.quota.QuotaNode;
import dev.sluice.engine.reason.PreemptionReason;
import dev.sluice.engine.world.ClusterQueue;
import dev.sluice.engine.world.Workload;
import org.jspecify.annotations.Nullable;

/// A workload that could be preempted, with the terms on which that is allowed (R6.5).
///
/// @param queue where it holds quota
/// @param meeting the lowest cohort above both the preemptor and the candidate; null for the preemptor's own queue
/// @param variant the terms
record Candidate(
        Workload workload, ClusterQueue queue, @Nullable QuotaNode meeting, Variant variant) {

    /// Terms of preemption.
    enum Variant {
        WITHIN_QUEUE(PreemptionReason.IN_CLUSTER_QUEUE),
        HIERARCHICAL(PreemptionReason.IN_COHORT_RECLAMATION),
        ONLY_WITHOUT_BORROWING(PreemptionReason.IN_COHORT_RECLAMATION),
        WHILE_BORROWING(PreemptionReason.IN_COHORT_RECLAIM_WHILE_BORROWING);

        private final PreemptionReason reason;

        Variant(PreemptionReason reason) {
            this.reason = reason;
        }

        PreemptionReason reason() {
            return reason;
        }
    }
}
