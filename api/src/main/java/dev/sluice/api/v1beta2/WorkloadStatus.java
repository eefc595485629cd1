package dev.sluice.api.v1beta2;

import io.fabric8.kubernetes.api.model.Condition;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// How far a workload has come (A7, 7.4).
///
/// @param conditions what is the case with the object, one entry for each type
/// @param admission the quota it holds
/// @param requeueState waiting time after an eviction
/// @param reclaimablePods pods whose quota is not needed any more
/// @param admissionChecks how its checks stand
/// @param resourceRequests what each pod set asks for, as long as it holds no quota
/// @param accumulatedPastExecutionTimeSeconds seconds of earlier admissions
/// @param schedulingStats counts of evictions
/// @param nominatedClusterNames clusters that try to admit it
/// @param clusterName the cluster that did
/// @param unhealthyNodes failed nodes with pods of it
/// @param preemptionGates which gates are open
@ApiRecord
public record WorkloadStatus(
        List<Condition> conditions,
        @Nullable Admission admission,
        @Nullable RequeueState requeueState,
        List<ReclaimablePod> reclaimablePods,
        List<AdmissionCheckState> admissionChecks,
        List<PodSetRequest> resourceRequests,
        @Nullable Integer accumulatedPastExecutionTimeSeconds,
        @Nullable SchedulingStats schedulingStats,
        List<String> nominatedClusterNames,
        @Nullable String clusterName,
        List<UnhealthyNode> unhealthyNodes,
        List<PreemptionGateState> preemptionGates) {

    public WorkloadStatus {
        conditions = Frozen.list(conditions);
        reclaimablePods = Frozen.list(reclaimablePods);
        admissionChecks = Frozen.list(admissionChecks);
        resourceRequests = Frozen.list(resourceRequests);
        nominatedClusterNames = Frozen.list(nominatedClusterNames);
        unhealthyNodes = Frozen.list(unhealthyNodes);
        preemptionGates = Frozen.list(preemptionGates);
    }

    /// This value with another `conditions`.
    public WorkloadStatus withConditions(List<Condition> conditions) {
        return new WorkloadStatus(
                conditions,
                admission,
                requeueState,
                reclaimablePods,
                admissionChecks,
                resourceRequests,
                accumulatedPastExecutionTimeSeconds,
                schedulingStats,
                nominatedClusterNames,
                clusterName,
                unhealthyNodes,
                preemptionGates);
    }

    /// This value with another `admission`.
    public WorkloadStatus withAdmission(@Nullable Admission admission) {
        return new WorkloadStatus(
                conditions,
                admission,
                requeueState,
                reclaimablePods,
                admissionChecks,
                resourceRequests,
                accumulatedPastExecutionTimeSeconds,
                schedulingStats,
                nominatedClusterNames,
                clusterName,
                unhealthyNodes,
                preemptionGates);
    }

    /// This value with another `requeueState`.
    public WorkloadStatus withRequeueState(@Nullable RequeueState requeueState) {
        return new WorkloadStatus(
                conditions,
                admission,
                requeueState,
                reclaimablePods,
                admissionChecks,
                resourceRequests,
                accumulatedPastExecutionTimeSeconds,
                schedulingStats,
                nominatedClusterNames,
                clusterName,
                unhealthyNodes,
                preemptionGates);
    }

    /// This value with another `reclaimablePods`.
    public WorkloadStatus withReclaimablePods(List<ReclaimablePod> reclaimablePods) {
        return new WorkloadStatus(
                conditions,
                admission,
                requeueState,
                reclaimablePods,
                admissionChecks,
                resourceRequests,
                accumulatedPastExecutionTimeSeconds,
                schedulingStats,
                nominatedClusterNames,
                clusterName,
                unhealthyNodes,
                preemptionGates);
    }

    /// This value with another `admissionChecks`.
    public WorkloadStatus withAdmissionChecks(List<AdmissionCheckState> admissionChecks) {
        return new WorkloadStatus(
                conditions,
                admission,
                requeueState,
                reclaimablePods,
                admissionChecks,
                resourceRequests,
                accumulatedPastExecutionTimeSeconds,
                schedulingStats,
                nominatedClusterNames,
                clusterName,
                unhealthyNodes,
                preemptionGates);
    }

    /// This value with another `resourceRequests`.
    public WorkloadStatus withResourceRequests(List<PodSetRequest> resourceRequests) {
        return new WorkloadStatus(
                conditions,
                admission,
                requeueState,
                reclaimablePods,
                admissionChecks,
                resourceRequests,
                accumulatedPastExecutionTimeSeconds,
                schedulingStats,
                nominatedClusterNames,
                clusterName,
                unhealthyNodes,
                preemptionGates);
    }

    /// This value with another `accumulatedPastExecutionTimeSeconds`.
    public WorkloadStatus withAccumulatedPastExecutionTimeSeconds(
            @Nullable Integer accumulatedPastExecutionTimeSeconds) {
        return new WorkloadStatus(
                conditions,
                admission,
                requeueState,
                reclaimablePods,
                admissionChecks,
                resourceRequests,
                accumulatedPastExecutionTimeSeconds,
                schedulingStats,
                nominatedClusterNames,
                clusterName,
                unhealthyNodes,
                preemptionGates);
    }

    /// This value with another `schedulingStats`.
    public WorkloadStatus withSchedulingStats(@Nullable SchedulingStats schedulingStats) {
        return new WorkloadStatus(
                conditions,
                admission,
                requeueState,
                reclaimablePods,
                admissionChecks,
                resourceRequests,
                accumulatedPastExecutionTimeSeconds,
                schedulingStats,
                nominatedClusterNames,
                clusterName,
                unhealthyNodes,
                preemptionGates);
    }

    /// This value with another `nominatedClusterNames`.
    public WorkloadStatus withNominatedClusterNames(List<String> nominatedClusterNames) {
        return new WorkloadStatus(
                conditions,
                admission,
                requeueState,
                reclaimablePods,
                admissionChecks,
                resourceRequests,
                accumulatedPastExecutionTimeSeconds,
                schedulingStats,
                nominatedClusterNames,
                clusterName,
                unhealthyNodes,
                preemptionGates);
    }

    /// This value with another `clusterName`.
    public WorkloadStatus withClusterName(@Nullable String clusterName) {
        return new WorkloadStatus(
                conditions,
                admission,
                requeueState,
                reclaimablePods,
                admissionChecks,
                resourceRequests,
                accumulatedPastExecutionTimeSeconds,
                schedulingStats,
                nominatedClusterNames,
                clusterName,
                unhealthyNodes,
                preemptionGates);
    }

    /// This value with another `unhealthyNodes`.
    public WorkloadStatus withUnhealthyNodes(List<UnhealthyNode> unhealthyNodes) {
        return new WorkloadStatus(
                conditions,
                admission,
                requeueState,
                reclaimablePods,
                admissionChecks,
                resourceRequests,
                accumulatedPastExecutionTimeSeconds,
                schedulingStats,
                nominatedClusterNames,
                clusterName,
                unhealthyNodes,
                preemptionGates);
    }

    /// This value with another `preemptionGates`.
    public WorkloadStatus withPreemptionGates(List<PreemptionGateState> preemptionGates) {
        return new WorkloadStatus(
                conditions,
                admission,
                requeueState,
                reclaimablePods,
                admissionChecks,
                resourceRequests,
                accumulatedPastExecutionTimeSeconds,
                schedulingStats,
                nominatedClusterNames,
                clusterName,
                unhealthyNodes,
                preemptionGates);
    }

    /// The value in which nothing is set.
    public static WorkloadStatus empty() {
        return new WorkloadStatus(
                List.of(), null, null, List.of(), List.of(), List.of(), null, null, List.of(), null,
                List.of(), List.of());
    }
}
