package dev.sluice.controllers.job;

import dev.sluice.api.config.Configuration;
import dev.sluice.api.feature.FeatureGate;
import dev.sluice.api.name.Annotations;
import dev.sluice.api.name.Finalizers;
import dev.sluice.api.name.Labels;
import dev.sluice.api.v1beta2.AdmissionConstraints;
import dev.sluice.api.v1beta2.Permission;
import dev.sluice.api.v1beta2.PodSet;
import dev.sluice.api.v1beta2.Workload;
import dev.sluice.api.v1beta2.WorkloadSpec;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Makes the Workload of a job: everything that belongs to it, in one object (L1.5 to L1.9).
public final class Composer {
    private static final Pattern LABEL_VALUE =
            Pattern.compile("([A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?)?");

    private final Configuration settings;

    public Composer(Configuration settings) {
        this.settings = settings;
    }

    public <J extends HasMetadata> Workload workload(
            JobKind<J> kind, J job, JobWants wants, List<PodSet> podSets, Priority.Known priority) {
        return workload(
                kind.kind(),
                kind.group(),
                job,
                wants,
                podSets,
                priority,
                kind.holdNote(job) != null);
    }

    /// @param wasHeld a gate of its own has kept the job out of the queues for a while
    public Workload workload(
            String kind,
            String group,
            HasMetadata job,
            JobWants wants,
            List<PodSet> podSets,
            Priority.Known priority,
            boolean wasHeld) {
        Workload workload = new Workload();
        String name = name(kind, group, job.getMetadata(), wants.elastic());
        Map<String, String> annotations = annotations(job, wasHeld);
        if (wants.elastic()) {
            annotations.put(Annotations.ELASTIC_JOB, "true");
            annotations.put(Annotations.WORKLOAD_SLICE_NAME, name);
        }
        workload.setMetadata(
                new ObjectMetaBuilder()
                        .withNamespace(job.getMetadata().getNamespace())
                        .withName(name)
                        .withLabels(labels(job))
                        .withAnnotations(annotations)
                        .withFinalizers(Finalizers.RESOURCE_IN_USE)
                        .withOwnerReferences(owner(job))
                        .build());
        workload.setSpec(spec(wants, podSets, priority).withAdmissionConstraints(constraints(job)));
        return workload;
    }

    private String name(String kind, String group, ObjectMeta of, boolean slice) {
        boolean shortNames = settings.gates().isOn(FeatureGate.SHORT_WORKLOAD_NAMES);
        return slice
                ? WorkloadName.ofSlice(
                        kind,
                        group,
                        of.getName(),
                        of.getUid(),
                        of.getGeneration() == null ? 0 : of.getGeneration(),
                        shortNames)
                : WorkloadName.of(kind, group, of.getName(), of.getUid(), shortNames);
    }

    private WorkloadSpec spec(JobWants wants, List<PodSet> podSets, Priority.Known priority) {
        return WorkloadSpec.empty()
                .withPodSets(podSets.stream().map(this::allowed).toList())
                .withQueueName(wants.queueName().isEmpty() ? null : wants.queueName())
                .withPriority(priority.value())
                .withPriorityClassRef(priority.source())
                .withMaximumExecutionTimeSeconds(wants.maximumExecutionTimeSeconds());
    }

    /// Without the gate PartialAdmission nobody is admitted in part.
    private PodSet allowed(PodSet podSet) {
        return podSet.minCount() == null || settings.gates().isOn(FeatureGate.PARTIAL_ADMISSION)
                ? podSet
                : new PodSet(
                        podSet.name(),
                        podSet.template(),
                        podSet.count(),
                        null,
                        podSet.topologyRequest());
    }

    /// The reference that makes the job the owner of its Workload.
    static OwnerReference owner(HasMetadata job) {
        return new OwnerReferenceBuilder()
                .withApiVersion(job.getApiVersion())
                .withKind(job.getKind())
                .withName(job.getMetadata().getName())
                .withUid(job.getMetadata().getUid())
                .withController(true)
                .withBlockOwnerDeletion(true)
                .build();
    }

    private Map<String, String> labels(HasMetadata job) {
        Map<String, String> labels = new LinkedHashMap<>();
        String uid = job.getMetadata().getUid();
        if (LABEL_VALUE.matcher(uid).matches()) {
            labels.put(Labels.JOB_UID, uid);
        }
        for (String key : settings.integrations().labelKeysToCopy()) {
            String value = JobWants.label(job, key);
            if (!value.isEmpty()) {
                labels.put(key, value);
            }
        }
        return labels;
    }

    /// What the annotations say, as a field of the Workload (KEP-8729).
    private @Nullable AdmissionConstraints constraints(HasMetadata job) {
        if (!settings.gates().isOn(FeatureGate.WORKLOAD_ADMISSION_CONSTRAINTS)) {
            return null;
        }
        Permission preemption = permission(job, Annotations.CANNOT_PREEMPT);
        Permission borrowing = permission(job, Annotations.CANNOT_BORROW);
        return preemption == null && borrowing == null
                ? null
                : new AdmissionConstraints(preemption, borrowing);
    }

    private static @Nullable Permission permission(HasMetadata job, String annotation) {
        return JobWants.annotation(job, annotation).equals("true") ? Permission.NEVER : null;
    }

    private Map<String, String> annotations(HasMetadata job, boolean wasHeld) {
        Map<String, String> annotations = new LinkedHashMap<>();
        Map<String, String> of = job.getMetadata().getAnnotations();
        if (of != null) {
            of.forEach(
                    (key, value) -> {
                        if (key.startsWith(Annotations.PROVISIONING_REQUEST_PREFIX)) {
                            annotations.put(key, value);
                        }
                    });
        }
        if (settings.gates().isOn("AdmissionGatedBy")) {
            copy(job, Annotations.ADMISSION_GATED_BY, annotations);
        }
        if (settings.gates().isOn(FeatureGate.WORKLOAD_ADMISSION_CONSTRAINTS)) {
            copy(job, Annotations.CANNOT_PREEMPT, annotations);
            copy(job, Annotations.CANNOT_BORROW, annotations);
        }
        if (wasHeld) {
            annotations.put(
                    Annotations.JOB_CREATION_TIME, job.getMetadata().getCreationTimestamp());
        }
        return annotations;
    }

    private static void copy(HasMetadata job, String key, Map<String, String> to) {
        String value = JobWants.annotation(job, key);
        if (!value.isEmpty()) {
            to.put(key, value);
        }
    }
}
