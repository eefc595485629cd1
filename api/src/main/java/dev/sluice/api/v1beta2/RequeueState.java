package dev.sluice.api.v1beta2;

import org.jspecify.annotations.Nullable;

/// Waiting time after an eviction (R3.18).
///
/// @param count how often it was evicted and queued again
/// @param requeueAt not to be queued before this time
@ApiRecord
public record RequeueState(@Nullable Integer count, @Nullable String requeueAt) {}
