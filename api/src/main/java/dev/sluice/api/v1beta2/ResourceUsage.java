package dev.sluice.api.v1beta2;

import io.fabric8.kubernetes.api.model.Quantity;
import org.jspecify.annotations.Nullable;

/// Usage of one resource of a flavor in a ClusterQueue.
///
/// @param name the resource
/// @param total all that is used
/// @param borrowed the part above the nominal quota
@ApiRecord
public record ResourceUsage(String name, @Nullable Quantity total, @Nullable Quantity borrowed) {}
