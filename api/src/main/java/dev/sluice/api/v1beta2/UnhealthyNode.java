package dev.sluice.api.v1beta2;

/// A node that failed under the workload.
///
/// @param name the node
@ApiRecord
public record UnhealthyNode(String name) {}
