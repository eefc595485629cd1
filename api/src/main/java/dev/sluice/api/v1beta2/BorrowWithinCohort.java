package dev.sluice.api.v1beta2;

import org.jspecify.annotations.Nullable;

/// Whom a preemptor that borrows may evict.
///
/// @param policy absent means `Never`
/// @param maxPriorityThreshold only workloads up to this priority may be evicted
@ApiRecord
public record BorrowWithinCohort(
        @Nullable BorrowWithinCohortPolicy policy, @Nullable Integer maxPriorityThreshold) {}
