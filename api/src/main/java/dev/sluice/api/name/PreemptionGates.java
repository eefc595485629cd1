package dev.sluice.api.name;

/// Names of preemption gates (A2, 2.3).
public final class PreemptionGates {
    /// On remote copies.
    public static final String MULTIKUEUE = "kueue.x-k8s.io/multikueue";

    /// On variants.
    public static final String CONCURRENT_ADMISSION = "kueue.x-k8s.io/concurrent-admission";

    private PreemptionGates() {}
}
