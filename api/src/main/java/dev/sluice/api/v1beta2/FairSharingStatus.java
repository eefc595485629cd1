package dev.sluice.api.v1beta2;

/// The share of a node of the quota tree.
///
/// @param weightedShare share times 1000 over weight, rounded up; the largest long if the weight is 0 and it borrows
@ApiRecord
public record FairSharingStatus(Long weightedShare) {}
