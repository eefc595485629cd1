package dev.sluice.controllers.scheduling;

import dev.sluice.podscheduler.Explanation;
import dev.sluice.reconcile.Cluster;
import dev.sluice.reconcile.Key;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import java.util.Objects;

/// Sees why a pod's group stays incomplete: a StatefulSet of policy `OrderedReady` makes its next pod only when the one before is ready,
/// which it will not be while the group waits for all of them (FE10).
record WaitingOwner(Cluster cluster, Pod pod) {
    /// The same, with the reason `WaitingForOwner` if that is so.
    Explanation.WithGroup named(Explanation.WithGroup waiting) {
        if (waiting.reason() != Explanation.WithGroup.Reason.INCOMPLETE) {
            return waiting;
        }
        for (OwnerReference owner : pod.getMetadata().getOwnerReferences()) {
            if (Boolean.TRUE.equals(owner.getController())
                    && owner.getKind().equals("StatefulSet")) {
                Key key = new Key(pod.getMetadata().getNamespace(), owner.getName());
                StatefulSet set = cluster.cache(StatefulSet.class).get(key).orElse(null);
                if (set != null && waitsForItsPods(set)) {
                    return waiting.waitingForOwner(
                            "StatefulSet %s makes its next pod only when %s is ready. Maybe it should have podManagementPolicy: Parallel"
                                    .formatted(owner.getName(), pod.getMetadata().getName()));
                }
            }
        }
        return waiting;
    }

    private static boolean waitsForItsPods(StatefulSet set) {
        int made =
                set.getStatus() == null
                        ? 0
                        : Objects.requireNonNullElse(set.getStatus().getReplicas(), 0);
        return !"Parallel".equals(set.getSpec().getPodManagementPolicy())
                && made < Objects.requireNonNullElse(set.getSpec().getReplicas(), 1);
    }
}
