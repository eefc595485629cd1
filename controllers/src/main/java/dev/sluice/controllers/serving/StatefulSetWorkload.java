package dev.sluice.controllers.serving;

import dev.sluice.api.name.Annotations;
import dev.sluice.api.v1beta2.PodSet;
import dev.sluice.api.v1beta2.Workload;
import dev.sluice.controllers.job.BatchJobs;
import dev.sluice.controllers.job.PodTemplates;
import dev.sluice.controllers.job.TopologyRequests;
import dev.sluice.controllers.workload.Facts;
import dev.sluice.controllers.workload.WorkloadWriter;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import io.fabric8.kubernetes.api.model.PodTemplateSpecBuilder;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// How the Workload of a StatefulSet differs from that of a job: it is that of a group, which the pods will own too (L3.62).
/// Pure.
final class StatefulSetWorkload {
    private StatefulSetWorkload() {}

    /// @param topologyAware the gate TopologyAwareScheduling is on
    static PodSet podSet(StatefulSet set, boolean topologyAware) {
        var template = set.getSpec().getTemplate();
        return new PodSet(
                BatchJobs.POD_SET,
                PodTemplates.forWorkload(
                        new PodTemplateSpecBuilder().withSpec(template.getSpec()).build(),
                        Set.of()),
                SetFacts.replicas(set),
                null,
                topologyAware ? TopologyRequests.of(template, SetFacts.POD_INDEX) : null);
    }

    /// @param workload as of any job
    static Workload of(StatefulSet set, Workload workload) {
        ObjectMeta metadata = WorkloadWriter.metadata(workload);
        metadata.setOwnerReferences(
                List.of(
                        new OwnerReferenceBuilder()
                                .withApiVersion(set.getApiVersion())
                                .withKind(set.getKind())
                                .withName(set.getMetadata().getName())
                                .withUid(set.getMetadata().getUid())
                                .build()));
        Map<String, String> annotations = new LinkedHashMap<>(metadata.getAnnotations());
        annotations.put(Annotations.IS_GROUP_WORKLOAD, "true");
        annotations.put(Annotations.JOB_OWNER_GVK, set.getApiVersion() + ", Kind=" + set.getKind());
        annotations.put(Annotations.JOB_OWNER_NAME, set.getMetadata().getName());
        metadata.setAnnotations(annotations);
        if (Facts.annotation(workload, Annotations.ADMISSION_GATED_BY) == null) {
            // As recorded: only one that is gated from the start keeps its finalizer (T146, T153).
            metadata.setFinalizers(List.of());
        }
        return WorkloadWriter.with(workload, metadata, workload.getSpec(), workload.getStatus());
    }
}
