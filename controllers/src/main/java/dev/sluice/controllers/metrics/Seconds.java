package dev.sluice.controllers.metrics;

import java.time.Duration;

/// Durations as metrics have them.
final class Seconds {
    /// Upper bounds of waiting times: 1, 2.5, 5, then doubling (L8.4).
    static double[] bounds(int count) {
        double[] bounds = new double[count];
        bounds[0] = 1;
        double bound = 2.5;
        for (int i = 1; i < count; i++) {
            bounds[i] = bound;
            bound *= 2;
        }
        return bounds;
    }

    /// Upper bounds that double.
    static double[] doubling(double first, int count) {
        double[] bounds = new double[count];
        for (int i = 0; i < count; i++) {
            bounds[i] = first * (1L << i);
        }
        return bounds;
    }

    private Seconds() {}

    static double of(Duration duration) {
        return duration.toNanos() / 1e9;
    }
}
