package dev.sluice.controllers.metrics;

import dev.sluice.api.v1beta2.ClusterQueue;
import dev.sluice.api.v1beta2.Cohort;
import dev.sluice.controllers.queueing.QueueReports;
import dev.sluice.engine.QueueCounts;
import dev.sluice.model.Amounts;
import dev.sluice.reconcile.Cache;
import dev.sluice.reconcile.Cluster;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;

/// Cohorts, and where ClusterQueues stand among them (L8.4, gate MetricsForCohorts).
final class CohortMeters {
    private final Cache<ClusterQueue> queues;
    private final Cache<Cohort> cohorts;
    private final QueueReports reports;

    CohortMeters(Cluster cluster, QueueReports reports) {
        this.queues = cluster.cache(ClusterQueue.class);
        this.cohorts = cluster.cache(Cohort.class);
        this.reports = reports;
    }

    void register(Gauges gauges) {
        gauges.add(
                "cohort_info",
                "A cohort and what is above it; the value is 1",
                List.of("cohort", "parent_cohort", "root_cohort"),
                out ->
                        each(
                                (cohort, tree) ->
                                        out.put(
                                                1,
                                                cohort,
                                                tree.parent(cohort),
                                                tree.root(cohort))));
        gauges.add(
                "cluster_queue_info",
                "A ClusterQueue and the cohorts above it; the value is 1",
                List.of("cluster_queue", "parent_cohort", "root_cohort"),
                out -> {
                    QuotaTree tree = tree();
                    for (ClusterQueue queue : queues.all()) {
                        String name = queue.getMetadata().getName();
                        String cohort = tree.cohortOf(name);
                        out.put(1, name, cohort, cohort.isEmpty() ? "" : tree.root(cohort));
                    }
                });
        gauges.add(
                "cohort_weighted_share",
                "Share of a cohort under fair sharing",
                List.of("cohort"),
                out ->
                        each(
                                (cohort, _) ->
                                        out.put(
                                                QueueMeters.share(reports.cohortShare(cohort)),
                                                cohort)));
        gauges.add(
                "cohort_subtree_admitted_active_workloads",
                "Admitted workloads anywhere below a cohort",
                List.of("cohort"),
                out ->
                        each(
                                (cohort, tree) ->
                                        out.put(
                                                tree.queuesBelow(cohort).stream()
                                                        .flatMap(
                                                                q ->
                                                                        reports
                                                                                .clusterQueue(q)
                                                                                .stream())
                                                        .mapToInt(
                                                                report ->
                                                                        report.counts().admitted())
                                                        .sum(),
                                                cohort)));
        amounts(gauges);
    }

    private void amounts(Gauges gauges) {
        List<String> labels = List.of("cohort", "flavor", "resource");
        gauges.add(
                "cohort_subtree_quota",
                "What a cohort owns, and what is lent to it from below",
                labels,
                out ->
                        each(
                                (cohort, tree) ->
                                        tree.subtreeQuota(cohort)
                                                .forEach(
                                                        (pair, amount) ->
                                                                out.put(
                                                                        amount,
                                                                        cohort,
                                                                        pair.flavor(),
                                                                        pair.resource()))));
        gauges.add(
                "cohort_subtree_resource_reservations",
                "Quota that is held anywhere below a cohort",
                labels,
                out ->
                        each(
                                (cohort, tree) ->
                                        reserved(tree, cohort)
                                                .forEach(
                                                        (flavor, sums) ->
                                                                sums.forEach(
                                                                        (resource, amount) ->
                                                                                out.put(
                                                                                        amount,
                                                                                        cohort,
                                                                                        flavor,
                                                                                        resource)))));
    }

    private Map<String, Map<String, Double>> reserved(QuotaTree tree, String cohort) {
        Map<String, Map<String, Double>> sums = new TreeMap<>();
        for (String queue : tree.queuesBelow(cohort)) {
            reports.clusterQueue(queue).ifPresent(report -> add(sums, report.counts()));
        }
        return sums;
    }

    private static void add(Map<String, Map<String, Double>> sums, QueueCounts counts) {
        counts.reserved()
                .forEach(
                        (flavor, amounts) ->
                                amounts.forEach(
                                        (resource, amount) ->
                                                sums.computeIfAbsent(flavor, _ -> new TreeMap<>())
                                                        .merge(
                                                                resource,
                                                                Amounts.quantity(resource, amount)
                                                                        .value()
                                                                        .doubleValue(),
                                                                Double::sum)));
    }

    private void each(BiConsumer<String, QuotaTree> action) {
        QuotaTree tree = tree();
        tree.cohorts().forEach(cohort -> action.accept(cohort, tree));
    }

    private QuotaTree tree() {
        return QuotaTree.of(queues, cohorts);
    }
}
