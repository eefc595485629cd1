package dev.sluice.engine.spec;

import org.jspecify.annotations.Nullable;

/// The quota of one flavor and resource in one node of the quota tree, in canonical units ([Amounts]).
///
/// @param nominal what the node owns
/// @param borrowingLimit how much more it may use; null means no limit
/// @param lendingLimit how much of its own others may use; null means all
public record Quota(long nominal, @Nullable Long borrowingLimit, @Nullable Long lendingLimit) {

    public static Quota of(long nominal) {
        return new Quota(nominal, null, null);
    }
}
