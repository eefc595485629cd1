package dev.sluice.api.v1beta2;

/// Pods of a set that need no quota any more.
///
/// @param name the pod set
/// @param count how many
@ApiRecord
public record ReclaimablePod(String name, Integer count) {}
