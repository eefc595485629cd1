package dev.sluice.engine.world;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// How far the scan of flavors came, carried from one cycle to the next (R5.21).
///
/// @param tried per pod set and resource (same indexes as in [PodSet]) the index of the last flavor tried, -1 if it was
///     the last of its group, or -2 if the resource got none
/// @param generation allocatable generation of the ClusterQueue when it was recorded
/// @param cycle number of the cycle that recorded it
/// @param equivalence class of the workload then
public record ScanState(
        int[][] tried,
        int[][] resources,
        long generation,
        long cycle,
        @Nullable Object equivalence) {

    /// The resource has no recorded index.
    public static final int NOTHING = -2;

    /// Whether some flavors are still untried (R3.8).
    public boolean hasUntried() {
        for (int[] podSet : tried) {
            for (int index : podSet) {
                if (index >= 0) {
                    return true;
                }
            }
        }
        return false;
    }

    /// Whether it says nothing about the present any more (R5.22).
    ///
    /// @param atGeneration allocatable generation of the ClusterQueue now
    /// @param inCycle number of the present cycle
    /// @param ofClass class of the workload now
    /// @param preserves gate `FlavorFungibilityPreserveScanProgress`
    public boolean isOutdated(
            long atGeneration, long inCycle, @Nullable Object ofClass, boolean preserves) {
        boolean grown = atGeneration > generation;
        if (!preserves) {
            return grown;
        }
        return !Objects.equals(equivalence, ofClass) || (grown && cycle < inCycle - 1);
    }

    /// The recorded index for a pod set and a resource, or [#NOTHING].
    public int triedIndex(int podSet, int resource) {
        if (podSet >= tried.length) {
            return NOTHING;
        }
        for (int i = 0; i < resources[podSet].length; i++) {
            if (resources[podSet][i] == resource) {
                return tried[podSet][i];
            }
        }
        return NOTHING;
    }
}
