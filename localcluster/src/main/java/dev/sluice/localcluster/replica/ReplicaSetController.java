package dev.sluice.localcluster.replica;

import dev.sluice.localcluster.event.CoreEvents;
import dev.sluice.localcluster.job.Together;
import dev.sluice.reconcile.Cache;
import dev.sluice.reconcile.Cluster;
import dev.sluice.reconcile.Key;
import dev.sluice.reconcile.Outcome;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import io.fabric8.kubernetes.api.model.apps.ReplicaSetBuilder;
import io.fabric8.kubernetes.api.model.apps.ReplicaSetCondition;
import io.fabric8.kubernetes.api.model.apps.ReplicaSetConditionBuilder;
import io.fabric8.kubernetes.api.model.apps.ReplicaSetStatus;
import io.fabric8.kubernetes.api.model.apps.ReplicaSetStatusBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Keeps as many pods of a ReplicaSet running as it asks for.
public final class ReplicaSetController {
    private static final String COMPONENT = "replicaset-controller";
    private static final int WORKERS = 4;
    private static final int BURST_MAX = 500;

    private final Cluster cluster;
    private final CoreEvents events;
    private final Cache<ReplicaSet> sets;
    private final OwnedPods pods;
    private final Together together = new Together();

    /// Registers the loop; it runs once the cluster starts.
    public ReplicaSetController(Cluster cluster, CoreEvents events) {
        this.cluster = cluster;
        this.events = events;
        this.sets = cluster.cache(ReplicaSet.class);
        this.pods = new OwnedPods(cluster, "ReplicaSet");
        cluster.loop("replicaset", WORKERS, this::reconcile)
                .onEach(sets)
                .on(cluster.cache(Pod.class), pods::owners);
    }

    private Outcome reconcile(Key key) {
        ReplicaSet set = sets.get(key).orElse(null);
        if (set == null || set.getMetadata().getDeletionTimestamp() != null) {
            return Outcome.done();
        }
        int wanted = Objects.requireNonNullElse(set.getSpec().getReplicas(), 1);
        List<Pod> active = pods.active(set);
        KubernetesClientException refused = null;
        try {
            if (active.size() < wanted) {
                int missing = Math.min(wanted - active.size(), BURST_MAX);
                together.run(Collections.nCopies(missing, set), this::create);
            } else if (active.size() > wanted) {
                int surplus = Math.min(active.size() - wanted, BURST_MAX);
                together.run(LeastMissed.of(active).subList(0, surplus), pod -> delete(set, pod));
            }
        } catch (KubernetesClientException failure) {
            refused = failure;
        }
        Counts counts = writeStatus(set, refused);
        if (refused != null) {
            throw refused;
        }
        return counts.again() == null ? Outcome.done() : Outcome.again(counts.again());
    }

    private void create(ReplicaSet set) {
        try {
            Pod pod =
                    cluster.create(
                            PodFromTemplate.of(set, set.getSpec().getTemplate())
                                    .editMetadata()
                                    .withGenerateName(PodFromTemplate.generateName(set))
                                    .endMetadata()
                                    .build());
            events.tell(
                    set,
                    COMPONENT,
                    false,
                    "SuccessfulCreate",
                    "Created pod: " + pod.getMetadata().getName());
        } catch (KubernetesClientException refused) {
            events.tell(set, COMPONENT, true, "FailedCreate", "Error creating: " + text(refused));
            throw refused;
        }
    }

    private void delete(ReplicaSet set, Pod pod) {
        pods.delete(pod);
        events.tell(
                set,
                COMPONENT,
                false,
                "SuccessfulDelete",
                "Deleted pod: " + pod.getMetadata().getName());
    }

    private Counts writeStatus(ReplicaSet set, @Nullable KubernetesClientException refused) {
        List<Pod> active = pods.active(set);
        Counts counts =
                Counts.of(
                        active,
                        Objects.requireNonNullElse(set.getSpec().getMinReadySeconds(), 0),
                        cluster.clock().instant());
        Map<String, String> labels =
                Objects.requireNonNullElse(
                        set.getSpec().getTemplate().getMetadata().getLabels(), Map.of());
        long labeled =
                active.stream()
                        .filter(
                                pod ->
                                        pod.getMetadata().getLabels() != null
                                                && pod.getMetadata()
                                                        .getLabels()
                                                        .entrySet()
                                                        .containsAll(labels.entrySet()))
                        .count();
        ReplicaSetStatusBuilder status =
                new ReplicaSetStatusBuilder()
                        .withReplicas(counts.all())
                        .withFullyLabeledReplicas(zeroIsNull((int) labeled))
                        .withReadyReplicas(zeroIsNull(counts.ready()))
                        .withAvailableReplicas(zeroIsNull(counts.available()))
                        .withTerminatingReplicas(pods.terminating(set))
                        .withObservedGeneration(set.getMetadata().getGeneration());
        if (refused != null) {
            status.addToConditions(failure(set, refused));
        }
        ReplicaSetStatus wanted = status.build();
        if (!wanted.equals(set.getStatus())) {
            cluster.updateStatus(new ReplicaSetBuilder(set).withStatus(wanted).build());
        }
        return counts;
    }

    /// The condition as it stands when it says the same already, so that retries write nothing.
    private ReplicaSetCondition failure(ReplicaSet set, KubernetesClientException refused) {
        List<ReplicaSetCondition> known =
                set.getStatus() == null || set.getStatus().getConditions() == null
                        ? List.of()
                        : set.getStatus().getConditions();
        for (ReplicaSetCondition condition : known) {
            if (text(refused).equals(condition.getMessage())) {
                return condition;
            }
        }
        return new ReplicaSetConditionBuilder()
                .withType("ReplicaFailure")
                .withStatus("True")
                .withReason("FailedCreate")
                .withMessage(text(refused))
                .withLastTransitionTime(ApiTime.seconds(cluster.clock().instant()))
                .build();
    }

    static @Nullable Integer zeroIsNull(int count) {
        return count == 0 ? null : count;
    }

    static String text(KubernetesClientException refused) {
        return refused.getStatus() == null || refused.getStatus().getMessage() == null
                ? String.valueOf(refused.getMessage())
                : refused.getStatus().getMessage();
    }
}
