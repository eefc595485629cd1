package dev.sluice.api.condition;

/// Types of conditions of ClusterQueues, LocalQueues, AdmissionChecks and MultiKueueClusters.
public final class QueueConditions {
    /// Whether the object can be used (A3.9, A4.1, A9.2, A11.1).
    public static final String ACTIVE = "Active";

    private QueueConditions() {}
}
