package dev.sluice.api.v1beta2;

import com.fasterxml.jackson.annotation.JsonInclude;

/// How often a workload was evicted for a reason.
///
/// @param reason reason of the condition `Evicted`
/// @param underlyingCause more exactly; may be empty
/// @param count how often
@ApiRecord
public record EvictionCount(String reason, @JsonInclude String underlyingCause, Integer count) {}
