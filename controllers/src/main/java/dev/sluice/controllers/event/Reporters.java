package dev.sluice.controllers.event;

/// Who reports events: names that tools filter by.
public final class Reporters {
    /// The queueing: reservations, preemptions, refusals.
    public static final String ADMISSION = "kueue-admission";

    /// The workload controller: evictions, checks, retention.
    public static final String WORKLOAD = "kueue-workload-controller";

    private Reporters() {}
}
