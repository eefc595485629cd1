package dev.sluice.api.v1beta2;

import io.fabric8.kubernetes.api.model.Quantity;
import org.jspecify.annotations.Nullable;

/// Usage of one resource of a flavor through a LocalQueue.
///
/// @param name the resource
/// @param total all that is used
@ApiRecord
public record LocalQueueResourceUsage(String name, @Nullable Quantity total) {}
