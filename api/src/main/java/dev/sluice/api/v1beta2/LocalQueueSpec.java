package dev.sluice.api.v1beta2;

import org.jspecify.annotations.Nullable;

/// Where a LocalQueue leads (A4, 4.1).
///
/// @param clusterQueue the ClusterQueue; it cannot be changed
/// @param stopPolicy absent means `None`
/// @param fairSharing its weight for admission fair sharing
@ApiRecord
public record LocalQueueSpec(
        @Nullable String clusterQueue,
        @Nullable StopPolicy stopPolicy,
        @Nullable FairSharing fairSharing) {}
