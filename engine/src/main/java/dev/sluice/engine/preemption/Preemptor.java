package dev.sluice.engine.preemption;

import dev.sluice.engine.quota.QuotaForest;
import dev.sluice.engine.quota.QuotaNode;
import dev.sluice.engine.quota.Usage;
import dev.sluice.engine.spec.ClusterQueueSpec;
import dev.sluice.engine.spec.Preemption;
import dev.sluice.engine.spec.Preemption.Policy;
import dev.sluice.engine.world.ClusterQueue;
import dev.sluice.engine.world.Workload;

/// A workload that wants room.
///
/// @param queue where it is queued
/// @param mayBorrow whether its queue may use more than its own quota for it (KEP-8729)
public record Preemptor(Workload workload, ClusterQueue queue, boolean mayBorrow) {

    /// Whether the policy lets it preempt the candidate (R6.2).
    public boolean mayPreempt(Workload candidate, Policy policy) {
        return switch (policy) {
            case NEVER -> false;
            case ANY -> true;
            case LOWER_PRIORITY -> candidate.priority() < workload.priority();
            case LOWER_OR_NEWER_EQUAL_PRIORITY ->
                    candidate.priority() < workload.priority()
                            || (candidate.priority() == workload.priority()
                                    && workload.orderedAt() < candidate.orderedAt());
        };
    }

    /// Whether its queue's policies allow any preemption at all.
    boolean mayPreemptAnybody() {
        Preemption policies = policies();
        return policies.withinClusterQueue() != Policy.NEVER
                || (node().parent() != null && policies.reclaimWithinCohort() != Policy.NEVER);
    }

    Preemption policies() {
        ClusterQueueSpec spec = queue.spec();
        return spec == null ? Preemption.NEVER : spec.preemption();
    }

    QuotaNode node() {
        return queue.node();
    }

    /// Whether the request fits now (R6.11). Where it is the workload itself that must not borrow, a request of nothing
    /// does not count as borrowing (FB9).
    boolean fits(Usage request, boolean allowBorrowing) {
        QuotaNode node = queue.node();
        for (int i = 0; i < request.size(); i++) {
            int fr = request.frAt(i);
            long amount = request.amountAt(i);
            if (!allowBorrowing
                    && (mayBorrow || amount > 0)
                    && QuotaForest.isBorrowingWith(node, fr, amount)) {
                return false;
            }
            if (amount > QuotaForest.availableToQueue(node, fr)) {
                return false;
            }
        }
        return true;
    }
}
