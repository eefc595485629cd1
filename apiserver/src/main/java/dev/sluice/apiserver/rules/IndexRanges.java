package dev.sluice.apiserver.rules;

import java.util.ArrayList;
import java.util.List;

/// Completion indexes in compressed form, such as `0,2-5`.
///
/// @param ranges in rising order, none touching the next
record IndexRanges(List<Range> ranges) {

    /// @param first and last are both inside
    record Range(long first, long last) {}

    /// @param completions indexes must be below
    /// @throws IllegalArgumentException says what is wrong
    static IndexRanges parse(String text, long completions) {
        List<Range> ranges = new ArrayList<>();
        if (text.isEmpty()) {
            return new IndexRanges(ranges);
        }
        long last = -1;
        for (String part : text.split(",", -1)) {
            String[] ends = part.split("-", -1);
            if (ends.length > 2) {
                throw new IllegalArgumentException(
                        "the fragment \""
                                + part
                                + "\" violates the requirement that an index interval can have"
                                + " at most two parts separated by '-'");
            }
            long first = index(ends[0], completions, part);
            after(last, first);
            long end = first;
            if (ends.length == 2) {
                end = index(ends[1], completions, part);
                after(first, end);
            }
            ranges.add(new Range(first, end));
            last = end;
        }
        return new IndexRanges(ranges);
    }

    private static void after(long previous, long current) {
        if (current <= previous) {
            throw new IllegalArgumentException(
                    "non-increasing order, previous: " + previous + ", current: " + current);
        }
    }

    private static long index(String text, long completions, String part) {
        long index;
        try {
            index = Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    "cannot convert string to integer for index: \"" + part + "\"", e);
        }
        if (index >= completions) {
            throw new IllegalArgumentException(
                    "too large index: \"" + text + "\", must be below " + completions);
        }
        return index;
    }

    /// How many indexes there are.
    long count() {
        return ranges.stream().mapToLong(range -> range.last() - range.first() + 1).sum();
    }

    boolean overlaps(IndexRanges other) {
        for (Range one : ranges) {
            for (Range two : other.ranges) {
                if (one.first() <= two.last() && two.first() <= one.last()) {
                    return true;
                }
            }
        }
        return false;
    }
}
