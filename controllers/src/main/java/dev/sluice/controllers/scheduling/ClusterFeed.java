package dev.sluice.controllers.scheduling;

import dev.sluice.podscheduler.PodScheduler;
import dev.sluice.reconcile.Change;
import dev.sluice.reconcile.Cluster;
import dev.sluice.reconcile.Key;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Tells the scheduler what happens in the cluster, in its own words. Everything runs on the scheduler's loop; this keeps
/// the pods as they were last told.
final class ClusterFeed {
    private static final Logger LOG = LoggerFactory.getLogger(ClusterFeed.class);
    private final Cluster cluster;
    private final Consumer<Consumer<PodScheduler>> tell;
    private final Map<String, dev.sluice.podscheduler.cluster.Pod> podByUid = new HashMap<>();

    /// @param tell runs an action on the scheduler's loop
    ClusterFeed(Cluster cluster, Consumer<Consumer<PodScheduler>> tell) {
        this.cluster = cluster;
        this.tell = tell;
    }

    /// Nodes are told before pods, so that no pod is tried in a cluster that only seems empty (S5.65).
    void start() {
        on(Namespace.class, this::namespaceSeen);
        on(Node.class, this::nodeSeen);
        on(PodDisruptionBudget.class, ClusterFeed::budgetSeen);
        on(Service.class, ClusterFeed::serviceSeen);
        on(ReplicaSet.class, ClusterFeed::replicaSetSeen);
        on(StatefulSet.class, ClusterFeed::statefulSetSeen);
        on(Pod.class, this::podSeen);
    }

    private <T extends HasMetadata> void on(
            Class<T> kind, BiConsumer<PodScheduler, Change<T>> told) {
        cluster.cache(kind)
                .onChange(change -> tell.accept(scheduler -> told.accept(scheduler, change)));
    }

    private void namespaceSeen(PodScheduler scheduler, Change<Namespace> change) {
        Namespace after = change.after();
        if (after == null) {
            scheduler.namespaceGone(change.key().name());
        } else {
            scheduler.namespaceSeen(
                    change.key().name(),
                    Objects.requireNonNullElse(after.getMetadata().getLabels(), Map.of()),
                    now());
        }
    }

    private void nodeSeen(PodScheduler scheduler, Change<Node> change) {
        if (change.after() != null) {
            scheduler.nodeSeen(SchedulerWords.node(change.after()), now());
        } else {
            scheduler.nodeGone(change.key().name(), now());
        }
    }

    private static void budgetSeen(PodScheduler scheduler, Change<PodDisruptionBudget> change) {
        if (change.after() != null) {
            scheduler.budgetSeen(SchedulerWords.budget(change.after()));
        } else {
            scheduler.budgetGone(change.key().namespace(), change.key().name());
        }
    }

    private static void serviceSeen(PodScheduler scheduler, Change<Service> change) {
        var owners = scheduler.cluster().owners();
        if (change.after() != null) {
            OwnerWords.put(owners, change.after());
        } else {
            owners.removeService(change.key().namespace(), change.key().name());
        }
    }

    private static void replicaSetSeen(PodScheduler scheduler, Change<ReplicaSet> change) {
        var owners = scheduler.cluster().owners();
        if (change.after() != null) {
            OwnerWords.put(owners, change.after());
        } else {
            owners.removeController("ReplicaSet", change.key().namespace(), change.key().name());
        }
    }

    private static void statefulSetSeen(PodScheduler scheduler, Change<StatefulSet> change) {
        var owners = scheduler.cluster().owners();
        if (change.after() != null) {
            OwnerWords.put(owners, change.after());
        } else {
            owners.removeController("StatefulSet", change.key().namespace(), change.key().name());
        }
    }

    private void podSeen(PodScheduler scheduler, Change<Pod> change) {
        Pod before = change.before();
        Pod after = change.after();
        if (before != null && (after == null || !uid(before).equals(uid(after)))) {
            var known = podByUid.remove(uid(before));
            if (known != null) {
                scheduler.podGone(known, now());
            }
        }
        if (after == null) {
            return;
        }
        var pod = translated(after);
        if (pod != null) {
            scheduler.podSeen(podByUid.put(pod.uid(), pod), pod, now());
        }
    }

    private dev.sluice.podscheduler.cluster.@Nullable Pod translated(Pod pod) {
        try {
            return SchedulerWords.pod(pod);
        } catch (IllegalArgumentException meaningless) {
            LOG.atWarn()
                    .addKeyValue("pod", Key.of(pod))
                    .addKeyValue("error", meaningless.getMessage())
                    .log("pod cannot be understood and is left alone");
            return null;
        }
    }

    private static String uid(Pod pod) {
        return pod.getMetadata().getUid();
    }

    private Instant now() {
        return cluster.clock().instant();
    }
}
