package dev.sluice.controllers.queue;

import dev.sluice.api.condition.Conditions;
import dev.sluice.api.condition.QueueConditions;
import dev.sluice.api.v1beta2.ClusterQueue;
import dev.sluice.api.v1beta2.LocalQueue;
import dev.sluice.api.v1beta2.LocalQueueStatus;
import dev.sluice.api.v1beta2.Workload;
import dev.sluice.controllers.queueing.QueueReports;
import dev.sluice.controllers.workload.Facts;
import dev.sluice.controllers.workload.WorkloadIndexes;
import dev.sluice.reconcile.Cache;
import dev.sluice.reconcile.Change;
import dev.sluice.reconcile.Cluster;
import dev.sluice.reconcile.Key;
import dev.sluice.reconcile.Loop;
import dev.sluice.reconcile.Outcome;
import dev.sluice.reconcile.Reconciler;
import java.time.Duration;
import java.util.List;
import java.util.Objects;

/// Writes the status of LocalQueues (L4.11, L4.14).
public final class LocalQueueReconciler implements Reconciler {
    private static final int WORKERS = 4;

    private final Cluster cluster;
    private final Cache<LocalQueue> queues;
    private final Cache<ClusterQueue> clusterQueues;
    private final QueueReports reports;
    private final WorkloadIndexes indexes;
    private final Pacer pacer;

    /// Adds what it watches to the cluster; it runs once the cluster starts.
    ///
    /// @param gap how long at least between two writes of mere numbers
    public LocalQueueReconciler(
            Cluster cluster, QueueReports reports, WorkloadIndexes indexes, Duration gap) {
        this.cluster = cluster;
        this.queues = cluster.cache(LocalQueue.class);
        this.clusterQueues = cluster.cache(ClusterQueue.class);
        this.reports = reports;
        this.indexes = indexes;
        Loop loop = cluster.loop("local-queue", WORKERS, this);
        this.pacer = new Pacer(cluster.clock(), gap, loop::enqueue);
        reports.onLocalQueue(pacer::signal);
        loop.onEach(queues)
                .on(clusterQueues, this::of)
                .on(cluster.cache(Workload.class), this::withoutClusterQueue);
    }

    /// Numbers of a ClusterQueue do not concern its LocalQueues; its quotas and whether it is active do.
    private List<Key> of(Change<ClusterQueue> change) {
        ClusterQueue before = change.before();
        ClusterQueue after = change.after();
        boolean same =
                before != null
                        && after != null
                        && active(before) == active(after)
                        && Objects.equals(before.getSpec(), after.getSpec());
        return same
                ? List.of()
                : indexes.localQueuesOf(change.key().name()).stream().map(Key::of).toList();
    }

    /// The engine does not count workloads whose LocalQueue leads nowhere.
    private List<Key> withoutClusterQueue(Change<Workload> change) {
        Workload workload = change.latest();
        Key key = new Key(Facts.namespace(workload), Facts.queueName(workload));
        boolean nowhere =
                queues.get(key)
                        .filter(queue -> queue.getSpec() != null)
                        .filter(
                                queue ->
                                        queue.getSpec().clusterQueue() == null
                                                || clusterQueues
                                                        .get(
                                                                Key.cluster(
                                                                        queue.getSpec()
                                                                                .clusterQueue()))
                                                        .isEmpty())
                        .isPresent();
        return nowhere ? List.of(key) : List.of();
    }

    private static boolean active(ClusterQueue queue) {
        return queue.getStatus() != null
                && Conditions.isTrue(queue.getStatus().conditions(), QueueConditions.ACTIVE);
    }

    private int waiting(Key key) {
        return (int)
                indexes.of(key).stream()
                        .filter(workload -> Facts.active(workload) && !Facts.reserved(workload))
                        .count();
    }

    @Override
    public Outcome reconcile(Key key) {
        LocalQueue queue = queues.get(key).orElse(null);
        if (queue == null || queue.getSpec() == null) {
            pacer.forget(key);
            return Outcome.done();
        }
        String name = queue.getSpec().clusterQueue();
        ClusterQueue clusterQueue =
                name == null ? null : clusterQueues.get(Key.cluster(name)).orElse(null);
        LocalQueueStatus wanted =
                LocalQueueStatuses.of(
                        queue,
                        clusterQueue,
                        reports.localQueue(key),
                        reports.consumed(key),
                        clusterQueue == null ? waiting(key) : 0,
                        cluster.clock().instant());
        if (!wanted.equals(queue.getStatus())) {
            LocalQueue changed = new LocalQueue();
            changed.setMetadata(queue.getMetadata());
            changed.setSpec(queue.getSpec());
            changed.setStatus(wanted);
            cluster.updateStatus(changed);
        }
        return Outcome.done();
    }
}
