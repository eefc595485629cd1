package dev.sluice.controllers.metrics;

import dev.sluice.api.condition.Conditions;
import dev.sluice.api.condition.QueueConditions;
import dev.sluice.api.v1beta2.ClusterQueue;
import dev.sluice.api.v1beta2.LocalQueue;
import dev.sluice.api.v1beta2.ResourceQuota;
import dev.sluice.controllers.queueing.QueueReport;
import dev.sluice.controllers.queueing.QueueReports;
import dev.sluice.engine.QueueCounts;
import dev.sluice.model.Amounts;
import dev.sluice.reconcile.Cache;
import dev.sluice.reconcile.Cluster;
import dev.sluice.reconcile.Key;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/// What the queues are like at the moment of looking: nothing is kept here, so series of deleted queues go by themselves
/// (L8.5).
final class QueueMeters {
    private static final List<String> ACTIVE = List.of("True", "False", "Unknown");
    private static final List<String> STATUSES = List.of("pending", "active", "terminating");

    private final Cache<ClusterQueue> clusterQueues;
    private final Cache<LocalQueue> localQueues;
    private final QueueReports reports;
    private final LocalQueueChoice choice;
    private final boolean withResources;

    QueueMeters(
            Cluster cluster, QueueReports reports, LocalQueueChoice choice, boolean withResources) {
        this.clusterQueues = cluster.cache(ClusterQueue.class);
        this.localQueues = cluster.cache(LocalQueue.class);
        this.reports = reports;
        this.choice = choice;
        this.withResources = withResources;
    }

    void register(Gauges gauges) {
        pending(gauges);
        count(gauges, "reserving_active_workloads", "hold quota", QueueCounts::reserving);
        count(gauges, "admitted_active_workloads", "are admitted", QueueCounts::admitted);
        status(gauges);
        if (choice.on()) {
            localQueueState(gauges);
        }
        if (withResources) {
            resources(gauges);
        }
    }

    private void pending(Gauges gauges) {
        String help =
                "Workloads that wait: for their turn (active), or for a change (inadmissible)";
        gauges.add(
                "pending_workloads",
                help,
                List.of("cluster_queue", "status"),
                out ->
                        eachClusterQueue(
                                (name, report) -> {
                                    out.put(report.counts().active(), name, "active");
                                    out.put(report.counts().parked(), name, "inadmissible");
                                }));
        if (choice.on()) {
            gauges.add(
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

    private void count(Gauges gauges, String name, String what, ToIntFunction<QueueCounts> number) {
        String help = "Workloads that " + what;
        gauges.add(
                name,
                help,
                List.of("cluster_queue"),
                out ->
                        eachClusterQueue(
                                (queue, report) ->
                                        out.put(number.applyAsInt(report.counts()), queue)));
        if (choice.on()) {
            gauges.add(
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

    private void status(Gauges gauges) {
        gauges.add(
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
                        && Conditions.isTrue(queue.getStatus().conditions(), QueueConditions.ACTIVE)
                ? "active"
                : "pending";
    }

    private void resources(Gauges gauges) {
        List<String> labels = List.of("cohort", "cluster_queue", "flavor", "resource");
        gauges.add(
                "cluster_queue_resource_reservation",
                "Quota that is held",
                labels,
                out ->
                        eachClusterQueue(
                                (name, report) -> usage(out, name, report.counts().reserved())));
        gauges.add(
                "cluster_queue_resource_usage",
                "Quota of admitted workloads",
                labels,
                out ->
                        eachClusterQueue(
                                (name, report) -> usage(out, name, report.counts().used())));
        gauges.add(
                "cluster_queue_weighted_share",
                "Share under fair sharing",
                List.of("cluster_queue", "cohort"),
                out ->
                        eachClusterQueue(
                                (name, report) ->
                                        out.put(share(report.share()), name, cohort(name))));
        quotas(gauges, labels);
    }

    /// What specs say about quota; a limit that is not set is infinite.
    private void quotas(Gauges gauges, List<String> labels) {
        quota(gauges, "nominal_quota", "Quota of its own", labels, ResourceQuota::nominalQuota, 0);
        quota(
                gauges,
                "borrowing_limit",
                "How much may be borrowed",
                labels,
                ResourceQuota::borrowingLimit,
                Double.POSITIVE_INFINITY);
        quota(
                gauges,
                "lending_limit",
                "How much may be lent",
                labels,
                ResourceQuota::lendingLimit,
                Double.POSITIVE_INFINITY);
    }

    private void quota(
            Gauges gauges,
            String name,
            String help,
            List<String> labels,
            Function<ResourceQuota, @Nullable Quantity> field,
            double otherwise) {
        gauges.add(
                "cluster_queue_" + name,
                help,
                labels,
                out -> {
                    for (ClusterQueue queue : clusterQueues.all()) {
                        String of = queue.getMetadata().getName();
                        QuotaTree.each(
                                queue.getSpec() == null
                                        ? List.of()
                                        : queue.getSpec().resourceGroups(),
                                (pair, quota) ->
                                        out.put(
                                                QuotaTree.amount(field.apply(quota), otherwise),
                                                cohort(of),
                                                of,
                                                pair.flavor(),
                                                pair.resource()));
                    }
                });
    }

    /// A share as a gauge shows it: none when somebody borrows with weight 0.
    static double share(long share) {
        return share == Long.MAX_VALUE ? Double.NaN : share;
    }

    private void localQueueState(Gauges gauges) {
        gauges.add(
                "local_queue_status",
                "1 for the state that the LocalQueue is in",
                List.of("name", "namespace", "active"),
                out ->
                        localQueues.all().stream()
                                .filter(choice::covers)
                                .forEach(
                                        queue -> {
                                            Key key = Key.of(queue);
                                            String now = active(queue);
                                            ACTIVE.forEach(
                                                    state ->
                                                            out.put(
                                                                    state.equals(now) ? 1 : 0,
                                                                    key.name(),
                                                                    key.namespace(),
                                                                    state));
                                        }));
        gauges.add(
                "local_queue_admission_fair_sharing_usage",
                "What has been used, by the measure that orders the queue",
                List.of("name", "namespace", "cluster_queue"),
                this::usages);
        List<String> labels = List.of("name", "namespace", "flavor", "resource");
        gauges.add(
                "local_queue_resource_reservation",
                "Quota that is held",
                labels,
                out -> eachLocalQueue((key, counts) -> usage(out, key, counts.reserved())));
        gauges.add(
                "local_queue_resource_usage",
                "Quota of admitted workloads",
                labels,
                out -> eachLocalQueue((key, counts) -> usage(out, key, counts.used())));
    }

    private void usages(Gauges.Series out) {
        for (LocalQueue queue : localQueues.all()) {
            Key key = Key.of(queue);
            if (choice.covers(queue) && queue.getSpec() != null) {
                reports.usage(key)
                        .ifPresent(
                                usage ->
                                        out.put(
                                                usage,
                                                key.name(),
                                                key.namespace(),
                                                queue.getSpec().clusterQueue()));
            }
        }
    }

    private static String active(LocalQueue queue) {
        Condition active =
                queue.getStatus() == null
                        ? null
                        : Conditions.find(queue.getStatus().conditions(), QueueConditions.ACTIVE);
        return active == null ? "Unknown" : active.getStatus();
    }

    private static void usage(
            Gauges.Series out, Key queue, Map<String, Map<String, Long>> byFlavor) {
        byFlavor.forEach(
                (flavor, amounts) ->
                        amounts.forEach(
                                (resource, amount) ->
                                        out.put(
                                                Amounts.quantity(resource, amount)
                                                        .value()
                                                        .doubleValue(),
                                                queue.name(),
                                                queue.namespace(),
                                                flavor,
                                                resource)));
    }

    private void usage(Gauges.Series out, String queue, Map<String, Map<String, Long>> byFlavor) {
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
            if (!choice.covers(queue)) {
                continue;
            }
            reports.localQueue(key).ifPresent(counts -> action.accept(key, counts));
        }
    }
}
