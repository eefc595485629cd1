package dev.sluice.controllers.job;

import dev.sluice.api.feature.FeatureGate;
import dev.sluice.api.feature.FeatureGates;
import dev.sluice.api.name.Annotations;
import dev.sluice.api.name.Labels;
import dev.sluice.api.v1beta2.PriorityClassRef;
import dev.sluice.api.v1beta2.Workload;
import dev.sluice.api.v1beta2.WorkloadSpec;
import dev.sluice.controllers.workload.Facts;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What a job's labels and annotations ask of the queues.
///
/// @param queueName the LocalQueue; empty when none is named
/// @param priorityClass the WorkloadPriorityClass; empty when none is named
/// @param maximumExecutionTimeSeconds null when there is no limit, or no readable one (L1.8)
/// @param prebuiltWorkload name of the Workload to use; empty when one is to be made
/// @param gatedBy who keeps its Workload waiting (A7.21); empty when nobody does
/// @param heldBy who keeps it out of the queues altogether (KEP-6915); empty when nobody does
/// @param elastic whether it may change its number of pods while it runs (L2.43)
public record JobWants(
        String queueName,
        String priorityClass,
        @Nullable Integer maximumExecutionTimeSeconds,
        String prebuiltWorkload,
        String gatedBy,
        String heldBy,
        boolean elastic) {

    /// What the job says under these gates.
    public static JobWants of(HasMetadata job, FeatureGates gates) {
        return of(
                job,
                gates.isOn(FeatureGate.WORKLOAD_IDENTIFIER_ANNOTATIONS),
                gates.isOn(FeatureGate.SCHEDULING_GATED_BY),
                gates.isOn(FeatureGate.ELASTIC_JOBS_VIA_WORKLOAD_SLICES));
    }

    /// @param identifierAnnotations the gate WorkloadIdentifierAnnotations is on (A2.3)
    /// @param holdable the gate SchedulingGatedBy is on, also known as AdmissionGatedBy
    /// @param slices the gate ElasticJobsViaWorkloadSlices is on
    public static JobWants of(
            HasMetadata job, boolean identifierAnnotations, boolean holdable, boolean slices) {
        return new JobWants(
                label(job, Labels.QUEUE_NAME),
                label(job, Labels.PRIORITY_CLASS),
                seconds(label(job, Labels.MAX_EXEC_TIME_SECONDS)),
                prebuilt(job, identifierAnnotations),
                holdable ? annotation(job, Annotations.ADMISSION_GATED_BY).strip() : "",
                holdable ? annotation(job, Annotations.SCHEDULING_GATED_BY).strip() : "",
                slices && annotation(job, Annotations.ELASTIC_JOB).equals("true"));
    }

    /// The same, in another queue.
    public JobWants inQueue(String queue) {
        return new JobWants(
                queue,
                priorityClass,
                maximumExecutionTimeSeconds,
                prebuiltWorkload,
                gatedBy,
                heldBy,
                elastic);
    }

    /// The same, held by this one as well.
    public JobWants heldBy(String gate) {
        return new JobWants(
                queueName,
                priorityClass,
                maximumExecutionTimeSeconds,
                prebuiltWorkload,
                gatedBy,
                gate,
                elastic);
    }

    /// The same, asking for what this Workload says: somebody else has put it there.
    public JobWants saidBy(Workload workload) {
        WorkloadSpec spec = Facts.spec(workload);
        PriorityClassRef source = spec.priorityClassRef();
        String gates = Facts.annotation(workload, Annotations.ADMISSION_GATED_BY);
        return new JobWants(
                Facts.queueName(workload),
                source == null || !source.kind().equals("WorkloadPriorityClass")
                        ? ""
                        : source.name(),
                spec.maximumExecutionTimeSeconds(),
                prebuiltWorkload,
                gates == null ? "" : gates.strip(),
                "",
                elastic);
    }

    private static String prebuilt(HasMetadata job, boolean identifierAnnotations) {
        String annotation = annotation(job, Annotations.PREBUILT_WORKLOAD_NAME);
        String label = label(job, Labels.PREBUILT_WORKLOAD_NAME);
        if (identifierAnnotations) {
            return annotation.isEmpty() ? label : annotation;
        }
        return label.isEmpty() && annotation.length() > 63 ? annotation : label;
    }

    private static @Nullable Integer seconds(String text) {
        try {
            int seconds = Integer.parseInt(text);
            return seconds > 0 ? seconds : null;
        } catch (NumberFormatException notANumber) {
            return null;
        }
    }

    /// A label; empty when there is none.
    public static String label(HasMetadata object, String key) {
        Map<String, String> labels = object.getMetadata().getLabels();
        return labels == null ? "" : labels.getOrDefault(key, "");
    }

    /// An annotation; empty when there is none.
    public static String annotation(HasMetadata object, String key) {
        Map<String, String> annotations = object.getMetadata().getAnnotations();
        return annotations == null ? "" : annotations.getOrDefault(key, "");
    }
}
