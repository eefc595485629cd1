package dev.sluice.controllers.metrics;

import dev.sluice.api.condition.Conditions;
import dev.sluice.api.condition.WorkloadConditions;
import dev.sluice.api.v1beta2.Admission;
import dev.sluice.api.v1beta2.LocalQueue;
import dev.sluice.api.v1beta2.PodSetRequest;
import dev.sluice.api.v1beta2.Workload;
import dev.sluice.controllers.workload.Facts;
import dev.sluice.controllers.workload.Reasons;
import dev.sluice.reconcile.Cache;
import dev.sluice.reconcile.Cluster;
import dev.sluice.reconcile.Key;
import io.fabric8.kubernetes.api.model.Condition;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Counts Workloads by what they are waiting for, at the moment of looking (L8.3, L8.4).
final class BacklogMeters {
    private final Cache<Workload> workloads;
    private final Cache<LocalQueue> localQueues;
    private final LocalQueueChoice choice;
    private final Function<Workload, List<PodSetRequest>> requests;

    /// @param requests what a workload asks for
    BacklogMeters(
            Cluster cluster,
            LocalQueueChoice choice,
            Function<Workload, List<PodSetRequest>> requests) {
        this.workloads = cluster.cache(Workload.class);
        this.localQueues = cluster.cache(LocalQueue.class);
        this.choice = choice;
        this.requests = requests;
    }

    void register(Gauges gauges) {
        gauges.add(
                "unadmitted_workloads",
                "Workloads that are not admitted, and why",
                List.of("cluster_queue", "reason", "underlying_cause"),
                out ->
                        counted(w -> Facts.finished(w) || Facts.admitted(w) ? null : why(w))
                                .forEach(
                                        (why, count) ->
                                                out.put(count, why.toArray(new String[0]))));
        gauges.add(
                "finished_workloads",
                "Workloads that are finished and still there",
                List.of("cluster_queue"),
                out ->
                        counted(
                                        w ->
                                                Facts.finished(w)
                                                        ? holder(w).map(List::of).orElse(null)
                                                        : null)
                                .forEach((queue, count) -> out.put(count, queue.getFirst())));
        gauges.add(
                "cluster_queue_resource_pending",
                "What waiting workloads ask for",
                List.of("cluster_queue", "resource"),
                out ->
                        pending()
                                .forEach(
                                        (queue, amounts) ->
                                                amounts.forEach(
                                                        (resource, amount) ->
                                                                out.put(amount, queue, resource))));
        if (choice.on()) {
            registerLocalQueues(gauges);
        }
    }

    private void registerLocalQueues(Gauges gauges) {
        gauges.add(
                "local_queue_unadmitted_workloads",
                "Workloads that are not admitted, and why",
                List.of("name", "namespace", "cluster_queue", "reason", "underlying_cause"),
                out ->
                        counted(this::whyOfLocalQueue)
                                .forEach(
                                        (why, count) ->
                                                out.put(count, why.toArray(new String[0]))));
        gauges.add(
                "local_queue_finished_workloads",
                "Workloads that are finished and still there",
                List.of("name", "namespace"),
                out ->
                        counted(
                                        w ->
                                                Facts.finished(w) && choice.covers(queueOf(w))
                                                        ? queue(w)
                                                        : null)
                                .forEach((q, count) -> out.put(count, q.get(0), q.get(1))));
    }

    private @Nullable List<String> whyOfLocalQueue(Workload workload) {
        if (Facts.finished(workload)
                || Facts.admitted(workload)
                || !choice.covers(queueOf(workload))) {
            return null;
        }
        List<String> why = why(workload);
        return why == null
                ? null
                : List.of(
                        Facts.queueName(workload),
                        Facts.namespace(workload),
                        why.get(0),
                        why.get(1),
                        why.get(2));
    }

    private static List<String> queue(Workload workload) {
        return List.of(Facts.queueName(workload), Facts.namespace(workload));
    }

    private static Key queueOf(Workload workload) {
        return new Key(Facts.namespace(workload), Facts.queueName(workload));
    }

    /// Queue, reason and cause; null when its ClusterQueue is not known.
    private @Nullable List<String> why(Workload workload) {
        String queue = clusterQueue(workload);
        if (queue == null) {
            return null;
        }
        List<Condition> conditions = Facts.conditions(workload);
        String reason = Conditions.reason(conditions, WorkloadConditions.ADMITTED);
        String cause = Conditions.reason(conditions, WorkloadConditions.QUOTA_RESERVED);
        return List.of(
                queue,
                reason == null ? Reasons.NO_RESERVATION : reason,
                Facts.reserved(workload) ? "" : cause == null ? Reasons.PENDING_EVALUATION : cause);
    }

    private @Nullable String clusterQueue(Workload workload) {
        return holder(workload)
                .or(
                        () ->
                                localQueues
                                        .get(queueOf(workload))
                                        .map(LocalQueue::getSpec)
                                        .map(spec -> spec.clusterQueue()))
                .orElse(null);
    }

    private static Optional<String> holder(Workload workload) {
        return Optional.ofNullable(Facts.status(workload).admission()).map(Admission::clusterQueue);
    }

    private Map<String, Map<String, Double>> pending() {
        Map<String, Map<String, Double>> sums = new TreeMap<>();
        for (Workload workload : workloads.all()) {
            String queue = clusterQueue(workload);
            if (queue != null
                    && !Facts.finished(workload)
                    && !Facts.reserved(workload)
                    && Facts.active(workload)) {
                Map<String, Double> sum = sums.computeIfAbsent(queue, _ -> new TreeMap<>());
                asked(workload)
                        .forEach(
                                request ->
                                        request.resources()
                                                .forEach(
                                                        (resource, amount) ->
                                                                sum.merge(
                                                                        resource,
                                                                        QuotaTree.amount(amount, 0),
                                                                        Double::sum)));
            }
        }
        return sums;
    }

    private List<PodSetRequest> asked(Workload workload) {
        List<PodSetRequest> said = Facts.status(workload).resourceRequests();
        return said.isEmpty() ? requests.apply(workload) : said;
    }

    private Map<List<String>, Integer> counted(Function<Workload, @Nullable List<String>> labels) {
        Map<List<String>, Integer> counts = new HashMap<>();
        for (Workload workload : workloads.all()) {
            List<String> of = labels.apply(workload);
            if (of != null) {
                counts.merge(of, 1, Integer::sum);
            }
        }
        return counts;
    }
}
