package dev.sluice.controllers.scheduling;

import dev.sluice.api.scheduling.PodGroup;
import dev.sluice.podscheduler.Decision;
import dev.sluice.podscheduler.PodScheduler;
import dev.sluice.reconcile.Change;
import dev.sluice.reconcile.Cluster;
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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Tells the scheduler what happens in the cluster, in its own words. Everything runs on the scheduler's loop; this keeps
/// the pods as they were last told.
final class ClusterFeed {
    private static final Logger LOG = LoggerFactory.getLogger(ClusterFeed.class);
    private final Cluster cluster;
    private final Consumer<Consumer<PodScheduler>> tell;
    private final Consumer<Decision> carryOut;
    private final Map<String, dev.sluice.podscheduler.cluster.Pod> podByUid = new HashMap<>();

    /// @param tell runs an action on the scheduler's loop
    /// @param carryOut tells a pod that cannot be understood why it is not tried
    ClusterFeed(
            Cluster cluster, Consumer<Consumer<PodScheduler>> tell, Consumer<Decision> carryOut) {
        this.cluster = cluster;
        this.tell = tell;
        this.carryOut = carryOut;
    }

    /// Nodes are told before pods, so that no pod is tried in a cluster that only seems empty (S5.65).
    ///
    /// @param groups whether there are pod groups to follow
    void start(boolean groups) {
        on(Namespace.class, this::namespaceSeen);
        on(Node.class, this::nodeSeen);
        on(PodDisruptionBudget.class, ClusterFeed::budgetSeen);
        on(Service.class, ClusterFeed::serviceSeen);
        on(ReplicaSet.class, ClusterFeed::replicaSetSeen);
        on(StatefulSet.class, ClusterFeed::statefulSetSeen);
        if (groups) {
            on(PodGroup.class, this::groupSeen);
        }
        on(Pod.class, this::podSeen);
    }

    private <T extends HasMetadata> void on(
            Class<T> kind, BiConsumer<PodScheduler, Change<T>> told) {
        cluster.cache(kind)
                .onChange(change -> tell.accept(scheduler -> understood(scheduler, change, told)));
    }

    /// What the API should not have let in changes nothing that was known before, and stops nobody.
    private static <T extends HasMetadata> void understood(
            PodScheduler scheduler, Change<T> change, BiConsumer<PodScheduler, Change<T>> told) {
        try {
            told.accept(scheduler, change);
        } catch (IllegalArgumentException meaningless) {
            LOG.atWarn()
                    .addKeyValue("object", change.key())
                    .addKeyValue("error", meaningless.getMessage())
                    .log("object cannot be understood and is left alone");
        }
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

    private void groupSeen(PodScheduler scheduler, Change<PodGroup> change) {
        PodGroup after = change.after();
        String namespace = change.key().namespace();
        String name = change.key().name();
        if (after == null) {
            scheduler.groupGone(namespace, name, now());
        } else {
            scheduler.groupSeen(
                    new dev.sluice.podscheduler.cluster.PodGroup(namespace, name, after.minCount()),
                    now());
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
        dev.sluice.podscheduler.cluster.Pod pod;
        try {
            pod = SchedulerWords.pod(after);
        } catch (IllegalArgumentException meaningless) {
            notUnderstood(scheduler, after, String.valueOf(meaningless.getMessage()));
            throw meaningless;
        }
        scheduler.podSeen(podByUid.put(pod.uid(), pod), pod, now());
    }

    /// Tells the pod, if it waits for this scheduler, instead of letting it wait without a word; when it is changed it is looked at anew.
    private void notUnderstood(PodScheduler scheduler, Pod pod, String message) {
        var name = SchedulerWords.nameOf(pod);
        if (name.mayBeBound() && scheduler.serves(name)) {
            carryOut.accept(new Decision.Fail(name, message));
        }
    }

    private static String uid(Pod pod) {
        return pod.getMetadata().getUid();
    }

    private Instant now() {
        return cluster.clock().instant();
    }
}
