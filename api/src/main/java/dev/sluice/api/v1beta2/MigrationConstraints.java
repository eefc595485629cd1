package dev.sluice.api.v1beta2;

import org.jspecify.annotations.Nullable;

/// Where migration ends.
///
/// @param lastAcceptableFlavorName the least preferred flavor at which it does not go on looking
@ApiRecord
public record MigrationConstraints(@Nullable String lastAcceptableFlavorName) {}
