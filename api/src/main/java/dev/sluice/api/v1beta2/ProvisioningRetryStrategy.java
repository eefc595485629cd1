package dev.sluice.api.v1beta2;

import org.jspecify.annotations.Nullable;

/// How often and how fast a request is repeated.
///
/// @param backoffLimitCount absent means 3
/// @param backoffBaseSeconds absent means 60
/// @param backoffMaxSeconds absent means 1800
@ApiRecord
public record ProvisioningRetryStrategy(
        @Nullable Integer backoffLimitCount,
        @Nullable Integer backoffBaseSeconds,
        @Nullable Integer backoffMaxSeconds) {}
