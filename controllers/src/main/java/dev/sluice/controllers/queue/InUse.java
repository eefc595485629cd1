package dev.sluice.controllers.queue;

import dev.sluice.api.name.Finalizers;
import dev.sluice.reconcile.Cluster;
import io.fabric8.kubernetes.api.model.HasMetadata;

/// The finalizer of objects that others need: put on as long as they live, taken off when they are deleted and nobody
/// needs them any more (L4.2).
final class InUse {
    private InUse() {}

    /// Puts the finalizer on or takes it off, or does nothing.
    ///
    /// @return the object as it is now
    static <T extends HasMetadata> T guard(Cluster cluster, T object, boolean needed) {
        boolean deleting = object.getMetadata().getDeletionTimestamp() != null;
        boolean guarded = object.getMetadata().getFinalizers().contains(Finalizers.RESOURCE_IN_USE);
        if (deleting ? !guarded || needed : guarded) {
            return object;
        }
        T changed = cluster.copy(object);
        if (deleting) {
            changed.getMetadata().getFinalizers().remove(Finalizers.RESOURCE_IN_USE);
        } else {
            changed.getMetadata().getFinalizers().add(Finalizers.RESOURCE_IN_USE);
        }
        return cluster.update(changed);
    }
}
