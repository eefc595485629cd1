package dev.sluice.api.v1beta2;

import org.jspecify.annotations.Nullable;

/// When the search for a flavor goes on although one was found (A3.3).
///
/// @param whenCanBorrow if the flavor fits by borrowing; absent means `MayStopSearch`
/// @param whenCanPreempt if the flavor fits by preemption; absent means `TryNextFlavor`
/// @param preference which of the two is the better choice
@ApiRecord
public record FlavorFungibility(
        @Nullable FlavorFungibilityPolicy whenCanBorrow,
        @Nullable FlavorFungibilityPolicy whenCanPreempt,
        @Nullable FlavorFungibilityPreference preference) {}
