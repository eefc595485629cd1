package dev.sluice.api.v1beta2;

/// How variants of a workload are admitted side by side (A3, 3.6).
///
/// @param migration when an admitted workload moves
@ApiRecord
public record ConcurrentAdmissionPolicy(ConcurrentAdmissionMigration migration) {}
