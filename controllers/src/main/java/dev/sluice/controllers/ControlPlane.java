package dev.sluice.controllers;

import dev.sluice.api.config.Configuration;
import dev.sluice.api.config.Frameworks;
import dev.sluice.api.feature.FeatureGate;
import dev.sluice.api.v1beta2.Cohort;
import dev.sluice.controllers.event.EventRecorder;
import dev.sluice.controllers.job.ElasticPods;
import dev.sluice.controllers.job.JobKind;
import dev.sluice.controllers.job.JobKinds;
import dev.sluice.controllers.job.JobReconciler;
import dev.sluice.controllers.metrics.Metrics;
import dev.sluice.controllers.multicluster.Connector;
import dev.sluice.controllers.multicluster.MultiCluster;
import dev.sluice.controllers.pod.PodReconciler;
import dev.sluice.controllers.pod.QueuedPods;
import dev.sluice.controllers.queue.ClusterQueueReconciler;
import dev.sluice.controllers.queue.CohortCycles;
import dev.sluice.controllers.queue.CohortReconciler;
import dev.sluice.controllers.queue.LocalQueueReconciler;
import dev.sluice.controllers.queue.NeededByQueues;
import dev.sluice.controllers.queueing.QueueReports;
import dev.sluice.controllers.queueing.QueueingRoom;
import dev.sluice.controllers.serving.DeploymentReconciler;
import dev.sluice.controllers.serving.StatefulSetReconciler;
import dev.sluice.controllers.visibility.Explanations;
import dev.sluice.controllers.visibility.PendingWorkloads;
import dev.sluice.controllers.workload.PriorityClassReconciler;
import dev.sluice.controllers.workload.WorkloadIndexes;
import dev.sluice.controllers.workload.WorkloadReconciler;
import dev.sluice.controllers.workload.WorkloadWriter;
import dev.sluice.reconcile.Cluster;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// All controllers of one cluster, put together. They are declared on a [Cluster], which starts and closes them:
///
/// ```java
/// Cluster cluster = new Cluster(client, clock);
/// ControlPlane.on(cluster, configuration);
/// cluster.start();
/// ```
public final class ControlPlane {
    private static final Duration STATUS_GAP = Duration.ofSeconds(1);

    private final QueueReports reports;
    private final PendingWorkloads pendingWorkloads;
    private final Explanations explanations;
    private final @Nullable QueuedPods queuedPods;
    private final Metrics metrics;

    private ControlPlane(Cluster cluster, Configuration settings, Connector connector) {
        EventRecorder events = new EventRecorder(cluster, "sluice");
        WorkloadIndexes indexes = new WorkloadIndexes(cluster);
        WorkloadWriter writer = new WorkloadWriter(cluster);
        QueueingRoom room = new QueueingRoom(cluster, settings, writer, events);
        this.reports = room.reports();
        this.pendingWorkloads = new PendingWorkloads(cluster, room);
        this.metrics = new Metrics(cluster, settings, room);
        room.onCycle(metrics::cycle);
        boolean fairSharing = settings.fairSharing() != null;

        WorkloadReconciler workloads =
                new WorkloadReconciler(cluster, settings, writer, indexes, events, room::bypassed);
        room.onBypassed(workloads::lookAt);
        new PriorityClassReconciler(cluster, indexes, writer);
        new ClusterQueueReconciler(cluster, reports, indexes, STATUS_GAP, fairSharing);
        new LocalQueueReconciler(cluster, reports, indexes, STATUS_GAP);
        new CohortReconciler(cluster, reports, STATUS_GAP, fairSharing);
        CohortCycles.watch(cluster.cache(Cohort.class));
        new NeededByQueues(cluster);
        for (JobKind<?> kind : JobKinds.of(settings)) {
            new JobReconciler<>(cluster, kind, settings, writer, events);
        }
        this.queuedPods =
                JobKinds.podsAreQueued(settings)
                        ? new PodReconciler(cluster, settings, writer, events, metrics::gateRemoved)
                                .queued()
                        : null;
        List<String> frameworks = settings.integrations().frameworks();
        if (frameworks.contains(Frameworks.DEPLOYMENT)) {
            new DeploymentReconciler(cluster, settings, events);
        }
        if (frameworks.contains(Frameworks.STATEFUL_SET)) {
            new StatefulSetReconciler(cluster, settings, writer, events);
        }
        MultiCluster clusters =
                new MultiCluster(
                        cluster, settings, connector, writer, events, metrics.dispatches());
        this.explanations = new Explanations(cluster, room, clusters, queuedPods);
        if (settings.gates().isOn(FeatureGate.ELASTIC_JOBS_VIA_WORKLOAD_SLICES)) {
            new ElasticPods(cluster, metrics::gateRemoved);
        }
    }

    /// Declares all controllers; before the cluster starts.
    public static ControlPlane on(Cluster cluster, Configuration settings) {
        return on(cluster, settings, Connector.NETWORK);
    }

    /// Declares all controllers; before the cluster starts.
    ///
    /// @param connector the way to worker clusters
    public static ControlPlane on(Cluster cluster, Configuration settings, Connector connector) {
        return new ControlPlane(cluster, settings, connector);
    }

    /// Who waits in which queue, for those who ask.
    public PendingWorkloads pendingWorkloads() {
        return pendingWorkloads;
    }

    /// Why workloads wait, for those who ask.
    public Explanations explanations() {
        return explanations;
    }

    /// How pods stand that wait for an admission, for those who ask; nothing where pods are not queued.
    public Optional<QueuedPods> queuedPods() {
        return Optional.ofNullable(queuedPods);
    }

    /// What has been counted and measured.
    public Metrics metrics() {
        return metrics;
    }

    /// What is known of the queues at any moment.
    public QueueReports reports() {
        return reports;
    }
}
