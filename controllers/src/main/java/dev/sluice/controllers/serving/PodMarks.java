package dev.sluice.controllers.serving;

import dev.sluice.api.name.Annotations;
import dev.sluice.api.name.Labels;
import dev.sluice.controllers.job.BatchJobs;
import dev.sluice.controllers.job.JobWants;
import dev.sluice.controllers.pod.PodFacts;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.util.LinkedHashMap;
import java.util.Map;

/// What the pods of a StatefulSet are told of their group (L3.61): they are members of one that is admitted with its first pod,
/// never finishes, and has its Workload already. Pure.
///
/// @param labels by key
/// @param annotations by key
record PodMarks(Map<String, String> labels, Map<String, String> annotations) {
    private static final int LABEL_VALUE_MAX = 63;

    /// @param workload name of the Workload
    /// @param inAnnotations the gate WorkloadIdentifierAnnotations is on (A2.3)
    static PodMarks of(JobWants wants, String workload, int replicas, boolean inAnnotations) {
        Map<String, String> labels = new LinkedHashMap<>();
        Map<String, String> annotations = new LinkedHashMap<>();
        labels.put(Labels.MANAGED, "true");
        if (!wants.queueName().isEmpty()) {
            labels.put(Labels.QUEUE_NAME, wants.queueName());
        }
        if (!wants.priorityClass().isEmpty()) {
            labels.put(Labels.PRIORITY_CLASS, wants.priorityClass());
        }
        boolean annotated = inAnnotations || workload.length() > LABEL_VALUE_MAX;
        (annotated ? annotations : labels).put(Annotations.POD_GROUP_NAME, workload);
        (annotated ? annotations : labels).put(Annotations.PREBUILT_WORKLOAD_NAME, workload);
        annotations.put(Annotations.POD_GROUP_TOTAL_COUNT, Integer.toString(replicas));
        annotations.put(Annotations.POD_GROUP_FAST_ADMISSION, "true");
        annotations.put(Annotations.POD_GROUP_SERVING, "true");
        annotations.put(Annotations.POD_GROUP_POD_INDEX_LABEL, SetFacts.POD_INDEX);
        annotations.put(Annotations.ROLE_HASH, BatchJobs.POD_SET);
        return new PodMarks(labels, annotations);
    }

    /// Whether a pod has yet to be told. One that has started stays as it was started.
    boolean lacking(Pod pod) {
        return PodFacts.gated(pod)
                && !PodFacts.deleting(pod)
                && (!has(pod.getMetadata().getLabels(), labels)
                        || !has(pod.getMetadata().getAnnotations(), annotations));
    }

    private static boolean has(Map<String, String> known, Map<String, String> wanted) {
        return known != null && known.entrySet().containsAll(wanted.entrySet());
    }

    Pod on(Pod pod) {
        return new PodBuilder(pod)
                .editMetadata()
                .addToLabels(labels)
                .addToAnnotations(annotations)
                .endMetadata()
                .build();
    }
}
