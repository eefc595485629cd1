package dev.sluice.api.v1beta2;

import org.jspecify.annotations.Nullable;

/// When a workload moves from the flavor it got to one it likes better.
///
/// @param mode the mode
/// @param constraints limits of the mode `TryPreferredFlavors`
@ApiRecord
public record ConcurrentAdmissionMigration(
        MigrationMode mode, @Nullable MigrationConstraints constraints) {}
