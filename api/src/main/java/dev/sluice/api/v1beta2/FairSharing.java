package dev.sluice.api.v1beta2;

import io.fabric8.kubernetes.api.model.Quantity;
import org.jspecify.annotations.Nullable;

/// The weight of a node of the quota tree, or of a LocalQueue.
///
/// @param weight absent means 1
@ApiRecord
public record FairSharing(@Nullable Quantity weight) {}
