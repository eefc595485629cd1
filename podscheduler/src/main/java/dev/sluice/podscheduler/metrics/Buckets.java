package dev.sluice.podscheduler.metrics;

/// The upper bounds of a histogram: the first, and each next one so many times as large (S5.9).
record Buckets(double first, double factor, int count) {
    double bound(int bucket) {
        return first * Math.pow(factor, bucket);
    }
}
