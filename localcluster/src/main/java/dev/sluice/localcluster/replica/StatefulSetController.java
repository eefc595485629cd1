package dev.sluice.localcluster.replica;

import dev.sluice.localcluster.event.CoreEvents;
import dev.sluice.reconcile.Cache;
import dev.sluice.reconcile.Cluster;
import dev.sluice.reconcile.Key;
import dev.sluice.reconcile.Outcome;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.apps.StatefulSetBuilder;
import io.fabric8.kubernetes.api.model.apps.StatefulSetStatus;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.net.HttpURLConnection;
import java.util.List;

/// Keeps the numbered pods of a StatefulSet running, one after the other unless told otherwise.
public final class StatefulSetController {
    private static final String COMPONENT = "statefulset-controller";
    private static final int WORKERS = 4;

    private final Cluster cluster;
    private final CoreEvents events;
    private final Cache<StatefulSet> sets;
    private final OwnedPods pods;
    private final TemplateHistory history;

    /// Registers the loop; it runs once the cluster starts.
    public StatefulSetController(Cluster cluster, CoreEvents events) {
        this.cluster = cluster;
        this.events = events;
        this.sets = cluster.cache(StatefulSet.class);
        this.pods = new OwnedPods(cluster, "StatefulSet");
        this.history = new TemplateHistory(cluster);
        cluster.loop("statefulset", WORKERS, this::reconcile)
                .onEach(sets)
                .on(cluster.cache(Pod.class), pods::owners);
    }

    private Outcome reconcile(Key key) {
        StatefulSet set = sets.get(key).orElse(null);
        if (set == null || set.getMetadata().getDeletionTimestamp() != null) {
            return Outcome.done();
        }
        TemplateHistory.Revision update = history.current(set, set.getSpec().getTemplate());
        OrdinalPlan plan =
                OrdinalPlan.of(
                        set, pods.of(set), pods::isGoing, update.name(), cluster.clock().instant());
        for (OrdinalPlan.Creation creation : plan.create()) {
            create(set, creation);
        }
        for (Pod pod : plan.delete()) {
            pods.delete(pod);
            tell(set, "SuccessfulDelete", "Delete Pod " + pod.getMetadata().getName());
        }
        StatefulSetStatus status = plan.status();
        if (!status.equals(set.getStatus())) {
            cluster.updateStatus(new StatefulSetBuilder(set).withStatus(status).build());
        }
        history.forgetOldest(
                set,
                set.getSpec().getRevisionHistoryLimit(),
                List.of(update.name(), String.valueOf(status.getCurrentRevision())));
        return plan.again() == null ? Outcome.done() : Outcome.again(plan.again());
    }

    private void create(StatefulSet set, OrdinalPlan.Creation creation) {
        for (PersistentVolumeClaim claim : NumberedPod.claims(set, creation.ordinal())) {
            createUnlessThere(claim);
        }
        var template =
                history.template(set, creation.revision()).orElse(set.getSpec().getTemplate());
        Pod pod = NumberedPod.of(set, template, creation.ordinal(), creation.revision());
        try {
            cluster.create(pod);
            tell(set, "SuccessfulCreate", "Create Pod " + pod.getMetadata().getName());
        } catch (KubernetesClientException refused) {
            events.tell(
                    set,
                    COMPONENT,
                    true,
                    "FailedCreate",
                    "Create Pod %s in StatefulSet %s failed error: %s"
                            .formatted(
                                    pod.getMetadata().getName(),
                                    set.getMetadata().getName(),
                                    ReplicaSetController.text(refused)));
            throw refused;
        }
    }

    private void createUnlessThere(PersistentVolumeClaim claim) {
        try {
            cluster.create(claim);
        } catch (KubernetesClientException refused) {
            if (refused.getCode() != HttpURLConnection.HTTP_CONFLICT) {
                throw refused;
            }
        }
    }

    private void tell(StatefulSet set, String reason, String what) {
        events.tell(
                set,
                COMPONENT,
                false,
                reason,
                what + " in StatefulSet " + set.getMetadata().getName() + " successful");
    }
}
