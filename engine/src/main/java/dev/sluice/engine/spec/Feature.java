package dev.sluice.engine.spec;

/// A feature gate that changes decisions (R0.5). The constant's [#text] is the gate's name.
public enum Feature {
    PARTIAL_ADMISSION("PartialAdmission", true),
    FLAVOR_FUNGIBILITY("FlavorFungibility", true),
    PRESERVE_SCAN_PROGRESS("FlavorFungibilityPreserveScanProgress", true),
    PRIORITY_SORTING_WITHIN_COHORT("PrioritySortingWithinCohort", true),
    PRIORITIZE_PREEMPTOR_WORKLOADS("PrioritizePreemptorWorkloads", false),
    RECOMPUTE_ON_TARGETS_OVERLAP("RecomputeAssignmentUponPreemptionTargetsOverlap", true),
    FAIR_SHARING_PREEMPT_WITHIN_NOMINAL("FairSharingPreemptWithinNominal", true),
    FAIR_SHARING_PRIORITIZE_NON_BORROWING("FairSharingPrioritizeNonBorrowing", true),
    ADMISSION_FAIR_SHARING("AdmissionFairSharing", true),
    SCHEDULING_EQUIVALENCE_HASHING("SchedulingEquivalenceHashing", true),
    RECLAIMABLE_PODS("ReclaimablePods", true),
    ELASTIC_JOBS_VIA_WORKLOAD_SLICES("ElasticJobsViaWorkloadSlices", true),
    CONCURRENT_ADMISSION("ConcurrentAdmission", false),
    MULTIKUEUE_ORCHESTRATED_PREEMPTION("MultiKueueOrchestratedPreemption", false),
    /// KEP-8729. On by default in this house; the peer does not have it.
    WORKLOAD_ADMISSION_CONSTRAINTS("WorkloadAdmissionConstraints", true);

    private final String text;
    private final boolean upstreamDefault;

    Feature(String text, boolean upstreamDefault) {
        this.text = text;
        this.upstreamDefault = upstreamDefault;
    }

    /// The gate's name in configuration.
    public String text() {
        return text;
    }

    /// Whether the gate is on when the configuration does not say.
    public boolean isDefault() {
        return upstreamDefault;
    }
}
