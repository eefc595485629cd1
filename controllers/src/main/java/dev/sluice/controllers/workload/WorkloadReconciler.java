package dev.sluice.controllers.workload;

import dev.sluice.api.condition.Conditions;
import dev.sluice.api.condition.QueueConditions;
import dev.sluice.api.config.Configuration;
import dev.sluice.api.name.Finalizers;
import dev.sluice.api.v1beta2.Admission;
import dev.sluice.api.v1beta2.ClusterQueue;
import dev.sluice.api.v1beta2.LocalQueue;
import dev.sluice.api.v1beta2.StopPolicy;
import dev.sluice.api.v1beta2.Workload;
import dev.sluice.controllers.event.EventRecorder;
import dev.sluice.controllers.event.Happening;
import dev.sluice.controllers.queueing.RequiredChecks;
import dev.sluice.reconcile.Cache;
import dev.sluice.reconcile.Change;
import dev.sluice.reconcile.Cluster;
import dev.sluice.reconcile.Key;
import dev.sluice.reconcile.Loop;
import dev.sluice.reconcile.Outcome;
import dev.sluice.reconcile.Reconciler;
import io.fabric8.kubernetes.api.model.DeletionPropagation;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SequencedCollection;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Keeps Workloads true: reads one with the queues that it names, has [WorkloadPlan] decide, does that one step, and
/// looks again.
public final class WorkloadReconciler implements Reconciler {
    private static final int WORKERS = 16;
    private static final int STEPS_MAX = 10;

    private final Cluster cluster;
    private final Configuration settings;
    private final WorkloadWriter writer;
    private final WorkloadIndexes indexes;
    private final EventRecorder events;
    private final Function<Key, Optional<String>> bypassed;
    private final Cache<Workload> workloads;
    private final Cache<LocalQueue> localQueues;
    private final Cache<ClusterQueue> clusterQueues;
    private final Loop loop;

    /// Adds what it watches to the cluster; it runs once the cluster starts.
    ///
    /// @param bypassed why a workload is parked that nobody has looked at (R3.22)
    public WorkloadReconciler(
            Cluster cluster,
            Configuration settings,
            WorkloadWriter writer,
            WorkloadIndexes indexes,
            EventRecorder events,
            Function<Key, Optional<String>> bypassed) {
        this.cluster = cluster;
        this.settings = settings;
        this.writer = writer;
        this.indexes = indexes;
        this.events = events;
        this.bypassed = bypassed;
        this.workloads = cluster.cache(Workload.class);
        this.localQueues = cluster.cache(LocalQueue.class);
        this.clusterQueues = cluster.cache(ClusterQueue.class);
        this.loop =
                cluster.loop(
                        "workload",
                        settings.serving().workers("Workload.kueue.x-k8s.io", WORKERS),
                        this);
        watch();
    }

    /// Looks at a workload again.
    public void lookAt(Key workload) {
        loop.enqueue(workload);
    }

    private void watch() {
        loop.onEach(workloads)
                .on(localQueues, this::ofLocalQueue)
                .on(clusterQueues, this::ofClusterQueue);
    }

    private List<Key> ofLocalQueue(Change<LocalQueue> change) {
        LocalQueue before = change.before();
        LocalQueue after = change.after();
        boolean same =
                before != null
                        && after != null
                        && Objects.equals(before.getSpec(), after.getSpec())
                        && deleting(before) == deleting(after);
        return same ? List.of() : indexes.of(change.key()).stream().map(Key::of).toList();
    }

    private List<Key> ofClusterQueue(Change<ClusterQueue> change) {
        ClusterQueue before = change.before();
        ClusterQueue after = change.after();
        boolean same =
                before != null
                        && after != null
                        && Objects.equals(before.getSpec(), after.getSpec())
                        && deleting(before) == deleting(after)
                        && active(before).equals(active(after));
        return same ? List.of() : indexes.concernedBy(change.key().name());
    }

    private static boolean deleting(HasMetadata object) {
        return object.getMetadata().getDeletionTimestamp() != null;
    }

    private static Optional<String> active(ClusterQueue queue) {
        return queue.getStatus() == null
                ? Optional.empty()
                : Optional.ofNullable(
                                Conditions.find(
                                        queue.getStatus().conditions(), QueueConditions.ACTIVE))
                        .map(condition -> condition.getStatus());
    }

    @Override
    public Outcome reconcile(Key key) {
        for (int step = 0; step < STEPS_MAX; step++) {
            Workload workload = workloads.get(key).orElse(null);
            if (workload == null) {
                return Outcome.done();
            }
            WorkloadView view = read(workload);
            Outcome outcome = take(WorkloadPlan.next(view), workload, view.now());
            if (outcome != null) {
                return outcome;
            }
        }
        return Outcome.breath();
    }

    private WorkloadView read(Workload workload) {
        LocalQueue localQueue =
                localQueues.get(Facts.namespace(workload), Facts.queueName(workload)).orElse(null);
        ClusterQueue clusterQueue = clusterQueue(workload, localQueue);
        return new WorkloadView(
                workload,
                localQueue,
                clusterQueue,
                clusterQueue != null && inactive(clusterQueue),
                checks(workload, clusterQueue),
                bypassed.apply(Key.of(workload)),
                settings,
                cluster.clock().instant());
    }

    /// Whether it is known to be closed; one that nobody has looked at yet is not.
    private static boolean inactive(ClusterQueue queue) {
        boolean stopped =
                queue.getSpec() != null
                        && queue.getSpec().stopPolicy() != null
                        && queue.getSpec().stopPolicy() != StopPolicy.NONE;
        return deleting(queue) || stopped || active(queue).filter("False"::equals).isPresent();
    }

    private @Nullable ClusterQueue clusterQueue(
            Workload workload, @Nullable LocalQueue localQueue) {
        Admission admission = Facts.status(workload).admission();
        if (admission != null) {
            return clusterQueues.get(Key.cluster(admission.clusterQueue())).orElse(null);
        }
        return localQueue == null
                        || localQueue.getSpec() == null
                        || localQueue.getSpec().clusterQueue() == null
                ? null
                : clusterQueues.get(Key.cluster(localQueue.getSpec().clusterQueue())).orElse(null);
    }

    private static @Nullable SequencedCollection<String> checks(
            Workload workload, @Nullable ClusterQueue queue) {
        return queue == null || queue.getSpec() == null
                ? null
                : RequiredChecks.of(queue.getSpec(), Facts.status(workload).admission());
    }

    /// Does one step. Returns null when the workload is to be looked at again at once.
    private @Nullable Outcome take(WorkloadStep step, Workload workload, Instant now) {
        Key key = Key.of(workload);
        return switch (step) {
            case WorkloadStep.Rest rest ->
                    rest.until() == null
                            ? Outcome.done()
                            : Outcome.again(Duration.between(now, rest.until()));
            case WorkloadStep.ChangeStatus change -> {
                Workload written = writer.status(key, change.change());
                if (written != null) {
                    change.happenings().forEach(happening -> events.record(written, happening));
                }
                yield null;
            }
            case WorkloadStep.ChangeSpec change -> {
                writer.spec(key, change.change());
                yield null;
            }
            case WorkloadStep.RemoveFinalizer _ -> {
                writer.removeFinalizer(key, Finalizers.RESOURCE_IN_USE);
                yield null;
            }
            case WorkloadStep.Delete(Happening happening) -> {
                cluster.delete(workload, DeletionPropagation.BACKGROUND);
                events.record(workload, happening);
                yield Outcome.done();
            }
        };
    }
}
