package dev.sluice.controllers.job;

/// Why a job is stopped (L2.38), as the pods that are stopped one by one are told.
public enum StopReason {
    WORKLOAD_DELETED("WorkloadDeleted"),
    /// Followed by `DueTo` and the reason of the eviction.
    WORKLOAD_EVICTED("WorkloadEvicted"),
    NO_MATCHING_WORKLOAD("NoMatchingWorkload"),
    NOT_ADMITTED("NotAdmitted");

    private final String text;

    StopReason(String text) {
        this.text = text;
    }

    /// As conditions spell it.
    public String text() {
        return text;
    }
}
