package dev.sluice.api.v1beta2;

/// How the other cluster is reached.
///
/// @param clusterSource exactly one of its members is set
@ApiRecord
public record MultiKueueClusterSpec(ClusterSource clusterSource) {}
