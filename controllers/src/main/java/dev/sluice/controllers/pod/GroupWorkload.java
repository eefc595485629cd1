package dev.sluice.controllers.pod;

import dev.sluice.api.name.Annotations;
import dev.sluice.api.name.Labels;
import dev.sluice.api.v1beta2.Workload;
import dev.sluice.controllers.workload.WorkloadWriter;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/// How the Workload of a group differs from that of a job: it has the group's name and belongs to all pods (L3.29). Pure.
final class GroupWorkload {
    private GroupWorkload() {}

    /// @param workload of the first pod, as of any job
    /// @param pods that the group is made of
    static Workload of(String group, Workload workload, List<Pod> pods) {
        ObjectMeta metadata = WorkloadWriter.metadata(workload);
        metadata.setName(group);
        metadata.setOwnerReferences(pods.stream().map(GroupWorkload::owner).toList());
        Map<String, String> labels = new LinkedHashMap<>(metadata.getLabels());
        labels.remove(Labels.JOB_UID);
        metadata.setLabels(labels.isEmpty() ? null : labels);
        Map<String, String> annotations = new LinkedHashMap<>(metadata.getAnnotations());
        annotations.put(Annotations.IS_GROUP_WORKLOAD, "true");
        metadata.setAnnotations(annotations);
        return WorkloadWriter.with(workload, metadata, workload.getSpec(), workload.getStatus());
    }

    /// The Workload, owned by these pods too.
    static Workload owned(Workload workload, List<Pod> pods) {
        ObjectMeta metadata = WorkloadWriter.metadata(workload);
        Set<String> known =
                metadata.getOwnerReferences().stream()
                        .map(OwnerReference::getUid)
                        .collect(Collectors.toSet());
        List<OwnerReference> owners = new ArrayList<>(metadata.getOwnerReferences());
        pods.stream()
                .filter(pod -> !known.contains(pod.getMetadata().getUid()))
                .forEach(pod -> owners.add(owner(pod)));
        metadata.setOwnerReferences(owners);
        return WorkloadWriter.with(workload, metadata, workload.getSpec(), workload.getStatus());
    }

    private static OwnerReference owner(Pod pod) {
        return new OwnerReferenceBuilder()
                .withApiVersion("v1")
                .withKind("Pod")
                .withName(PodFacts.name(pod))
                .withUid(pod.getMetadata().getUid())
                .build();
    }
}
