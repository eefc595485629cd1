package dev.sluice.controllers.job;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodSpecBuilder;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.PodTemplateSpecBuilder;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Pod templates on their way from a job into a Workload (L1.8).
public final class PodTemplates {
    private PodTemplates() {}

    /// A template as a Workload keeps it: labels and annotations are all that stays of the metadata, and an
    /// environment variable stands there once.
    ///
    /// @param left labels that are left out
    public static PodTemplateSpec forWorkload(PodTemplateSpec template, Set<String> left) {
        PodSpec spec = template.getSpec();
        return new PodTemplateSpecBuilder()
                .withMetadata(metadata(template.getMetadata(), left))
                .withSpec(
                        new PodSpecBuilder(spec)
                                .withContainers(sanitised(spec.getContainers()))
                                .withInitContainers(sanitised(spec.getInitContainers()))
                                .build())
                .build();
    }

    private static ObjectMeta metadata(ObjectMeta metadata, Set<String> left) {
        ObjectMetaBuilder kept = new ObjectMetaBuilder();
        if (metadata == null) {
            return kept.build();
        }
        if (metadata.getLabels() != null) {
            Map<String, String> labels = new LinkedHashMap<>(metadata.getLabels());
            labels.keySet().removeAll(left);
            kept.withLabels(labels.isEmpty() ? null : labels);
        }
        if (metadata.getAnnotations() != null && !metadata.getAnnotations().isEmpty()) {
            kept.withAnnotations(new LinkedHashMap<>(metadata.getAnnotations()));
        }
        return kept.build();
    }

    private static List<Container> sanitised(List<Container> containers) {
        return containers.stream().map(PodTemplates::sanitised).toList();
    }

    /// Variables of one name become one: at the first one's place, with the last one's value.
    private static Container sanitised(Container container) {
        Map<String, EnvVar> byName = new LinkedHashMap<>();
        container.getEnv().forEach(variable -> byName.put(variable.getName(), variable));
        return byName.size() == container.getEnv().size()
                ? container
                : new ContainerBuilder(container).withEnv(List.copyOf(byName.values())).build();
    }
}
