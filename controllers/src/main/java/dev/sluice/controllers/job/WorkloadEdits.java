package dev.sluice.controllers.job;

import dev.sluice.api.name.Annotations;
import dev.sluice.api.name.Labels;
import dev.sluice.api.v1beta2.PodSet;
import dev.sluice.api.v1beta2.Workload;
import dev.sluice.api.v1beta2.WorkloadSpec;
import dev.sluice.controllers.workload.Facts;
import dev.sluice.controllers.workload.WorkloadWriter;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.PodTemplateSpecBuilder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What the job integration changes on a Workload that is there: copies, the original stays as it is.
final class WorkloadEdits {
    private WorkloadEdits() {}

    static Workload gated(Workload workload, String gates) {
        ObjectMeta metadata = WorkloadWriter.metadata(workload);
        Map<String, String> annotations =
                new LinkedHashMap<>(
                        metadata.getAnnotations() == null ? Map.of() : metadata.getAnnotations());
        if (gates.isEmpty()) {
            annotations.remove(Annotations.ADMISSION_GATED_BY);
        } else {
            annotations.put(Annotations.ADMISSION_GATED_BY, gates);
        }
        metadata.setAnnotations(annotations);
        return WorkloadWriter.with(workload, metadata, workload.getSpec(), workload.getStatus());
    }

    static @Nullable Workload adopted(Workload workload, HasMetadata job) {
        if (Facts.controllerOf(workload).isPresent()) {
            return null;
        }
        ObjectMeta metadata = WorkloadWriter.metadata(workload);
        List<OwnerReference> owners = new ArrayList<>(metadata.getOwnerReferences());
        owners.add(Composer.owner(job));
        metadata.setOwnerReferences(owners);
        Map<String, String> labels =
                new LinkedHashMap<>(metadata.getLabels() == null ? Map.of() : metadata.getLabels());
        labels.put(Labels.JOB_UID, job.getMetadata().getUid());
        metadata.setLabels(labels);
        WorkloadSpec spec = Facts.spec(workload);
        return WorkloadWriter.with(
                workload,
                metadata,
                spec.withPodSets(
                        spec.podSets().stream().map(WorkloadEdits::withTemplateMetadata).toList()),
                workload.getStatus());
    }

    /// A pod template has metadata, be it empty: recorded, and of the same form as in Workloads that are made here.
    private static PodSet withTemplateMetadata(PodSet podSet) {
        PodTemplateSpec template = podSet.template();
        return template == null || template.getMetadata() != null
                ? podSet
                : new PodSet(
                        podSet.name(),
                        new PodTemplateSpecBuilder(template).withMetadata(new ObjectMeta()).build(),
                        podSet.count(),
                        podSet.minCount(),
                        podSet.topologyRequest());
    }
}
