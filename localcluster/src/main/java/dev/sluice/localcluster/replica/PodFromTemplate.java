package dev.sluice.localcluster.replica;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodSpecBuilder;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/// A pod as a template describes it, controlled by the template's owner. It has no name yet.
final class PodFromTemplate {
    /// What the server's random end leaves of a name of 63 characters.
    private static final int GENERATE_NAME_MAX = 58;

    private PodFromTemplate() {}

    static PodBuilder of(HasMetadata owner, PodTemplateSpec template) {
        ObjectMeta metadata =
                Objects.requireNonNullElseGet(template.getMetadata(), ObjectMeta::new);
        return new PodBuilder()
                .withNewMetadata()
                .withNamespace(owner.getMetadata().getNamespace())
                .withLabels(copy(metadata.getLabels()))
                .withAnnotations(copy(metadata.getAnnotations()))
                .withFinalizers(metadata.getFinalizers())
                .withOwnerReferences(OwnedPods.referenceTo(owner))
                .endMetadata()
                .withSpec(new PodSpecBuilder(template.getSpec()).build());
    }

    /// The beginning of the names of an owner's pods.
    static String generateName(HasMetadata owner) {
        String name = owner.getMetadata().getName() + "-";
        return name.substring(0, Math.min(name.length(), GENERATE_NAME_MAX));
    }

    private static Map<String, String> copy(Map<String, String> map) {
        return map == null ? new HashMap<>() : new HashMap<>(map);
    }
}
