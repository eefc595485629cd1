package dev.sluice.api.v1beta2;

import org.jspecify.annotations.Nullable;

/// Whom the workloads of a ClusterQueue may evict (A3.4).
///
/// @param reclaimWithinCohort among borrowers of the cohort, when the preemptor stays within its nominal quota; absent means `Never`
/// @param borrowWithinCohort among the cohort, when the preemptor itself borrows
/// @param withinClusterQueue in the same queue; absent means `Never`
@ApiRecord
public record ClusterQueuePreemption(
        @Nullable ReclaimWithinCohort reclaimWithinCohort,
        @Nullable BorrowWithinCohort borrowWithinCohort,
        @Nullable WithinClusterQueue withinClusterQueue) {}
