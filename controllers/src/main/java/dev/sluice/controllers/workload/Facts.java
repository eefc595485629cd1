package dev.sluice.controllers.workload;

import dev.sluice.api.condition.Conditions;
import dev.sluice.api.condition.WorkloadConditions;
import dev.sluice.api.v1beta2.CheckState;
import dev.sluice.api.v1beta2.Workload;
import dev.sluice.api.v1beta2.WorkloadSpec;
import dev.sluice.api.v1beta2.WorkloadStatus;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.OwnerReference;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What a Workload object says about itself (L1.1, L1.4).
public final class Facts {
    private Facts() {}

    public static WorkloadSpec spec(Workload workload) {
        WorkloadSpec spec = workload.getSpec();
        return spec == null ? WorkloadSpec.empty() : spec;
    }

    public static WorkloadStatus status(Workload workload) {
        WorkloadStatus status = workload.getStatus();
        return status == null ? WorkloadStatus.empty() : status;
    }

    public static List<Condition> conditions(Workload workload) {
        return status(workload).conditions();
    }

    public static boolean is(Workload workload, String condition) {
        return Conditions.isTrue(conditions(workload), condition);
    }

    /// Whether the condition is there with status False, for this reason.
    public static boolean isNot(Workload workload, String condition, String reason) {
        Condition found = Conditions.find(conditions(workload), condition);
        return found != null
                && "False".equals(found.getStatus())
                && reason.equals(found.getReason());
    }

    public static boolean finished(Workload workload) {
        return is(workload, WorkloadConditions.FINISHED);
    }

    public static boolean admitted(Workload workload) {
        return is(workload, WorkloadConditions.ADMITTED);
    }

    public static boolean reserved(Workload workload) {
        return is(workload, WorkloadConditions.QUOTA_RESERVED);
    }

    public static boolean evicted(Workload workload) {
        return is(workload, WorkloadConditions.EVICTED);
    }

    public static boolean active(Workload workload) {
        return !Boolean.FALSE.equals(spec(workload).active());
    }

    public static boolean deleting(Workload workload) {
        return workload.getMetadata().getDeletionTimestamp() != null;
    }

    public static boolean onHold(Workload workload) {
        return isNot(workload, WorkloadConditions.QUOTA_RESERVED, Reasons.ON_HOLD);
    }

    /// Whether every admission check is Ready; true when there is none.
    public static boolean checksReady(WorkloadStatus status) {
        return status.admissionChecks().stream().allMatch(c -> c.state() == CheckState.READY);
    }

    public static String queueName(Workload workload) {
        String name = spec(workload).queueName();
        return name == null ? "" : name;
    }

    public static long generation(Workload workload) {
        Long generation = workload.getMetadata().getGeneration();
        return generation == null ? 0 : generation;
    }

    public static String namespace(Workload workload) {
        return workload.getMetadata().getNamespace();
    }

    public static String name(Workload workload) {
        return workload.getMetadata().getName();
    }

    /// `namespace/name`, as messages write it.
    public static String path(Workload workload) {
        return namespace(workload) + "/" + name(workload);
    }

    public static @Nullable String annotation(Workload workload, String key) {
        Map<String, String> annotations = workload.getMetadata().getAnnotations();
        return annotations == null ? null : annotations.get(key);
    }

    public static @Nullable String label(Workload workload, String key) {
        Map<String, String> labels = workload.getMetadata().getLabels();
        return labels == null ? null : labels.get(key);
    }

    /// The job that the workload stands for, if it has one.
    public static Optional<OwnerReference> controllerOf(Workload workload) {
        return workload.getMetadata().getOwnerReferences().stream()
                .filter(owner -> Boolean.TRUE.equals(owner.getController()))
                .findFirst();
    }

    public static boolean hasFinalizer(Workload workload, String finalizer) {
        return workload.getMetadata().getFinalizers().contains(finalizer);
    }
}
