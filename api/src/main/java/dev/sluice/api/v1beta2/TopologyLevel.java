package dev.sluice.api.v1beta2;

/// One level of a topology.
///
/// @param nodeLabel label whose value names the domain of a node
@ApiRecord
public record TopologyLevel(String nodeLabel) {}
