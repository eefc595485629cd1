package dev.sluice.controllers.metrics;

import dev.sluice.api.condition.Conditions;
import dev.sluice.api.condition.QueueConditions;
import dev.sluice.api.v1beta2.ClusterQueue;
import dev.sluice.api.v1beta2.LocalQueue;
import dev.sluice.controllers.queueing.QueueReport;
import dev.sluice.controllers.queueing.QueueReports;
import dev.sluice.engine.QueueCounts;
import dev.sluice.model.Amounts;
import dev.sluice.reconcile.Cache;
import dev.sluice.reconcile.Cluster;
import dev.sluice.reconcile.Key;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/// What the queues are like at the moment of looking: nothing is kept here, so series of deleted queues go by themselves
/// (L8.5).
final class QueueMeters {
    private static final List<String> STATUSES = List.of("pending", "active", "terminating");

    private final Cache<ClusterQueue> clusterQueues;
    private final Cache<LocalQueue> localQueues;
    private final QueueReports reports;
    private final boolean withLocalQueues;
    private final boolean withResources;

    QueueMeters(
            Cluster cluster, QueueReports reports, boolean withLocalQueues, boolean withResources) {
        this.clusterQueues = cluster.cache(ClusterQueue.class);
        this.localQueues = cluster.cache(LocalQueue.class);
        this.reports = reports;
        this.withLocalQueues = withLocalQueues;
        this.withResources = withResources;
    }

    void register(PrometheusRegistry registry) {
        pending(registry);
        count(registry, "reserving_active_workloads", "hold quota", QueueCounts::reserving);
        count(registry, "admitted_active_workloads", "are admitted", QueueCounts::admitted);
        status(registry);
        if (withResources) {
            resources(registry);
        }
    }

    private void pending(PrometheusRegistry registry) {
        String help = "Workloads that wait: for their turn (active), or for a change (inadmissible)";
        gauge(
                registry,
                "pending_workloads",
                help,
                List.of("cluster_queue", "status"),
                out ->
                        eachClusterQueue(
                                (name, report) -> {
                                    out.put(report.counts().active(), name, "active");
                                    out.put(report.counts().parked(), name, "inadmissible");
                                }));
        if (withLocalQueues) {
            gauge(
                    registry,
                    "local_queue_pending_workloads",
                    help,
                    List.of("name", "namespace", "status"),
                    out ->
                            eachLocalQueue(
                                    (key, counts) -> {
                                        out.put(
                                                counts.active(),
                                                key.name(),
                                                key.namespace(),
                                                "active");
                                        out.put(
                                                counts.parked(),
                                                key.name(),
                                                key.namespace(),
                                                "inadmissible");
                                    }));
        }
    }

    private void count(
            PrometheusRegistry registry,
            String name,
            String what,
            ToIntFunction<QueueCounts> number) {
        String help = "Workloads that " + what;
        gauge(
                registry,
                name,
                help,
                List.of("cluster_queue"),
                out ->
                        eachClusterQueue(
                                (queue, report) ->
                                        out.put(number.applyAsInt(report.counts()), queue)));
        if (withLocalQueues) {
            gauge(
                    registry,
                    "local_queue_" + name,
                    help,
                    List.of("name", "namespace"),
                    out ->
                            eachLocalQueue(
                                    (key, counts) ->
                                            out.put(
                                                    number.applyAsInt(counts),
                                                    key.name(),
                                                    key.namespace())));
        }
    }

    private void status(PrometheusRegistry registry) {
        gauge(
                registry,
                "cluster_queue_status",
                "1 for the state that the ClusterQueue is in",
                List.of("cluster_queue", "status"),
                out ->
                        clusterQueues
                                .all()
                                .forEach(
                                        queue -> {
                                            String now = state(queue);
                                            STATUSES.forEach(
                                                    status ->
                                                            out.put(
                                                                    status.equals(now) ? 1 : 0,
                                                                    queue.getMetadata().getName(),
                                                                    status));
                                        }));
    }

    private static String state(ClusterQueue queue) {
        if (queue.getMetadata().getDeletionTimestamp() != null) {
            return "terminating";
        }
        return queue.getStatus() != null
                        && Conditions.isTrue(
                                queue.getStatus().conditions(), QueueConditions.ACTIVE)
                ? "active"
                : "pending";
    }

    private void resources(PrometheusRegistry registry) {
        List<String> labels = List.of("cohort", "cluster_queue", "flavor", "resource");
        gauge(
                registry,
                "cluster_queue_resource_reservation",
                "Quota that is held",
                labels,
                out ->
                        eachClusterQueue(
                                (name, report) ->
                                        usage(out, name, report.counts().reserved())));
        gauge(
                registry,
                "cluster_queue_resource_usage",
                "Quota of admitted workloads",
                labels,
                out -> eachClusterQueue((name, report) -> usage(out, name, report.counts().used())));
        gauge(
                registry,
                "cluster_queue_weighted_share",
                "Share under fair sharing",
                List.of("cluster_queue", "cohort"),
                out ->
                        eachClusterQueue(
                                (name, report) -> out.put(report.share(), name, cohort(name))));
    }

    private void usage(Series out, String queue, Map<String, Map<String, Long>> byFlavor) {
        String cohort = cohort(queue);
        byFlavor.forEach(
                (flavor, amounts) ->
                        amounts.forEach(
                                (resource, amount) ->
                                        out.put(
                                                Amounts.quantity(resource, amount)
                                                        .value()
                                                        .doubleValue(),
                                                cohort,
                                                queue,
                                                flavor,
                                                resource)));
    }

    private String cohort(String queue) {
        return clusterQueues
                .get(Key.cluster(queue))
                .map(ClusterQueue::getSpec)
                .map(spec -> spec.cohortName())
                .orElse("");
    }

    private void eachClusterQueue(BiConsumer<String, QueueReport> action) {
        for (ClusterQueue queue : clusterQueues.all()) {
            String name = queue.getMetadata().getName();
            reports.clusterQueue(name).ifPresent(report -> action.accept(name, report));
        }
    }

    private void eachLocalQueue(BiConsumer<Key, QueueCounts> action) {
        for (LocalQueue queue : localQueues.all()) {
            Key key = Key.of(queue);
            reports.localQueue(key).ifPresent(counts -> action.accept(key, counts));
        }
    }

    /// Takes one value with its labels.
    private interface Series {
        void put(double value, @Nullable String... labels);
    }

    private static void gauge(
            PrometheusRegistry registry,
            String name,
            String help,
            List<String> labels,
            Consumer<Series> values) {
        GaugeWithCallback.builder()
                .name("kueue_" + name)
                .help(help)
                .constLabels(Metrics.ROLE)
                .labelNames(labels.toArray(new String[0]))
                .callback(callback -> values.accept(callback::call))
                .register(registry);
    }
}
