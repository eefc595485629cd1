package dev.sluice.podscheduler.metrics;

import dev.sluice.podscheduler.framework.Point;
import dev.sluice.podscheduler.framework.Status;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.LongSupplier;

/// The counters and histograms of the scheduler under their upstream names (section 5.9). Any thread may count and read.
///
/// Gauges are not kept here: they are read off the queue and the cluster's state, so they cannot drift (S2.123). How long something
/// takes is read off a stopwatch that the shell lends; without one it takes no time, so that a scheduler stays a mere value.
public final class SchedulerMetrics {
    private static final String PREFIX = "scheduler_";
    private static final Map<String, Buckets> BUCKETS =
            Map.of(
                    "scheduling_attempt_duration_seconds", new Buckets(0.001, 2, 15),
                    "scheduling_algorithm_duration_seconds", new Buckets(0.001, 2, 15),
                    "event_handling_duration_seconds", new Buckets(0.0001, 2, 12),
                    "queueing_hint_execution_duration_seconds", new Buckets(0.00001, 1.5, 20),
                    "framework_extension_point_duration_seconds", new Buckets(0.0001, 2, 12),
                    "plugin_execution_duration_seconds", new Buckets(0.00001, 1.5, 20),
                    "pod_scheduling_sli_duration_seconds", new Buckets(0.01, 2, 20),
                    "pod_scheduling_attempts", new Buckets(1, 2, 5),
                    "permit_wait_duration_seconds", new Buckets(0.001, 2, 15),
                    "preemption_victims", new Buckets(1, 2, 7));

    /// @param labels names and values in turn
    private record Series(String name, List<String> labels) {
        SortedMap<String, String> byName() {
            SortedMap<String, String> byName = new TreeMap<>();
            for (int i = 0; i < labels.size(); i += 2) {
                byName.put(labels.get(i), labels.get(i + 1));
            }
            return byName;
        }

        Sample sample(String suffix, double value) {
            return new Sample(PREFIX + name + suffix, byName(), value);
        }
    }

    private static final class Histogram {
        private final Buckets buckets;
        private final long[] counts;
        private long count;
        private double sum;

        Histogram(Buckets buckets) {
            this.buckets = buckets;
            this.counts = new long[buckets.count()];
        }

        void add(double value) {
            for (int i = 0; i < buckets.count(); i++) {
                if (value <= buckets.bound(i)) {
                    counts[i]++;
                    break;
                }
            }
            count++;
            sum += value;
        }
    }

    private final Map<Series, Long> counters = new HashMap<>();
    private final Map<Series, Histogram> histograms = new HashMap<>();
    private final LongSupplier stopwatch;

    /// Numbers of a scheduler that knows no time.
    public SchedulerMetrics() {
        this(() -> 0);
    }

    /// @param stopwatch nanoseconds from some moment on, never less than before
    public SchedulerMetrics(LongSupplier stopwatch) {
        this.stopwatch = stopwatch;
    }

    /// Nanoseconds on the stopwatch, for [#took].
    public long begin() {
        return stopwatch.getAsLong();
    }

    /// Observes, in seconds, how long it took since `begin`.
    ///
    /// @param name without the prefix, of one of the histograms
    /// @param labels names and values in turn
    public void took(String name, long begin, String... labels) {
        observe(name, (stopwatch.getAsLong() - begin) / 1e9, labels);
    }

    /// Observes how long all plugins at a point took since `begin` (S1.63).
    public void passed(Point point, Status.Code status, String profile, long begin) {
        took(
                "framework_extension_point_duration_seconds",
                begin,
                "extension_point",
                point.label(),
                "status",
                status.text(),
                "profile",
                profile);
    }

    /// Observes how long one plugin took at a point since `begin` (S1.62).
    public void executed(String plugin, Point point, Status.Code status, long begin) {
        took(
                "plugin_execution_duration_seconds",
                begin,
                "plugin",
                plugin,
                "extension_point",
                point.label(),
                "status",
                status.text());
    }

    /// @param name without the prefix
    /// @param labels names and values in turn
    public void count(String name, String... labels) {
        count(name, 1, labels);
    }

    /// @param name without the prefix
    /// @param labels names and values in turn
    public synchronized void count(String name, long times, String... labels) {
        counters.merge(new Series(name, List.of(labels)), times, Long::sum);
    }

    /// @param name without the prefix, of one of the histograms
    /// @param labels names and values in turn
    public synchronized void observe(String name, double value, String... labels) {
        Buckets buckets = BUCKETS.get(name);
        if (buckets == null) {
            throw new IllegalArgumentException("no histogram is called " + name);
        }
        histograms
                .computeIfAbsent(new Series(name, List.of(labels)), _ -> new Histogram(buckets))
                .add(value);
    }

    /// All numbers: counters as they are, histograms as `_bucket`, `_sum` and `_count`.
    public synchronized List<Sample> samples() {
        List<Sample> samples = new ArrayList<>();
        sorted(counters).forEach((series, value) -> samples.add(series.sample("", value)));
        sorted(histograms).forEach((series, histogram) -> add(samples, series, histogram));
        return samples;
    }

    private static <T> Map<Series, T> sorted(Map<Series, T> bySeries) {
        Map<Series, T> sorted =
                new TreeMap<>(
                        Comparator.comparing(Series::name)
                                .thenComparing(series -> series.labels().toString()));
        sorted.putAll(bySeries);
        return sorted;
    }

    private static void add(List<Sample> samples, Series series, Histogram histogram) {
        long below = 0;
        for (int i = 0; i < histogram.buckets.count(); i++) {
            below += histogram.counts[i];
            samples.add(bucket(series, String.valueOf(histogram.buckets.bound(i)), below));
        }
        samples.add(bucket(series, "+Inf", histogram.count));
        samples.add(series.sample("_sum", histogram.sum));
        samples.add(series.sample("_count", histogram.count));
    }

    private static Sample bucket(Series series, String bound, long count) {
        Sample bucket = series.sample("_bucket", count);
        bucket.labels().put("le", bound);
        return bucket;
    }

    /// The samples in the text form of Prometheus, each name behind a line that says its type.
    public static String text(List<Sample> samples) {
        StringBuilder text = new StringBuilder();
        String before = "";
        for (Sample sample : samples) {
            String name = named(sample.name());
            if (!name.equals(before)) {
                text.append("# TYPE ").append(name).append(' ').append(type(name)).append('\n');
                before = name;
            }
            text.append(sample.line()).append('\n');
        }
        return text.toString();
    }

    /// The name whose samples these are: a histogram's have endings.
    private static String named(String sample) {
        String name = sample.replaceFirst("_(bucket|sum|count)$", "");
        return BUCKETS.containsKey(name.substring(PREFIX.length())) ? name : sample;
    }

    private static String type(String name) {
        return BUCKETS.containsKey(name.substring(PREFIX.length()))
                ? "histogram"
                : name.endsWith("_total") ? "counter" : "gauge";
    }
}
