package dev.sluice.localcluster.job;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.EnvVarBuilder;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodSpecBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// Pods from a job's template (H9.1).
final class PodFactory {
    /// What the server's random end leaves of a name of 63 characters.
    private static final int GENERATE_NAME_MAX = 58;

    private static final String INDEX_VARIABLE = "JOB_COMPLETION_INDEX";

    private PodFactory() {}

    /// @return to be written, not to be changed: it may share its spec with the template
    static Pod pod(Job job, JobPlan.Creation creation) {
        ObjectMeta template =
                Objects.requireNonNullElseGet(
                        job.getSpec().getTemplate().getMetadata(), ObjectMeta::new);
        Map<String, String> labels = copy(template.getLabels());
        Map<String, String> annotations = copy(template.getAnnotations());
        PodSpec spec = job.getSpec().getTemplate().getSpec();
        if (creation.index() >= 0) {
            labels.put(JobPods.INDEX, Integer.toString(creation.index()));
            annotations.put(JobPods.INDEX, Integer.toString(creation.index()));
            if (job.getSpec().getBackoffLimitPerIndex() != null) {
                annotations.put(
                        JobPods.INDEX_FAILURES, Integer.toString(creation.earlierFailures()));
            }
            spec = new PodSpecBuilder(spec).build();
            addIndex(spec, job.getMetadata().getName() + "-" + creation.index());
        }
        ObjectMeta metadata = new ObjectMeta();
        metadata.setNamespace(job.getMetadata().getNamespace());
        metadata.setGenerateName(generateName(job, creation.index()));
        metadata.setLabels(labels);
        metadata.setAnnotations(annotations);
        metadata.setFinalizers(List.of(JobPods.FINALIZER));
        metadata.setOwnerReferences(List.of(owner(job)));
        Pod pod = new Pod();
        pod.setMetadata(metadata);
        pod.setSpec(spec);
        return pod;
    }

    private static OwnerReference owner(Job job) {
        return new OwnerReferenceBuilder()
                .withApiVersion("batch/v1")
                .withKind("Job")
                .withName(job.getMetadata().getName())
                .withUid(job.getMetadata().getUid())
                .withController(true)
                .withBlockOwnerDeletion(true)
                .build();
    }

    private static Map<String, String> copy(Map<String, String> map) {
        return map == null ? new HashMap<>() : new HashMap<>(map);
    }

    private static String generateName(Job job, int index) {
        String end = index < 0 ? "-" : "-" + index + "-";
        String name = job.getMetadata().getName();
        return name.substring(0, Math.min(name.length(), GENERATE_NAME_MAX - end.length())) + end;
    }

    private static void addIndex(PodSpec spec, String hostname) {
        if (spec.getHostname() == null || spec.getHostname().isEmpty()) {
            spec.setHostname(hostname);
        }
        spec.getContainers().forEach(PodFactory::addIndex);
        Objects.requireNonNullElse(spec.getInitContainers(), List.<Container>of())
                .forEach(PodFactory::addIndex);
    }

    /// The variable reads the annotation, so that the template stays the same for all indexes.
    private static void addIndex(Container container) {
        List<EnvVar> variables =
                new ArrayList<>(Objects.requireNonNullElse(container.getEnv(), List.of()));
        if (variables.stream().anyMatch(v -> INDEX_VARIABLE.equals(v.getName()))) {
            return;
        }
        variables.add(
                new EnvVarBuilder()
                        .withName(INDEX_VARIABLE)
                        .withNewValueFrom()
                        .withNewFieldRef()
                        .withFieldPath("metadata.labels['" + JobPods.INDEX + "']")
                        .endFieldRef()
                        .endValueFrom()
                        .build());
        container.setEnv(variables);
    }
}
