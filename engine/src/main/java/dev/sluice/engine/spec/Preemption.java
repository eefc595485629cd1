package dev.sluice.engine.spec;

import org.jspecify.annotations.Nullable;

/// Whom the workloads of a ClusterQueue may preempt (R6.2, R6.5).
///
/// @param withinClusterQueue workloads of the same ClusterQueue
/// @param reclaimWithinCohort workloads of the cohort tree that use more than their own quota
/// @param borrowWithinCohort whether it may do so while it borrows itself
public record Preemption(
        Policy withinClusterQueue,
        Policy reclaimWithinCohort,
        BorrowWithinCohort borrowWithinCohort) {

    /// Nobody.
    public static final Preemption NEVER =
            new Preemption(Policy.NEVER, Policy.NEVER, BorrowWithinCohort.NEVER);

    /// Which candidates are permitted, compared with the preemptor.
    public enum Policy {
        NEVER,
        LOWER_PRIORITY,
        LOWER_OR_NEWER_EQUAL_PRIORITY,
        ANY
    }

    /// Preemption while borrowing.
    ///
    /// @param lowerPriority workloads of lower priority may be preempted while borrowing; else none
    /// @param maxPriorityThreshold only candidates of at most this priority; null means no such bound
    public record BorrowWithinCohort(
            boolean lowerPriority, @Nullable Integer maxPriorityThreshold) {
        public static final BorrowWithinCohort NEVER = new BorrowWithinCohort(false, null);
    }
}
