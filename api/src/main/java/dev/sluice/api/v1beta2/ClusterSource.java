package dev.sluice.api.v1beta2;

import org.jspecify.annotations.Nullable;

/// Where the credentials of a cluster come from.
///
/// @param kubeConfig a kubeconfig
/// @param clusterProfileRef a ClusterProfile
@ApiRecord
public record ClusterSource(
        @Nullable KubeConfigSource kubeConfig,
        @Nullable ClusterProfileReference clusterProfileRef) {}
