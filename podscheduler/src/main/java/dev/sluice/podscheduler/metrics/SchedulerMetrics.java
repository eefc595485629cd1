package dev.sluice.podscheduler.metrics;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/// The counters and histograms of the scheduler under their upstream names (section 5.9). Any thread may count and read.
///
/// Gauges are not kept here: they are read off the queue and the cluster's state, so they cannot drift (S2.123).
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

    private record Series(String name, SortedMap<String, String> labels)
            implements Comparable<Series> {
        @Override
        public int compareTo(Series other) {
            int byName = name.compareTo(other.name);
            return byName != 0 ? byName : labels.toString().compareTo(other.labels.toString());
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

    private final Map<Series, Long> counters = new TreeMap<>();
    private final Map<Series, Histogram> histograms = new TreeMap<>();

    /// @param name without the prefix
    /// @param labels names and values in turn
    public synchronized void count(String name, String... labels) {
        counters.merge(series(name, labels), 1L, Long::sum);
    }

    /// @param name without the prefix, of one of the histograms
    /// @param labels names and values in turn
    public synchronized void observe(String name, double value, String... labels) {
        Buckets buckets = BUCKETS.get(name);
        if (buckets == null) {
            throw new IllegalArgumentException("no histogram is called " + name);
        }
        histograms.computeIfAbsent(series(name, labels), _ -> new Histogram(buckets)).add(value);
    }

    private static Series series(String name, String... labels) {
        SortedMap<String, String> byName = new TreeMap<>();
        for (int i = 0; i < labels.length; i += 2) {
            byName.put(labels[i], labels[i + 1]);
        }
        return new Series(PREFIX + name, byName);
    }

    /// All numbers: counters as they are, histograms as `_bucket`, `_sum` and `_count`.
    public synchronized List<Sample> samples() {
        List<Sample> samples = new ArrayList<>();
        counters.forEach(
                (series, value) -> samples.add(new Sample(series.name(), series.labels(), value)));
        histograms.forEach((series, histogram) -> add(samples, series, histogram));
        return samples;
    }

    private static void add(List<Sample> samples, Series series, Histogram histogram) {
        long below = 0;
        for (int i = 0; i < histogram.buckets.count(); i++) {
            below += histogram.counts[i];
            samples.add(bucket(series, String.valueOf(histogram.buckets.bound(i)), below));
        }
        samples.add(bucket(series, "+Inf", histogram.count));
        samples.add(new Sample(series.name() + "_sum", series.labels(), histogram.sum));
        samples.add(new Sample(series.name() + "_count", series.labels(), histogram.count));
    }

    private static Sample bucket(Series series, String bound, long count) {
        SortedMap<String, String> labels = new TreeMap<>(series.labels());
        labels.put("le", bound);
        return new Sample(series.name() + "_bucket", labels, count);
    }

    /// The samples in the text form of Prometheus.
    public static String text(List<Sample> samples) {
        StringBuilder text = new StringBuilder();
        for (Sample sample : samples) {
            text.append(sample.name());
            if (!sample.labels().isEmpty()) {
                List<String> labels = new ArrayList<>();
                sample.labels().forEach((name, value) -> labels.add(name + "=\"" + value + "\""));
                text.append('{').append(String.join(",", labels)).append('}');
            }
            double value = sample.value();
            text.append(' ')
                    .append(value == Math.rint(value) ? String.valueOf((long) value) : value)
                    .append('\n');
        }
        return text.toString();
    }
}
