package dev.sluice.api.feature;

/// A feature gate that code asks about. All gates that a configuration may name stand in `feature-gates.csv`.
public enum FeatureGate {
    ADMISSION_FAIR_SHARING("AdmissionFairSharing"),
    SCHEDULING_GATED_BY("SchedulingGatedBy"),
    WORKLOAD_ADMISSION_CONSTRAINTS("WorkloadAdmissionConstraints"),
    MULTIKUEUE("MultiKueue"),
    MULTIKUEUE_INCREMENTAL_DISPATCHER_CONFIG("MultiKueueIncrementalDispatcherConfig"),
    MULTIKUEUE_INCREMENTAL_DISPATCHER_RESPECT_CONFIG_ORDER(
            "MultiKueueIncrementalDispatcherRespectConfigOrder"),
    MULTIKUEUE_KUBE_CONFIG_PATH_VALIDATION("MultiKueueKubeConfigPathValidation"),
    MULTIKUEUE_ORCHESTRATED_PREEMPTION("MultiKueueOrchestratedPreemption"),
    KEP_8303_NAMES("KEP8303Names"),
    POD_INTEGRATION_FAST_QUOTA_RELEASE("PodIntegrationFastQuotaRelease"),
    POD_INTEGRATION_VALIDATE_GROUP_OWNER("PodIntegrationValidateGroupOwner"),
    POD_SCHEDULING_READINESS("PodSchedulingReadiness"),
    PARTIAL_ADMISSION("PartialAdmission"),
    RECLAIMABLE_PODS("ReclaimablePods"),
    ELASTIC_JOBS_VIA_WORKLOAD_SLICES("ElasticJobsViaWorkloadSlices"),
    CONCURRENT_ADMISSION("ConcurrentAdmission"),
    PRIORITY_BOOST("PriorityBoost"),
    TOPOLOGY_AWARE_SCHEDULING("TopologyAwareScheduling"),
    UNADMITTED_WORKLOADS_OBSERVABILITY("UnadmittedWorkloadsObservability"),
    UNADMITTED_WORKLOADS_EXPLICIT_STATUS("UnadmittedWorkloadsExplicitStatus"),
    FINISH_ORPHANED_WORKLOADS("FinishOrphanedWorkloads"),
    ASSIGN_QUEUE_LABELS_FOR_PODS("AssignQueueLabelsForPods"),
    WORKLOAD_IDENTIFIER_ANNOTATIONS("WorkloadIdentifierAnnotations"),
    WORKLOAD_PRIORITY_CLASS_DEFAULTING("WorkloadPriorityClassDefaulting"),
    LOCAL_QUEUE_METRICS("LocalQueueMetrics"),
    METRICS_FOR_COHORTS("MetricsForCohorts"),
    METRIC_FOR_WORKLOAD_CREATION_LATENCY("MetricForWorkloadCreationLatency"),
    SHORT_WORKLOAD_NAMES("ShortWorkloadNames"),
    DISABLE_WAIT_FOR_PODS_READY("DisableWaitForPodsReady"),
    QUOTA_CHECK_STRATEGY("QuotaCheckStrategy"),
    REJECT_UPDATES_TO_CQ_WITH_INVALID_ON_FLAVORS("RejectUpdatesToCQWithInvalidOnFlavors"),
    TAS_VALIDATE_WORKLOAD_SLICE_SIZE("TASValidateWorkloadSliceSize"),
    WORKLOAD_VALIDATE_RESOURCES_ARE_NON_NEGATIVE("WorkloadValidateResourcesAreNonNegative"),
    GANG_SCHEDULING("GangScheduling"),
    VISIBILITY_ON_DEMAND("VisibilityOnDemand"),
    WORKLOAD_VALIDATION_FOR_POD_SET_METADATA("WorkloadValidationForPodSetMetadata");

    private final String text;

    FeatureGate(String text) {
        this.text = text;
    }

    /// The gate's name in configurations.
    public String text() {
        return text;
    }
}
