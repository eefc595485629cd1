package dev.sluice.controllers.job;

import dev.sluice.api.v1beta2.PriorityClassRef;
import org.jspecify.annotations.Nullable;

/// Where a workload's priority comes from (L1.9).
public sealed interface Priority {

    /// @param source the class, or null when no class says anything
    record Known(int value, @Nullable PriorityClassRef source) implements Priority {}

    /// The WorkloadPriorityClass that a job names does not exist.
    record Missing(String className) implements Priority {}
}
