package dev.sluice.api.v1beta2;

import io.fabric8.kubernetes.api.model.LabelSelector;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a ClusterQueue offers and how it decides (A3, 3.1).
///
/// @param resourceGroups quota by flavor and resource; a resource is in one group only
/// @param cohortName the cohort whose quota is shared
/// @param queueingStrategy whether a head that does not fit blocks those behind it; absent means `BestEffortFIFO`
/// @param namespaceSelector namespaces that may submit; absent matches none, empty matches all
/// @param flavorFungibility when to try the next flavor
/// @param preemption whom its workloads may evict
/// @param admissionChecksStrategy checks that a workload has to pass
/// @param stopPolicy whether the queue is stopped; absent means `None`
/// @param fairSharing its weight among its siblings
/// @param admissionScope whether past usage orders its workloads
/// @param concurrentAdmissionPolicy how variants of a workload move to better flavors
@ApiRecord
public record ClusterQueueSpec(
        List<ResourceGroup> resourceGroups,
        @Nullable String cohortName,
        @Nullable QueueingStrategy queueingStrategy,
        @Nullable LabelSelector namespaceSelector,
        @Nullable FlavorFungibility flavorFungibility,
        @Nullable ClusterQueuePreemption preemption,
        @Nullable AdmissionChecksStrategy admissionChecksStrategy,
        @Nullable StopPolicy stopPolicy,
        @Nullable FairSharing fairSharing,
        @Nullable AdmissionScope admissionScope,
        @Nullable ConcurrentAdmissionPolicy concurrentAdmissionPolicy) {

    public ClusterQueueSpec {
        resourceGroups = Frozen.list(resourceGroups);
    }

    /// This value with another `resourceGroups`.
    public ClusterQueueSpec withResourceGroups(List<ResourceGroup> resourceGroups) {
        return new ClusterQueueSpec(
                resourceGroups,
                cohortName,
                queueingStrategy,
                namespaceSelector,
                flavorFungibility,
                preemption,
                admissionChecksStrategy,
                stopPolicy,
                fairSharing,
                admissionScope,
                concurrentAdmissionPolicy);
    }

    /// This value with another `cohortName`.
    public ClusterQueueSpec withCohortName(@Nullable String cohortName) {
        return new ClusterQueueSpec(
                resourceGroups,
                cohortName,
                queueingStrategy,
                namespaceSelector,
                flavorFungibility,
                preemption,
                admissionChecksStrategy,
                stopPolicy,
                fairSharing,
                admissionScope,
                concurrentAdmissionPolicy);
    }

    /// This value with another `queueingStrategy`.
    public ClusterQueueSpec withQueueingStrategy(@Nullable QueueingStrategy queueingStrategy) {
        return new ClusterQueueSpec(
                resourceGroups,
                cohortName,
                queueingStrategy,
                namespaceSelector,
                flavorFungibility,
                preemption,
                admissionChecksStrategy,
                stopPolicy,
                fairSharing,
                admissionScope,
                concurrentAdmissionPolicy);
    }

    /// This value with another `namespaceSelector`.
    public ClusterQueueSpec withNamespaceSelector(@Nullable LabelSelector namespaceSelector) {
        return new ClusterQueueSpec(
                resourceGroups,
                cohortName,
                queueingStrategy,
                namespaceSelector,
                flavorFungibility,
                preemption,
                admissionChecksStrategy,
                stopPolicy,
                fairSharing,
                admissionScope,
                concurrentAdmissionPolicy);
    }

    /// This value with another `flavorFungibility`.
    public ClusterQueueSpec withFlavorFungibility(@Nullable FlavorFungibility flavorFungibility) {
        return new ClusterQueueSpec(
                resourceGroups,
                cohortName,
                queueingStrategy,
                namespaceSelector,
                flavorFungibility,
                preemption,
                admissionChecksStrategy,
                stopPolicy,
                fairSharing,
                admissionScope,
                concurrentAdmissionPolicy);
    }

    /// This value with another `preemption`.
    public ClusterQueueSpec withPreemption(@Nullable ClusterQueuePreemption preemption) {
        return new ClusterQueueSpec(
                resourceGroups,
                cohortName,
                queueingStrategy,
                namespaceSelector,
                flavorFungibility,
                preemption,
                admissionChecksStrategy,
                stopPolicy,
                fairSharing,
                admissionScope,
                concurrentAdmissionPolicy);
    }

    /// This value with another `admissionChecksStrategy`.
    public ClusterQueueSpec withAdmissionChecksStrategy(
            @Nullable AdmissionChecksStrategy admissionChecksStrategy) {
        return new ClusterQueueSpec(
                resourceGroups,
                cohortName,
                queueingStrategy,
                namespaceSelector,
                flavorFungibility,
                preemption,
                admissionChecksStrategy,
                stopPolicy,
                fairSharing,
                admissionScope,
                concurrentAdmissionPolicy);
    }

    /// This value with another `stopPolicy`.
    public ClusterQueueSpec withStopPolicy(@Nullable StopPolicy stopPolicy) {
        return new ClusterQueueSpec(
                resourceGroups,
                cohortName,
                queueingStrategy,
                namespaceSelector,
                flavorFungibility,
                preemption,
                admissionChecksStrategy,
                stopPolicy,
                fairSharing,
                admissionScope,
                concurrentAdmissionPolicy);
    }

    /// This value with another `fairSharing`.
    public ClusterQueueSpec withFairSharing(@Nullable FairSharing fairSharing) {
        return new ClusterQueueSpec(
                resourceGroups,
                cohortName,
                queueingStrategy,
                namespaceSelector,
                flavorFungibility,
                preemption,
                admissionChecksStrategy,
                stopPolicy,
                fairSharing,
                admissionScope,
                concurrentAdmissionPolicy);
    }

    /// This value with another `admissionScope`.
    public ClusterQueueSpec withAdmissionScope(@Nullable AdmissionScope admissionScope) {
        return new ClusterQueueSpec(
                resourceGroups,
                cohortName,
                queueingStrategy,
                namespaceSelector,
                flavorFungibility,
                preemption,
                admissionChecksStrategy,
                stopPolicy,
                fairSharing,
                admissionScope,
                concurrentAdmissionPolicy);
    }

    /// This value with another `concurrentAdmissionPolicy`.
    public ClusterQueueSpec withConcurrentAdmissionPolicy(
            @Nullable ConcurrentAdmissionPolicy concurrentAdmissionPolicy) {
        return new ClusterQueueSpec(
                resourceGroups,
                cohortName,
                queueingStrategy,
                namespaceSelector,
                flavorFungibility,
                preemption,
                admissionChecksStrategy,
                stopPolicy,
                fairSharing,
                admissionScope,
                concurrentAdmissionPolicy);
    }

    /// The value in which nothing is set.
    public static ClusterQueueSpec empty() {
        return new ClusterQueueSpec(
                List.of(), null, null, null, null, null, null, null, null, null, null);
    }
}
