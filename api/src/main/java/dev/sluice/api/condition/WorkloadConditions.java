package dev.sluice.api.condition;

/// Types of conditions of a Workload (A7, 7.6).
public final class WorkloadConditions {
    public static final String QUOTA_RESERVED = "QuotaReserved";
    public static final String ADMITTED = "Admitted";
    public static final String PODS_READY = "PodsReady";
    public static final String EVICTED = "Evicted";
    public static final String PREEMPTED = "Preempted";
    public static final String REQUEUED = "Requeued";
    public static final String DEACTIVATION_TARGET = "DeactivationTarget";
    public static final String FINISHED = "Finished";
    public static final String WAITING_FOR_REPLACEMENT_PODS = "WaitingForReplacementPods";
    public static final String BLOCKED_ON_PREEMPTION_GATES = "BlockedOnPreemptionGates";

    /// The name that KEP-8303 gives to [#BLOCKED_ON_PREEMPTION_GATES]; one follows the other (gate KEP8303Names).
    public static final String PREEMPTION_BLOCKED = "PreemptionBlocked";

    private WorkloadConditions() {}
}
