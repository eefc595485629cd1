package dev.sluice.api.v1beta2;

import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import org.jspecify.annotations.Nullable;

/// A group of equal pods (A7, 7.2).
///
/// @param name absent means `main`
/// @param template the pods
/// @param count how many; absent means 1
/// @param minCount how few are enough
/// @param topologyRequest how near to each other they have to be
@ApiRecord
public record PodSet(
        @Nullable String name,
        PodTemplateSpec template,
        @Nullable Integer count,
        @Nullable Integer minCount,
        @Nullable PodSetTopologyRequest topologyRequest) {}
