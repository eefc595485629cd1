package dev.sluice.localcluster.job;

import java.util.Collection;
import java.util.SortedSet;
import java.util.TreeSet;

/// Sets of completion indexes in the notation of a job's status: `1,3-5,7`.
final class Indexes {
    private Indexes() {}

    /// @param limit indexes from here on are left out; they belong to a job that was larger once
    static SortedSet<Integer> parse(String text, int limit) {
        SortedSet<Integer> indexes = new TreeSet<>();
        if (text.isEmpty()) {
            return indexes;
        }
        for (String part : text.split(",")) {
            int dash = part.indexOf('-');
            int from = Integer.parseInt(dash < 0 ? part : part.substring(0, dash));
            int to = dash < 0 ? from : Integer.parseInt(part.substring(dash + 1));
            for (int index = from; index <= to && index < limit; index++) {
                indexes.add(index);
            }
        }
        return indexes;
    }

    static String format(Collection<Integer> indexes) {
        StringBuilder text = new StringBuilder();
        int start = -1;
        int end = -1;
        for (int index : new TreeSet<>(indexes)) {
            if (start >= 0 && index == end + 1) {
                end = index;
                continue;
            }
            append(text, start, end);
            start = index;
            end = index;
        }
        append(text, start, end);
        return text.toString();
    }

    private static void append(StringBuilder text, int start, int end) {
        if (start < 0) {
            return;
        }
        if (!text.isEmpty()) {
            text.append(',');
        }
        text.append(start);
        if (end > start + 1) {
            text.append('-').append(end);
        } else if (end > start) {
            text.append(',').append(end);
        }
    }
}
