package dev.sluice.controllers.queue;

import dev.sluice.api.v1beta2.ClusterQueue;
import dev.sluice.api.v1beta2.ClusterQueueStatus;
import dev.sluice.api.v1beta2.Workload;
import dev.sluice.controllers.queueing.QueueReport;
import dev.sluice.controllers.queueing.QueueReports;
import dev.sluice.controllers.workload.Facts;
import dev.sluice.controllers.workload.WorkloadIndexes;
import dev.sluice.reconcile.Cache;
import dev.sluice.reconcile.Cluster;
import dev.sluice.reconcile.Key;
import dev.sluice.reconcile.Loop;
import dev.sluice.reconcile.Outcome;
import dev.sluice.reconcile.Reconciler;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// Writes the status of ClusterQueues, and keeps one that is deleted as long as workloads hold its quota (L4.2 to L4.7).
public final class ClusterQueueReconciler implements Reconciler {
    private static final int WORKERS = 4;

    private final Cluster cluster;
    private final Cache<ClusterQueue> queues;
    private final QueueReports reports;
    private final WorkloadIndexes indexes;
    private final Pacer pacer;
    private final boolean fairSharing;

    /// Adds what it watches to the cluster; it runs once the cluster starts.
    ///
    /// @param gap how long at least between two writes of mere numbers
    /// @param fairSharing shares are reported
    public ClusterQueueReconciler(
            Cluster cluster,
            QueueReports reports,
            WorkloadIndexes indexes,
            Duration gap,
            boolean fairSharing) {
        this.cluster = cluster;
        this.queues = cluster.cache(ClusterQueue.class);
        this.reports = reports;
        this.indexes = indexes;
        this.fairSharing = fairSharing;
        Loop loop = cluster.loop("cluster-queue", WORKERS, this);
        this.pacer = new Pacer(cluster.clock(), gap, loop::enqueue);
        reports.onClusterQueue(
                (key, urgent) -> {
                    if (urgent) {
                        loop.enqueue(key);
                    } else {
                        pacer.signal(key);
                    }
                });
        loop.onEach(queues)
                .on(
                        cluster.cache(Workload.class),
                        change ->
                                change.after() == null || Facts.finished(change.after())
                                        ? terminating(change.latest())
                                        : List.of());
    }

    /// Whoever gives quota back may be the last one that a deleted queue waits for.
    private List<Key> terminating(Workload workload) {
        return Optional.ofNullable(Facts.status(workload).admission())
                .map(admission -> Key.cluster(admission.clusterQueue()))
                .filter(
                        key ->
                                queues.get(key)
                                        .filter(
                                                queue ->
                                                        queue.getMetadata().getDeletionTimestamp()
                                                                != null)
                                        .isPresent())
                .stream()
                .toList();
    }

    @Override
    public Outcome reconcile(Key key) {
        ClusterQueue queue = queues.get(key).orElse(null);
        if (queue == null) {
            pacer.forget(key);
            return Outcome.done();
        }
        boolean needed = !indexes.holding(key.name()).isEmpty();
        queue = InUse.guard(cluster, queue, needed);
        if (queue.getMetadata().getDeletionTimestamp() != null && !needed) {
            return Outcome.done();
        }
        QueueReport report = reports.clusterQueue(key.name()).orElse(null);
        if (report == null) {
            return Outcome.done();
        }
        ClusterQueueStatus wanted =
                ClusterQueueStatuses.of(queue, report, fairSharing, cluster.clock().instant());
        if (!wanted.equals(queue.getStatus())) {
            ClusterQueue changed = new ClusterQueue();
            changed.setMetadata(queue.getMetadata());
            changed.setSpec(queue.getSpec());
            changed.setStatus(wanted);
            cluster.updateStatus(changed);
        }
        return Outcome.done();
    }
}
