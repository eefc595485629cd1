package dev.sluice.localcluster.replica;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.PodTemplateSpecBuilder;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import io.fabric8.kubernetes.api.model.apps.ReplicaSetBuilder;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The ReplicaSets of a Deployment as the revisions of its template.
final class Revisions {
    static final String ANNOTATION = "deployment.kubernetes.io/revision";
    static final String DESIRED = "deployment.kubernetes.io/desired-replicas";
    static final String MAX = "deployment.kubernetes.io/max-replicas";
    private static final String HASH = "pod-template-hash";

    /// Annotations of the deployment that are about its own writing, not about its pods.
    private static final List<String> NOT_COPIED =
            List.of("kubectl.kubernetes.io/last-applied-configuration", ANNOTATION, DESIRED, MAX);

    private Revisions() {}

    /// The oldest set whose template is the deployment's; null when there is none.
    static @Nullable ReplicaSet current(Deployment deployment, List<ReplicaSet> own) {
        PodTemplateSpec wanted = withoutHash(deployment.getSpec().getTemplate());
        return own.stream()
                .filter(set -> withoutHash(set.getSpec().getTemplate()).equals(wanted))
                .min(
                        Comparator.comparing(
                                (ReplicaSet set) -> set.getMetadata().getCreationTimestamp()))
                .orElse(null);
    }

    private static PodTemplateSpec withoutHash(PodTemplateSpec template) {
        return new PodTemplateSpecBuilder(template)
                .editOrNewMetadata()
                .removeFromLabels(HASH)
                .endMetadata()
                .build();
    }

    /// A set for the deployment's template, empty at first.
    static ReplicaSet make(Deployment deployment, List<ReplicaSet> own, int collision) {
        PodTemplateSpec template = deployment.getSpec().getTemplate();
        String hash = TemplateHash.of(template, collision);
        long revision = own.stream().mapToLong(Revisions::number).max().orElse(0) + 1;
        Map<String, String> annotations =
                new HashMap<>(
                        Objects.requireNonNullElse(
                                deployment.getMetadata().getAnnotations(), Map.of()));
        annotations.keySet().removeAll(NOT_COPIED);
        annotations.put(ANNOTATION, Long.toString(revision));
        annotations.put(DESIRED, Integer.toString(Rollout.replicas(deployment)));
        return new ReplicaSetBuilder()
                .withNewMetadata()
                .withNamespace(deployment.getMetadata().getNamespace())
                .withName(deployment.getMetadata().getName() + "-" + hash)
                .withLabels(template.getMetadata().getLabels())
                .addToLabels(HASH, hash)
                .withAnnotations(annotations)
                .withOwnerReferences(OwnedPods.referenceTo(deployment))
                .endMetadata()
                .withNewSpec()
                .withReplicas(0)
                .withMinReadySeconds(deployment.getSpec().getMinReadySeconds())
                .withNewSelectorLike(deployment.getSpec().getSelector())
                .addToMatchLabels(HASH, hash)
                .endSelector()
                .withTemplate(
                        new PodTemplateSpecBuilder(template)
                                .editOrNewMetadata()
                                .addToLabels(HASH, hash)
                                .endMetadata()
                                .build())
                .endSpec()
                .build();
    }

    static boolean isControlledBy(ReplicaSet set, Deployment deployment) {
        OwnerReference owner = OwnedPods.controller(set);
        return owner != null && owner.getUid().equals(deployment.getMetadata().getUid());
    }

    static long number(ReplicaSet set) {
        String text = annotation(set, ANNOTATION);
        try {
            return text == null ? 0 : Long.parseLong(text);
        } catch (NumberFormatException notANumber) {
            return 0;
        }
    }

    static @Nullable String annotation(HasMetadata object, String key) {
        Map<String, String> annotations = object.getMetadata().getAnnotations();
        return annotations == null ? null : annotations.get(key);
    }
}
