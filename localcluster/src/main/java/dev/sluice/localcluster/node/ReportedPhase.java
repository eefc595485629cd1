package dev.sluice.localcluster.node;

/// What a node agent can be told to report about a pod.
public enum ReportedPhase {
    /// It runs and is ready.
    RUNNING,
    /// It runs and is not ready.
    NOT_READY,
    SUCCEEDED,
    FAILED
}
