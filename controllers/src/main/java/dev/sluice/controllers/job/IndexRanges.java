package dev.sluice.controllers.job;

import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/// Lists of indexes as an Indexed Job writes them: `0,2-4,7`.
final class IndexRanges {
    private IndexRanges() {}

    /// How many different indexes below `bound` stand in one list or the other.
    static int countOfUnion(@Nullable String one, @Nullable String other, int bound) {
        BitSet indexes = new BitSet(Math.max(bound, 0));
        add(indexes, one, bound);
        add(indexes, other, bound);
        return indexes.cardinality();
    }

    private static void add(BitSet indexes, @Nullable String ranges, int bound) {
        if (ranges == null || ranges.isEmpty()) {
            return;
        }
        for (String range : ranges.split(",", -1)) {
            int dash = range.indexOf('-');
            int first = Integer.parseInt(dash < 0 ? range : range.substring(0, dash));
            int last = dash < 0 ? first : Integer.parseInt(range.substring(dash + 1));
            if (first < bound) {
                indexes.set(first, Math.min(last + 1, bound));
            }
        }
    }
}
