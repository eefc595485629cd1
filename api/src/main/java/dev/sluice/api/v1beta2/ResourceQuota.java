package dev.sluice.api.v1beta2;

import io.fabric8.kubernetes.api.model.Quantity;
import org.jspecify.annotations.Nullable;

/// The quota of one resource in one flavor (A3.2).
///
/// @param name the resource
/// @param nominalQuota what the queue owns; absent counts as 0
/// @param borrowingLimit how much more it may take from its cohort; absent means without limit
/// @param lendingLimit how much of its own others may take; absent means all
@ApiRecord
public record ResourceQuota(
        String name,
        @Nullable Quantity nominalQuota,
        @Nullable Quantity borrowingLimit,
        @Nullable Quantity lendingLimit) {}
