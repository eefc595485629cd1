package dev.sluice.controllers.workload;

import dev.sluice.api.v1beta2.Admission;
import dev.sluice.api.v1beta2.LocalQueue;
import dev.sluice.api.v1beta2.PriorityClassRef;
import dev.sluice.api.v1beta2.Workload;
import dev.sluice.reconcile.Cache;
import dev.sluice.reconcile.Cluster;
import dev.sluice.reconcile.Key;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Finds Workloads by the objects that they name, and LocalQueues by theirs; nobody scans all of them.
public final class WorkloadIndexes {
    private static final String BY_QUEUE = "queue";
    private static final String BY_CLUSTER_QUEUE = "clusterQueue";
    private static final String BY_PRIORITY_CLASS = "priorityClass";

    private final Cache<Workload> workloads;
    private final Cache<LocalQueue> localQueues;

    /// Adds the indexes; before the cluster starts.
    public WorkloadIndexes(Cluster cluster) {
        this.workloads = cluster.cache(Workload.class);
        this.localQueues = cluster.cache(LocalQueue.class);
        workloads.index(
                BY_QUEUE,
                workload ->
                        Facts.finished(workload)
                                ? List.of()
                                : List.of(
                                        new Key(
                                                        Facts.namespace(workload),
                                                        Facts.queueName(workload))
                                                .toString()));
        workloads.index(BY_CLUSTER_QUEUE, WorkloadIndexes::holder);
        workloads.index(BY_PRIORITY_CLASS, WorkloadIndexes::priorityClass);
        localQueues.index(
                BY_CLUSTER_QUEUE,
                queue ->
                        queue.getSpec() == null || queue.getSpec().clusterQueue() == null
                                ? List.of()
                                : List.of(queue.getSpec().clusterQueue()));
    }

    private static List<String> holder(Workload workload) {
        Admission admission = Facts.status(workload).admission();
        return admission == null || Facts.finished(workload)
                ? List.of()
                : List.of(admission.clusterQueue());
    }

    private static List<String> priorityClass(Workload workload) {
        PriorityClassRef source = Facts.spec(workload).priorityClassRef();
        return source == null || !source.kind().equals("WorkloadPriorityClass")
                ? List.of()
                : List.of(source.name());
    }

    /// Unfinished Workloads that name a LocalQueue.
    public Collection<Workload> of(Key localQueue) {
        return workloads.by(BY_QUEUE, localQueue.toString());
    }

    /// Unfinished Workloads that hold quota of a ClusterQueue.
    public Collection<Workload> holding(String clusterQueue) {
        return workloads.by(BY_CLUSTER_QUEUE, clusterQueue);
    }

    /// Workloads whose priority comes from a WorkloadPriorityClass.
    public Collection<Workload> prioritisedBy(String priorityClass) {
        return workloads.by(BY_PRIORITY_CLASS, priorityClass);
    }

    public Collection<LocalQueue> localQueuesOf(@Nullable String clusterQueue) {
        return clusterQueue == null ? List.of() : localQueues.by(BY_CLUSTER_QUEUE, clusterQueue);
    }

    /// Unfinished Workloads that a ClusterQueue concerns: they hold its quota, or one of its LocalQueues has them.
    public List<Key> concernedBy(String clusterQueue) {
        return Stream.concat(
                        holding(clusterQueue).stream(),
                        localQueuesOf(clusterQueue).stream()
                                .flatMap(queue -> of(Key.of(queue)).stream()))
                .map(Key::of)
                .distinct()
                .toList();
    }
}
