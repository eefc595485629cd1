package dev.sluice.controllers.metrics;

import dev.sluice.api.v1beta2.ClusterQueue;
import dev.sluice.api.v1beta2.Cohort;
import dev.sluice.api.v1beta2.LocalQueue;
import dev.sluice.reconcile.Cache;
import dev.sluice.reconcile.Change;
import dev.sluice.reconcile.Cluster;
import dev.sluice.reconcile.Key;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.core.metrics.StatefulMetric;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Counters and histograms. A series lives as long as the queue or the cohort that its labels name: it goes with it, what
/// happens later to its workloads is not counted (L8.3, L8.5), and a queue that is made anew starts from zero.
///
/// All that keep numbers are made here, so none is forgotten; who is named follows from the labels' names.
final class Meters {
    private static final Set<String> CLUSTER_QUEUES =
            Set.of("cluster_queue", "preempting_cluster_queue");
    private static final Set<String> LOCAL_QUEUES = Set.of("name", "local_queue");
    private static final String NAMESPACE = "namespace";
    private static final String COHORT = "cohort";

    /// Labels that name nothing that could be deleted. `name` is one, too, where no namespace is beside it.
    private static final Set<String> OTHERS =
            Set.of(
                    "cluster",
                    "constraint",
                    "is_group",
                    "job_kind",
                    "name",
                    "priority_class",
                    "reason",
                    "result",
                    "underlying_cause");

    private final PrometheusRegistry registry;
    private final Cache<ClusterQueue> clusterQueues;
    private final Cache<LocalQueue> localQueues;
    private final Cache<Cohort> cohorts;
    private final List<Kept> all = new ArrayList<>();

    /// Between the question whether a queue is there and the counting it must not go.
    private final ReentrantLock changing = new ReentrantLock();

    Meters(Cluster cluster, PrometheusRegistry registry) {
        this.registry = registry;
        this.clusterQueues = cluster.cache(ClusterQueue.class);
        this.localQueues = cluster.cache(LocalQueue.class);
        this.cohorts = cluster.cache(Cohort.class);
        clusterQueues.index(COHORT, queue -> listed(cohort(queue)));
        cohorts.index(COHORT, cohort -> listed(parent(cohort)));
        clusterQueues.onChange(this::clusterQueueChanged);
        localQueues.onChange(this::localQueueChanged);
        cohorts.onChange(this::cohortChanged);
    }

    /// What a meter's labels name, as places among their values; -1 where they name none.
    private record Named(int clusterQueue, int localQueue, int namespace, int cohort) {
        static Named by(List<String> labels) {
            int namespace = labels.indexOf(NAMESPACE);
            for (String label : labels) {
                boolean known =
                        CLUSTER_QUEUES.contains(label)
                                || OTHERS.contains(label)
                                || label.equals(COHORT)
                                || (namespace >= 0
                                        && (label.equals(NAMESPACE)
                                                || LOCAL_QUEUES.contains(label)));
                if (!known) {
                    throw new IllegalArgumentException(
                            "nothing is known of the label "
                                    + label
                                    + "\nMaybe it names something that can be deleted");
                }
            }
            return new Named(
                    place(labels, CLUSTER_QUEUES::contains),
                    namespace < 0 ? -1 : place(labels, LOCAL_QUEUES::contains),
                    namespace,
                    labels.indexOf(COHORT));
        }

        private static int place(List<String> labels, Predicate<String> wanted) {
            for (int i = 0; i < labels.size(); i++) {
                if (wanted.test(labels.get(i))) {
                    return i;
                }
            }
            return -1;
        }

        boolean isClusterQueue(List<String> values, String name) {
            return clusterQueue >= 0 && values.get(clusterQueue).equals(name);
        }

        boolean isLocalQueue(List<String> values, Key key) {
            return localQueue >= 0 && localQueueOf(values).equals(key);
        }

        boolean isCohort(List<String> values, String name) {
            return cohort >= 0 && values.get(cohort).equals(name);
        }

        Key localQueueOf(List<String> values) {
            return new Key(values.get(namespace), values.get(localQueue));
        }
    }

    private record Kept(StatefulMetric<?, ?> metric, Named named) {}

    /// A counter.
    final class Count {
        private final Counter counter;
        private final Named named;

        private Count(Counter counter, Named named) {
            this.counter = counter;
            this.named = named;
        }

        /// @param values of the labels, in their order
        void inc(String... values) {
            ifThere(named, values, () -> counter.labelValues(values).inc());
        }
    }

    /// A histogram of durations.
    final class Time {
        private final Histogram histogram;
        private final Named named;

        private Time(Histogram histogram, Named named) {
            this.histogram = histogram;
            this.named = named;
        }

        /// @param values of the labels, in their order
        void observe(double seconds, String... values) {
            ifThere(named, values, () -> histogram.labelValues(values).observe(seconds));
        }
    }

    /// @param name without the common prefix
    /// @param labels their names, in the order of the values
    Count count(String name, String help, String... labels) {
        return countBare("kueue_" + name, help, labels);
    }

    /// @param name whole, without the common prefix
    /// @param labels their names, in the order of the values
    Count countBare(String name, String help, String... labels) {
        Named named = Named.by(List.of(labels));
        Counter counter =
                Counter.builder()
                        .name(name)
                        .help(help)
                        .constLabels(Metrics.ROLE)
                        .labelNames(labels)
                        .register(registry);
        all.add(new Kept(counter, named));
        return new Count(counter, named);
    }

    /// @param name without the common prefix
    /// @param bounds upper bounds of the buckets, in seconds; null for the client library's own
    /// @param labels their names, in the order of the values
    Time time(String name, String help, double @Nullable [] bounds, String... labels) {
        Named named = Named.by(List.of(labels));
        Histogram.Builder builder =
                Histogram.builder()
                        .name("kueue_" + name)
                        .help(help)
                        .constLabels(Metrics.ROLE)
                        .labelNames(labels)
                        .classicOnly();
        if (bounds != null) {
            builder.classicUpperBounds(bounds);
        }
        Histogram histogram = builder.register(registry);
        all.add(new Kept(histogram, named));
        return new Time(histogram, named);
    }

    private void ifThere(Named named, String[] values, Runnable counting) {
        changing.lock();
        try {
            if (isThere(named, List.of(values))) {
                counting.run();
            }
        } finally {
            changing.unlock();
        }
    }

    private boolean isThere(Named named, List<String> values) {
        return (named.clusterQueue < 0
                        || clusterQueues
                                .get(Key.cluster(values.get(named.clusterQueue)))
                                .isPresent())
                && (named.localQueue < 0 || localQueues.get(named.localQueueOf(values)).isPresent())
                && (named.cohort < 0 || isThere(values.get(named.cohort)));
    }

    /// A cohort is there when it has an object or when somebody names it.
    private boolean isThere(String cohort) {
        return cohorts.get(Key.cluster(cohort)).isPresent()
                || !clusterQueues.by(COHORT, cohort).isEmpty()
                || !cohorts.by(COHORT, cohort).isEmpty();
    }

    private void clusterQueueChanged(Change<ClusterQueue> change) {
        if (isGone(change)) {
            remove((named, values) -> named.isClusterQueue(values, change.key().name()));
        }
        if (change.before() != null) {
            leave(cohort(change.before()), change.after() == null ? "" : cohort(change.after()));
        }
    }

    private void localQueueChanged(Change<LocalQueue> change) {
        if (isGone(change)) {
            remove((named, values) -> named.isLocalQueue(values, change.key()));
        }
    }

    private void cohortChanged(Change<Cohort> change) {
        if (change.before() != null) {
            leave(parent(change.before()), change.after() == null ? "" : parent(change.after()));
            leave(change.key().name(), change.after() == null ? "" : change.key().name());
        }
    }

    /// Somebody names another cohort now.
    private void leave(String before, String after) {
        if (!before.isEmpty() && !before.equals(after) && !isThere(before)) {
            remove((named, values) -> named.isCohort(values, before));
        }
    }

    /// Whether an object is gone, also if another one of its name is there at once.
    private static <T extends HasMetadata> boolean isGone(Change<T> change) {
        T before = change.before();
        T after = change.after();
        return before != null
                && (after == null
                        || !before.getMetadata().getUid().equals(after.getMetadata().getUid()));
    }

    /// Whether a series is one of those to be removed.
    private interface Choice {
        boolean test(Named named, List<String> values);
    }

    private void remove(Choice choice) {
        changing.lock();
        try {
            for (Kept kept : all) {
                kept.metric().removeIf(values -> choice.test(kept.named(), values));
            }
        } finally {
            changing.unlock();
        }
    }

    private static String cohort(ClusterQueue queue) {
        return queue.getSpec() == null ? "" : orEmpty(queue.getSpec().cohortName());
    }

    private static String parent(Cohort cohort) {
        return cohort.getSpec() == null ? "" : orEmpty(cohort.getSpec().parentName());
    }

    private static String orEmpty(@Nullable String name) {
        return name == null ? "" : name;
    }

    private static List<String> listed(String name) {
        return name.isEmpty() ? List.of() : List.of(name);
    }
}
