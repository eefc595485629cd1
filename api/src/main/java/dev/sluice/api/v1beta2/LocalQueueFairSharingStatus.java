package dev.sluice.api.v1beta2;

import org.jspecify.annotations.Nullable;

/// What a LocalQueue has consumed.
///
/// @param weightedShare left at 0
/// @param admissionFairSharingStatus the decayed usage
@ApiRecord
public record LocalQueueFairSharingStatus(
        Long weightedShare, @Nullable AdmissionFairSharingStatus admissionFairSharingStatus) {}
