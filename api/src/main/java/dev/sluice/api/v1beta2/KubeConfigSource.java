package dev.sluice.api.v1beta2;

import org.jspecify.annotations.Nullable;

/// Where a kubeconfig is.
///
/// @param location name of a Secret, or a path
/// @param locationType absent means `Secret`
@ApiRecord
public record KubeConfigSource(String location, @Nullable LocationType locationType) {}
