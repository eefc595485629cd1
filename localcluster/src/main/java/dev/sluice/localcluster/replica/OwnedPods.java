package dev.sluice.localcluster.replica;

import dev.sluice.reconcile.Cache;
import dev.sluice.reconcile.Change;
import dev.sluice.reconcile.Cluster;
import dev.sluice.reconcile.Key;
import io.fabric8.kubernetes.api.model.DeletionPropagation;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// The pods that objects of one kind control. A pod that was deleted through it counts as going away at once, before a
/// watch shows it, so that nobody deletes another one in its place.
final class OwnedPods {
    private final Cluster cluster;
    private final String kind;
    private final String index;
    private final Cache<Pod> pods;
    private final Set<String> deleted = ConcurrentHashMap.newKeySet();

    /// @param kind of the owners: `ReplicaSet`
    OwnedPods(Cluster cluster, String kind) {
        this.cluster = cluster;
        this.kind = kind;
        this.index = "controlled by " + kind;
        this.pods = cluster.cache(Pod.class);
        pods.index(index, this::ownerUids);
        pods.onChange(this::forget);
    }

    private void forget(Change<Pod> change) {
        Pod after = change.after();
        if (after == null || after.getMetadata().getDeletionTimestamp() != null) {
            deleted.remove(change.latest().getMetadata().getUid());
        }
    }

    private List<String> ownerUids(Pod pod) {
        OwnerReference owner = controller(pod);
        return owner != null && owner.getKind().equals(kind) ? List.of(owner.getUid()) : List.of();
    }

    /// The keys of the owners that a change of a pod concerns.
    List<Key> owners(Change<Pod> change) {
        OwnerReference owner = controller(change.latest());
        return owner != null && owner.getKind().equals(kind)
                ? List.of(new Key(change.key().namespace(), owner.getName()))
                : List.of();
    }

    /// All pods of an owner, ended ones too.
    List<Pod> of(HasMetadata owner) {
        return List.copyOf(pods.by(index, owner.getMetadata().getUid()));
    }

    /// Its pods that count: neither ended nor going away.
    List<Pod> active(HasMetadata owner) {
        List<Pod> active = new ArrayList<>();
        for (Pod pod : of(owner)) {
            if (!PodHealth.hasEnded(pod) && !isGoing(pod)) {
                active.add(pod);
            }
        }
        return active;
    }

    /// How many of its pods are going away and have not ended yet.
    int terminating(HasMetadata owner) {
        return (int)
                of(owner).stream().filter(pod -> !PodHealth.hasEnded(pod) && isGoing(pod)).count();
    }

    boolean isGoing(Pod pod) {
        return pod.getMetadata().getDeletionTimestamp() != null
                || deleted.contains(pod.getMetadata().getUid());
    }

    void delete(Pod pod) {
        deleted.add(pod.getMetadata().getUid());
        cluster.delete(pod, DeletionPropagation.BACKGROUND);
        // The watch may have been faster.
        Pod known = pods.get(Key.of(pod)).orElse(null);
        if (known == null || known.getMetadata().getDeletionTimestamp() != null) {
            deleted.remove(pod.getMetadata().getUid());
        }
    }

    /// The reference to the controller of an object; null when it has none.
    static @Nullable OwnerReference controller(HasMetadata object) {
        for (OwnerReference reference :
                Objects.requireNonNullElse(
                        object.getMetadata().getOwnerReferences(), List.<OwnerReference>of())) {
            if (Boolean.TRUE.equals(reference.getController())) {
                return reference;
            }
        }
        return null;
    }

    /// The reference by which `owner` controls what it makes.
    static OwnerReference referenceTo(HasMetadata owner) {
        return new OwnerReferenceBuilder()
                .withApiVersion(owner.getApiVersion())
                .withKind(owner.getKind())
                .withName(owner.getMetadata().getName())
                .withUid(owner.getMetadata().getUid())
                .withController(true)
                .withBlockOwnerDeletion(true)
                .build();
    }
}
