package dev.sluice.engine.reason;

/// By which right a victim is preempted (R6.5). The constant's [#text] is the reason of the condition `Preempted`.
public enum PreemptionReason {
    IN_CLUSTER_QUEUE("InClusterQueue"),
    IN_COHORT_RECLAMATION("InCohortReclamation"),
    IN_COHORT_RECLAIM_WHILE_BORROWING("InCohortReclaimWhileBorrowing"),
    IN_COHORT_FAIR_SHARING("InCohortFairSharing");

    private final String text;

    PreemptionReason(String text) {
        this.text = text;
    }

    /// The spelling in conditions, metrics and logs.
    public String text() {
        return text;
    }
}
