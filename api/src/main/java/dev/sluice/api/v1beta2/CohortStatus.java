package dev.sluice.api.v1beta2;

import org.jspecify.annotations.Nullable;

/// The share of a Cohort.
///
/// @param fairSharing only with fair sharing
@ApiRecord
public record CohortStatus(@Nullable FairSharingStatus fairSharing) {}
