package dev.sluice.controllers.workload;

/// Reasons of a Workload's conditions that controllers write (A7.6); the engine's own stand in
/// [dev.sluice.engine.reason.PendingReason].
public final class Reasons {
    public static final String QUOTA_RESERVED = "QuotaReserved";
    public static final String ADMITTED = "Admitted";
    public static final String NO_RESERVATION = "NoReservation";
    public static final String ON_HOLD = "OnHold";
    public static final String PENDING_EVALUATION = "PendingEvaluation";
    public static final String SUSPENDED = "Suspended";
    public static final String MISCONFIGURED = "Misconfigured";
    public static final String DEACTIVATED = "Deactivated";
    public static final String ADMISSION_GATED = "AdmissionGated";
    public static final String PREEMPTED = "Preempted";
    public static final String PODS_READY_TIMEOUT = "PodsReadyTimeout";
    public static final String ADMISSION_CHECK = "AdmissionCheck";
    public static final String LOCAL_QUEUE_STOPPED = "LocalQueueStopped";
    public static final String CLUSTER_QUEUE_STOPPED = "ClusterQueueStopped";
    public static final String NODE_FAILURES = "NodeFailures";
    public static final String REQUEUING_LIMIT_EXCEEDED = "RequeuingLimitExceeded";
    public static final String MAXIMUM_EXECUTION_TIME_EXCEEDED = "MaximumExecutionTimeExceeded";
    public static final String LOCAL_QUEUE_RESTARTED = "LocalQueueRestarted";
    public static final String CLUSTER_QUEUE_RESTARTED = "ClusterQueueRestarted";
    public static final String REACTIVATED = "Reactivated";
    public static final String BACKOFF_FINISHED = "BackoffFinished";
    public static final String WAIT_FOR_START = "WaitForStart";
    public static final String WAIT_FOR_RECOVERY = "WaitForRecovery";
    public static final String STARTED = "Started";
    public static final String RECOVERED = "Recovered";
    public static final String OWNER_NOT_FOUND = "OwnerNotFound";
    public static final String WORKLOAD_SLICE_REPLACED = "WorkloadSliceReplaced";
    public static final String OUT_OF_SYNC = "OutOfSync";
    public static final String FAILED_TO_START = "FailedToStart";
    public static final String PREEMPTION_GATED = "PreemptionGated";

    /// The coarse reasons of `QuotaReserved` False from before the gate UnadmittedWorkloadsObservability (A7.6).
    public static final String LEGACY_PENDING = "Pending";

    public static final String LEGACY_INADMISSIBLE = "Inadmissible";

    private Reasons() {}
}
