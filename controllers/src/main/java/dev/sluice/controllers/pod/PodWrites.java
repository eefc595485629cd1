package dev.sluice.controllers.pod;

import dev.sluice.api.condition.Conditions;
import dev.sluice.api.name.Finalizers;
import dev.sluice.reconcile.Cluster;
import io.fabric8.kubernetes.api.model.DeletionPropagation;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Writes to single pods.
final class PodWrites {
    private static final String MANAGER = "kueue";
    private static final String TERMINATION_TARGET = "TerminationTarget";

    private final Cluster cluster;

    PodWrites(Cluster cluster) {
        this.cluster = cluster;
    }

    /// Says why the pod has to end, then deletes it with the grace that it asks for (L3.23).
    void stop(Pod pod, String reason, String message) {
        if (told(pod)) {
            delete(pod);
            return;
        }
        Pod target =
                new PodBuilder()
                        .withNewMetadata()
                        .withNamespace(pod.getMetadata().getNamespace())
                        .withName(PodFacts.name(pod))
                        .withUid(pod.getMetadata().getUid())
                        .endMetadata()
                        .withNewStatus()
                        .addNewCondition()
                        .withType(TERMINATION_TARGET)
                        .withStatus("True")
                        .withReason(reason)
                        .withMessage(message)
                        .withLastTransitionTime(Conditions.time(cluster.clock().instant()))
                        .endCondition()
                        .endStatus()
                        .build();
        delete(cluster.applyStatus(target, MANAGER));
    }

    private static boolean told(Pod pod) {
        return pod.getStatus() != null
                && pod.getStatus().getConditions().stream()
                        .anyMatch(condition -> condition.getType().equals(TERMINATION_TARGET));
    }

    void delete(Pod pod) {
        cluster.delete(pod, DeletionPropagation.BACKGROUND);
    }

    /// Nothing of ours keeps the pod from going any more; only if it is as we know it.
    void release(Pod pod) {
        if (!PodFacts.hasFinalizer(pod)) {
            return;
        }
        List<String> left = new ArrayList<>(pod.getMetadata().getFinalizers());
        left.remove(Finalizers.MANAGED);
        cluster.patch(
                pod,
                PatchType.JSON_MERGE,
                cluster.json(
                        Map.of(
                                "metadata",
                                Map.of(
                                        "resourceVersion",
                                        pod.getMetadata().getResourceVersion(),
                                        "finalizers",
                                        left))));
    }

    void update(Pod pod) {
        cluster.update(pod);
    }
}
