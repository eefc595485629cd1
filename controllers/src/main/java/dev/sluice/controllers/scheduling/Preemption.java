package dev.sluice.controllers.scheduling;

import dev.sluice.controllers.event.EventRecorder;
import dev.sluice.controllers.event.Happening;
import dev.sluice.podscheduler.framework.PostFilterPlugin.Rescue;
import dev.sluice.reconcile.Cluster;
import dev.sluice.reconcile.Key;
import io.fabric8.kubernetes.api.model.DeletionPropagation;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.net.HttpURLConnection;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Ends the pods whose room another pod needs: marks each as a target of disruption, then deletes it (S4.127).
final class Preemption {
    private final Cluster cluster;
    private final EventRecorder events;

    Preemption(Cluster cluster, EventRecorder events) {
        this.cluster = cluster;
        this.events = events;
    }

    /// @return whether anyone was still there to go
    boolean carryOut(dev.sluice.podscheduler.cluster.Pod preemptor, Rescue rescue) {
        boolean someone = false;
        for (var victim : rescue.victims()) {
            Optional<Pod> there =
                    cluster.cache(Pod.class)
                            .get(new Key(victim.namespace(), victim.name()))
                            .filter(pod -> victim.uid().equals(pod.getMetadata().getUid()));
            someone |= there.isPresent();
            there.filter(pod -> pod.getMetadata().getDeletionTimestamp() == null)
                    .ifPresent(pod -> end(pod, preemptor, String.valueOf(rescue.nominatedNode())));
        }
        return someone;
    }

    private void end(Pod victim, dev.sluice.podscheduler.cluster.Pod preemptor, String node) {
        Map<String, Object> condition = new LinkedHashMap<>();
        condition.put("type", "DisruptionTarget");
        condition.put("status", "True");
        condition.put("reason", "PreemptionByScheduler");
        condition.put(
                "message",
                preemptor.schedulerName() + ": preempting to accommodate a higher priority pod");
        condition.put("observedGeneration", victim.getMetadata().getGeneration());
        condition.put(
                "lastTransitionTime",
                cluster.clock().instant().truncatedTo(ChronoUnit.SECONDS).toString());
        var patch = Map.of("status", Map.of("conditions", List.of(condition)));
        try {
            cluster.patchStatus(victim, PatchType.STRATEGIC_MERGE, cluster.json(patch));
        } catch (KubernetesClientException refused) {
            if (refused.getCode() == HttpURLConnection.HTTP_NOT_FOUND) {
                return;
            }
            throw refused;
        }
        cluster.delete(victim, DeletionPropagation.BACKGROUND);
        events.record(
                victim,
                new Happening(
                        false,
                        "Preempted",
                        "Preempting",
                        "Preempted by pod " + preemptor.uid() + " on node " + node,
                        preemptor.schedulerName()));
    }
}
