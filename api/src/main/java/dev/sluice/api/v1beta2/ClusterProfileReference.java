package dev.sluice.api.v1beta2;

/// A ClusterProfile of the manager's namespace.
///
/// @param name its name
@ApiRecord
public record ClusterProfileReference(String name) {}
