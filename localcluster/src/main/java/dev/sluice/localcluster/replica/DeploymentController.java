package dev.sluice.localcluster.replica;

import dev.sluice.localcluster.event.CoreEvents;
import dev.sluice.reconcile.Cache;
import dev.sluice.reconcile.Change;
import dev.sluice.reconcile.Cluster;
import dev.sluice.reconcile.Key;
import dev.sluice.reconcile.Outcome;
import io.fabric8.kubernetes.api.model.DeletionPropagation;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import io.fabric8.kubernetes.api.model.apps.ReplicaSetBuilder;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;

/// Rolls Deployments out: one ReplicaSet for each template that a deployment has had, of which the newest gets the pods.
public final class DeploymentController {
    private static final String COMPONENT = "deployment-controller";
    private static final String BY_DEPLOYMENT = "controlled by Deployment";
    private static final int WORKERS = 4;
    private static final int HISTORY_DEFAULT = 10;

    private final Cluster cluster;
    private final CoreEvents events;
    private final Cache<Deployment> deployments;
    private final Cache<ReplicaSet> sets;
    private final OwnedPods pods;

    /// Registers the loop; it runs once the cluster starts.
    public DeploymentController(Cluster cluster, CoreEvents events) {
        this.cluster = cluster;
        this.events = events;
        this.deployments = cluster.cache(Deployment.class);
        this.sets = cluster.cache(ReplicaSet.class);
        this.pods = new OwnedPods(cluster, "ReplicaSet");
        sets.index(BY_DEPLOYMENT, DeploymentController::ownerUids);
        cluster.loop("deployment", WORKERS, this::reconcile)
                .onEach(deployments)
                .on(sets, DeploymentController::owners)
                .on(cluster.cache(Pod.class), this::recreating);
    }

    private static List<String> ownerUids(ReplicaSet set) {
        OwnerReference owner = OwnedPods.controller(set);
        return owner != null && owner.getKind().equals("Deployment")
                ? List.of(owner.getUid())
                : List.of();
    }

    private static List<Key> owners(Change<ReplicaSet> change) {
        OwnerReference owner = OwnedPods.controller(change.latest());
        return owner != null && owner.getKind().equals("Deployment")
                ? List.of(new Key(change.key().namespace(), owner.getName()))
                : List.of();
    }

    /// A deployment that recreates its pods waits for the last one to be gone.
    private List<Key> recreating(Change<Pod> change) {
        if (change.after() != null) {
            return List.of();
        }
        List<Key> keys = new ArrayList<>();
        for (Key set : pods.owners(change)) {
            sets.get(set).ifPresent(owner -> keys.addAll(owners(new Change<>(owner, owner))));
        }
        return keys;
    }

    private Outcome reconcile(Key key) {
        Deployment deployment = deployments.get(key).orElse(null);
        if (deployment == null || deployment.getMetadata().getDeletionTimestamp() != null) {
            return Outcome.done();
        }
        List<ReplicaSet> own =
                new ArrayList<>(sets.by(BY_DEPLOYMENT, deployment.getMetadata().getUid()));
        own.removeIf(set -> set.getMetadata().getDeletionTimestamp() != null);
        ReplicaSet fresh = Revisions.current(deployment, own);
        if (fresh == null) {
            if (Boolean.TRUE.equals(deployment.getSpec().getPaused()) && !own.isEmpty()) {
                fresh = own.stream().max(Comparator.comparingLong(Revisions::number)).get();
            } else {
                create(deployment, own);
                return Outcome.again(Duration.ZERO);
            }
        }
        List<ReplicaSet> old = new ArrayList<>(own);
        old.remove(fresh);
        fresh = numbered(deployment, fresh, old);
        boolean drained = old.stream().allMatch(set -> pods.of(set).isEmpty());
        Rollout rollout = new Rollout(deployment, fresh, old, drained);
        List<Rollout.Resize> resizes = rollout.next();
        resizes.forEach(resize -> resize(deployment, rollout, resize));
        if (resizes.isEmpty()) {
            forgetOldest(deployment, old);
        }
        return report(deployment, rollout, resizes.isEmpty());
    }

    private void create(Deployment deployment, List<ReplicaSet> own) {
        ReplicaSet made = cluster.create(Revisions.make(deployment, own, 0));
        if (!Revisions.isControlledBy(made, deployment)) {
            throw new IllegalStateException(
                    "ReplicaSet " + made.getMetadata().getName() + " belongs to somebody else");
        }
    }

    /// The set of the current template carries the highest revision, and the deployment says so.
    private ReplicaSet numbered(Deployment deployment, ReplicaSet fresh, List<ReplicaSet> old) {
        long highest = old.stream().mapToLong(Revisions::number).max().orElse(0);
        ReplicaSet set = fresh;
        if (Revisions.number(set) <= highest) {
            set =
                    cluster.update(
                            new ReplicaSetBuilder(set)
                                    .editMetadata()
                                    .addToAnnotations(
                                            Revisions.ANNOTATION, Long.toString(highest + 1))
                                    .endMetadata()
                                    .build());
        }
        String revision = Long.toString(Revisions.number(set));
        if (!revision.equals(Revisions.annotation(deployment, Revisions.ANNOTATION))) {
            cluster.update(
                    new DeploymentBuilder(deployment)
                            .editMetadata()
                            .addToAnnotations(Revisions.ANNOTATION, revision)
                            .endMetadata()
                            .build());
        }
        return set;
    }

    private void resize(Deployment deployment, Rollout rollout, Rollout.Resize resize) {
        ReplicaSet set = resize.set();
        int before = Rollout.size(set);
        int wanted = Rollout.replicas(deployment);
        cluster.update(
                new ReplicaSetBuilder(set)
                        .editMetadata()
                        .addToAnnotations(Revisions.DESIRED, Integer.toString(wanted))
                        .addToAnnotations(
                                Revisions.MAX, Integer.toString(wanted + rollout.maxSurge(wanted)))
                        .endMetadata()
                        .editSpec()
                        .withReplicas(resize.size())
                        .endSpec()
                        .build());
        events.tell(
                deployment,
                COMPONENT,
                false,
                "ScalingReplicaSet",
                "Scaled %s replica set %s from %d to %d"
                        .formatted(
                                resize.size() > before ? "up" : "down",
                                set.getMetadata().getName(),
                                before,
                                resize.size()));
    }

    private void forgetOldest(Deployment deployment, List<ReplicaSet> old) {
        int kept =
                Objects.requireNonNullElse(
                        deployment.getSpec().getRevisionHistoryLimit(), HISTORY_DEFAULT);
        List<ReplicaSet> empty =
                old.stream()
                        .filter(set -> Rollout.size(set) == 0 && pods.of(set).isEmpty())
                        .sorted(Comparator.comparingLong(Revisions::number))
                        .toList();
        for (ReplicaSet set : empty.subList(0, Math.max(0, empty.size() - kept))) {
            cluster.delete(set, DeletionPropagation.BACKGROUND);
        }
    }

    private Outcome report(Deployment deployment, Rollout rollout, boolean still) {
        Deployment latest = deployments.get(Key.of(deployment)).orElse(deployment);
        Instant now = cluster.clock().instant();
        DeploymentProgress progress = DeploymentProgress.of(latest, rollout, now);
        if (!progress.status().equals(latest.getStatus())) {
            cluster.updateStatus(
                    new DeploymentBuilder(latest).withStatus(progress.status()).build());
        }
        Duration again = progress.again();
        return again == null || !still ? Outcome.done() : Outcome.again(again);
    }
}
