package dev.sluice.api.v1beta2;

/// One layer of slices.
///
/// @param topology level that holds a whole slice
/// @param size pods of a slice
@ApiRecord
public record SliceTopologyConstraint(String topology, Integer size) {}
