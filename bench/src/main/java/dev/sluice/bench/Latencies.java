package dev.sluice.bench;

import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.ConcurrentLinkedQueue;

/// Durations of many like operations, in nanoseconds, collected by several threads.
final class Latencies {
    private final ConcurrentLinkedQueue<Long> nanos = new ConcurrentLinkedQueue<>();

    void add(long duration) {
        nanos.add(duration);
    }

    int count() {
        return nanos.size();
    }

    /// The duration, in milliseconds, that this share of the operations did not exceed.
    ///
    /// @param quantile from 0 to 1
    /// @return NaN when nothing was measured
    double millis(double quantile) {
        long[] sorted = nanos.stream().mapToLong(Long::longValue).toArray();
        if (sorted.length == 0) {
            return Double.NaN;
        }
        Arrays.sort(sorted);
        int rank = (int) Math.ceil(quantile * sorted.length);
        return sorted[Math.clamp(rank - 1, 0, sorted.length - 1)] / 1e6;
    }

    /// For a table: median and 99th percentile.
    @Override
    public String toString() {
        return String.format(Locale.ROOT, "p50 %.1f ms, p99 %.1f ms", millis(0.5), millis(0.99));
    }
}
