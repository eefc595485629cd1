package dev.sluice.api.v1beta2;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a workload asks for (A7, 7.1).
///
/// @param podSets groups of equal pods; they are admitted all together
/// @param queueName the LocalQueue
/// @param priorityClassRef where the priority comes from
/// @param priority absent counts as 0
/// @param active false: never admit, evict if running; absent means true
/// @param maximumExecutionTimeSeconds how long it may be admitted altogether
/// @param preemptionGates each closed one forbids it to evict others
/// @param admissionConstraints by which means it must not be admitted; null when all are allowed
@ApiRecord
public record WorkloadSpec(
        List<PodSet> podSets,
        @Nullable String queueName,
        @Nullable PriorityClassRef priorityClassRef,
        @Nullable Integer priority,
        @Nullable Boolean active,
        @Nullable Integer maximumExecutionTimeSeconds,
        List<PreemptionGate> preemptionGates,
        @Nullable AdmissionConstraints admissionConstraints) {

    public WorkloadSpec {
        podSets = Frozen.list(podSets);
        preemptionGates = Frozen.list(preemptionGates);
    }

    /// This value with another `podSets`.
    public WorkloadSpec withPodSets(List<PodSet> podSets) {
        return new WorkloadSpec(
                podSets,
                queueName,
                priorityClassRef,
                priority,
                active,
                maximumExecutionTimeSeconds,
                preemptionGates,
                admissionConstraints);
    }

    /// This value with another `queueName`.
    public WorkloadSpec withQueueName(@Nullable String queueName) {
        return new WorkloadSpec(
                podSets,
                queueName,
                priorityClassRef,
                priority,
                active,
                maximumExecutionTimeSeconds,
                preemptionGates,
                admissionConstraints);
    }

    /// This value with another `priorityClassRef`.
    public WorkloadSpec withPriorityClassRef(@Nullable PriorityClassRef priorityClassRef) {
        return new WorkloadSpec(
                podSets,
                queueName,
                priorityClassRef,
                priority,
                active,
                maximumExecutionTimeSeconds,
                preemptionGates,
                admissionConstraints);
    }

    /// This value with another `priority`.
    public WorkloadSpec withPriority(@Nullable Integer priority) {
        return new WorkloadSpec(
                podSets,
                queueName,
                priorityClassRef,
                priority,
                active,
                maximumExecutionTimeSeconds,
                preemptionGates,
                admissionConstraints);
    }

    /// This value with another `active`.
    public WorkloadSpec withActive(@Nullable Boolean active) {
        return new WorkloadSpec(
                podSets,
                queueName,
                priorityClassRef,
                priority,
                active,
                maximumExecutionTimeSeconds,
                preemptionGates,
                admissionConstraints);
    }

    /// This value with another `maximumExecutionTimeSeconds`.
    public WorkloadSpec withMaximumExecutionTimeSeconds(
            @Nullable Integer maximumExecutionTimeSeconds) {
        return new WorkloadSpec(
                podSets,
                queueName,
                priorityClassRef,
                priority,
                active,
                maximumExecutionTimeSeconds,
                preemptionGates,
                admissionConstraints);
    }

    /// This value with another `preemptionGates`.
    public WorkloadSpec withPreemptionGates(List<PreemptionGate> preemptionGates) {
        return new WorkloadSpec(
                podSets,
                queueName,
                priorityClassRef,
                priority,
                active,
                maximumExecutionTimeSeconds,
                preemptionGates,
                admissionConstraints);
    }

    /// This value with other `admissionConstraints`.
    public WorkloadSpec withAdmissionConstraints(
            @Nullable AdmissionConstraints admissionConstraints) {
        return new WorkloadSpec(
                podSets,
                queueName,
                priorityClassRef,
                priority,
                active,
                maximumExecutionTimeSeconds,
                preemptionGates,
                admissionConstraints);
    }

    /// The value in which nothing is set.
    public static WorkloadSpec empty() {
        return new WorkloadSpec(List.of(), null, null, null, null, null, List.of(), null);
    }
}
