package dev.sluice.controllers.job;

import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.PodSchedulingGate;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.PodTemplateSpecBuilder;
import io.fabric8.kubernetes.api.model.Toleration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What the pods of one pod set get when the workload is admitted (L2.32), or what they had before, to give it back
/// (L2.36). Merging adds; restoring replaces.
///
/// @param name the pod set
/// @param count pods
public record PodSetInfo(
        String name,
        int count,
        Map<String, String> labels,
        Map<String, String> annotations,
        Map<String, String> nodeSelector,
        List<Toleration> tolerations,
        List<PodSchedulingGate> schedulingGates) {

    public PodSetInfo {
        labels = new LinkedHashMap<>(labels);
        annotations = new LinkedHashMap<>(annotations);
        nodeSelector = new LinkedHashMap<>(nodeSelector);
        tolerations = List.copyOf(tolerations);
        schedulingGates = List.copyOf(schedulingGates);
    }

    public static PodSetInfo of(String name, int count) {
        return new PodSetInfo(name, count, Map.of(), Map.of(), Map.of(), List.of(), List.of());
    }

    /// What a template has of all this.
    public static PodSetInfo of(String name, int count, PodTemplateSpec template) {
        ObjectMeta metadata = template.getMetadata();
        PodSpec spec = template.getSpec();
        return new PodSetInfo(
                name,
                count,
                metadata == null ? Map.of() : orEmpty(metadata.getLabels()),
                metadata == null ? Map.of() : orEmpty(metadata.getAnnotations()),
                spec == null ? Map.of() : orEmpty(spec.getNodeSelector()),
                spec == null ? List.of() : spec.getTolerations(),
                spec == null ? List.of() : spec.getSchedulingGates());
    }

    /// A key that stands for two values at once; the job cannot start (L2.33).
    ///
    /// @param field which map
    public record Conflict(String field, String key, String one, String other) {
        public String message() {
            return "invalid podset infos: conflict for %s: key=%s, value1=%s, value2=%s"
                    .formatted(field, key, one, other);
        }
    }

    /// The first key for which the two differ, or null when they go together.
    public @Nullable Conflict conflictWith(PodSetInfo other) {
        Conflict conflict = conflict("labels", labels, other.labels);
        if (conflict == null) {
            conflict = conflict("annotations", annotations, other.annotations);
        }
        return conflict != null
                ? conflict
                : conflict("nodeSelector", nodeSelector, other.nodeSelector);
    }

    /// Both together; the caller has made sure that there is no conflict. The count is this one's.
    public PodSetInfo merge(PodSetInfo other) {
        return new PodSetInfo(
                name,
                count,
                union(labels, other.labels),
                union(annotations, other.annotations),
                union(nodeSelector, other.nodeSelector),
                union(tolerations, other.tolerations),
                union(schedulingGates, other.schedulingGates));
    }

    /// This, with those labels of the template that its kind's API generates.
    PodSetInfo withGenerated(PodTemplateSpec template, Set<String> generated) {
        Map<String, String> kept = new LinkedHashMap<>(of(name, count, template).labels);
        kept.keySet().retainAll(generated);
        return new PodSetInfo(
                name,
                count,
                union(labels, kept),
                annotations,
                nodeSelector,
                tolerations,
                schedulingGates);
    }

    /// The template with all this added.
    public PodTemplateSpec mergedInto(PodTemplateSpec template) {
        return of(name, count, template).merge(this).restoredTo(template);
    }

    /// The template with exactly this; whole maps and lists are replaced.
    public PodTemplateSpec restoredTo(PodTemplateSpec template) {
        ObjectMeta metadata =
                new ObjectMetaBuilder(
                                template.getMetadata() == null
                                        ? new ObjectMeta()
                                        : template.getMetadata())
                        .withLabels(labels)
                        .withAnnotations(annotations)
                        .build();
        return new PodTemplateSpecBuilder(template)
                .withMetadata(metadata)
                .editOrNewSpec()
                .withNodeSelector(nodeSelector)
                .withTolerations(tolerations)
                .withSchedulingGates(schedulingGates)
                .endSpec()
                .build();
    }

    private static @Nullable Conflict conflict(
            String field, Map<String, String> one, Map<String, String> other) {
        for (Map.Entry<String, String> entry : one.entrySet()) {
            String value = other.get(entry.getKey());
            if (value != null && !value.equals(entry.getValue())) {
                return new Conflict(field, entry.getKey(), entry.getValue(), value);
            }
        }
        return null;
    }

    private static Map<String, String> union(Map<String, String> one, Map<String, String> other) {
        Map<String, String> union = new LinkedHashMap<>(one);
        union.putAll(other);
        return union;
    }

    private static <T> List<T> union(List<T> one, Collection<T> other) {
        List<T> union = new ArrayList<>(one);
        other.stream().filter(item -> !union.contains(item)).forEach(union::add);
        return union;
    }

    private static Map<String, String> orEmpty(@Nullable Map<String, String> map) {
        return map == null ? Map.of() : map;
    }
}
