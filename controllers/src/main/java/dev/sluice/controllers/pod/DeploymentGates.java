package dev.sluice.controllers.pod;

import dev.sluice.api.config.Configuration;
import dev.sluice.api.config.Frameworks;
import dev.sluice.api.feature.FeatureGate;
import dev.sluice.controllers.job.JobWants;
import dev.sluice.reconcile.Cache;
import dev.sluice.reconcile.Cluster;
import dev.sluice.reconcile.Key;
import dev.sluice.reconcile.Loop;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Gates on Deployments (KEP-6915): the pods of a Deployment are queued one by one, and a gate on it holds them all, those
/// that come later too. Nothing is written into the template for it: taking the gate away would roll out new pods.
final class DeploymentGates {
    static final Duration SEEN_WITHIN = Duration.ofSeconds(5);

    private static final String BY_SET = "pod-of-deployment";
    private static final String BY_DEPLOYMENT = "replica-set-of-deployment";

    private final Configuration settings;
    private final Cache<Pod> pods;
    private final @Nullable Cache<Deployment> deployments;
    private final @Nullable Cache<ReplicaSet> sets;

    /// Watches nothing where no Deployments are queued.
    DeploymentGates(Cluster cluster, Configuration settings) {
        this.settings = settings;
        this.pods = cluster.cache(Pod.class);
        boolean on =
                settings.integrations().frameworks().contains(Frameworks.DEPLOYMENT)
                        && settings.gates().isOn(FeatureGate.SCHEDULING_GATED_BY);
        this.deployments = on ? cluster.cache(Deployment.class) : null;
        this.sets = on ? cluster.cache(ReplicaSet.class) : null;
        if (sets != null) {
            pods.index(BY_SET, pod -> ofDeployment(pod) ? owner(pod, "ReplicaSet") : List.of());
            sets.index(BY_DEPLOYMENT, set -> owner(set, "Deployment"));
        }
    }

    private static boolean ofDeployment(Pod pod) {
        return PodFacts.managed(pod) && PodFacts.parent(pod).equals(Frameworks.DEPLOYMENT);
    }

    private static List<String> owner(HasMetadata object, String kind) {
        return controller(object, kind)
                .map(owner -> object.getMetadata().getNamespace() + "/" + owner.getName())
                .map(List::of)
                .orElse(List.of());
    }

    private static Optional<OwnerReference> controller(HasMetadata object, String kind) {
        return object.getMetadata().getOwnerReferences().stream()
                .filter(owner -> Boolean.TRUE.equals(owner.getController()))
                .filter(owner -> owner.getKind().equals(kind))
                .findFirst();
    }

    /// What a pod asks for, held by the gate of its Deployment too.
    JobWants held(Pod pod, JobWants wants) {
        if (sets == null || deployments == null || !ofDeployment(pod)) {
            return wants;
        }
        String gate = gate(deploymentOf(pod));
        return gate.isEmpty() || !wants.heldBy().isEmpty() ? wants : wants.heldBy(gate);
    }

    private @Nullable Deployment deploymentOf(Pod pod) {
        if (sets == null || deployments == null) {
            return null;
        }
        String namespace = pod.getMetadata().getNamespace();
        return controller(pod, "ReplicaSet")
                .flatMap(owner -> sets.get(namespace, owner.getName()))
                .flatMap(set -> controller(set, "Deployment"))
                .flatMap(owner -> deployments.get(namespace, owner.getName()))
                .orElse(null);
    }

    /// Whether the Deployment of a new pod may be there and has yet to be seen: each kind has a watch of its own.
    boolean unseen(Pod pod, Instant now) {
        return deployments != null
                && ofDeployment(pod)
                && Instant.parse(pod.getMetadata().getCreationTimestamp())
                        .plus(SEEN_WITHIN)
                        .isAfter(now)
                && deploymentOf(pod) == null;
    }

    /// A gate that goes concerns all pods.
    void watch(Loop loop) {
        if (deployments != null && sets != null) {
            loop.on(
                            deployments,
                            change ->
                                    change.before() != null
                                                    && gate(change.before())
                                                            .equals(gate(change.after()))
                                            ? List.of()
                                            : ofDeployment(change.key()))
                    .on(sets, change -> change.before() == null ? ofSet(change.key()) : List.of());
        }
    }

    private List<Key> ofDeployment(Key deployment) {
        return Objects.requireNonNull(sets).by(BY_DEPLOYMENT, deployment.toString()).stream()
                .flatMap(set -> ofSet(Key.of(set)).stream())
                .toList();
    }

    private List<Key> ofSet(Key set) {
        return pods.by(BY_SET, set.toString()).stream().map(Key::of).toList();
    }

    private String gate(@Nullable Deployment deployment) {
        return deployment == null ? "" : JobWants.of(deployment, settings.gates()).heldBy();
    }
}
