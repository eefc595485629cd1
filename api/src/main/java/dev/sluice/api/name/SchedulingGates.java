package dev.sluice.api.name;

/// Names of gates of pods (A2, 2.2).
public final class SchedulingGates {
    /// Removed when the workload is admitted.
    public static final String ADMISSION = "kueue.x-k8s.io/admission";

    /// Removed when the pod has its domain.
    public static final String TOPOLOGY = "kueue.x-k8s.io/topology";

    /// Pods of workload slices.
    public static final String ELASTIC_JOB = "kueue.x-k8s.io/elastic-job";

    private SchedulingGates() {}
}
