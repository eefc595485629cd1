package dev.sluice.engine.reason;

/// The reason of `QuotaReserved` False (Appendix B). The constant's [#text] is the condition's reason.
public enum PendingReason {
    PENDING_EVALUATION("PendingEvaluation"),
    WAITING_FOR_QUOTA("WaitingForQuota"),
    EXCEEDS_MAX_QUOTA("ExceedsMaxQuota"),
    NO_MATCHING_FLAVOR("NoMatchingFlavor"),
    TOPOLOGY_PLACEMENT_FAILED("TopologyPlacementFailed"),
    WAITING_FOR_PREEMPTED_WORKLOADS("WaitingForPreemptedWorkloads"),
    WAITING_FOR_PODS_READY("WaitingForPodsReady"),
    MISCONFIGURED("Misconfigured"),
    SUSPENDED("Suspended"),
    ADMISSION_GATED("AdmissionGated");

    private final String text;

    PendingReason(String text) {
        this.text = text;
    }

    /// The spelling in conditions, metrics and logs.
    public String text() {
        return text;
    }
}
