package dev.sluice.engine.reason;

/// What a flavor can do for a request, from worst to best (R5.9).
public enum Verdict {
    /// Not now, and no preemption can help.
    NO_FIT,
    /// Preemption would be allowed, but nobody can be preempted.
    NO_CANDIDATES,
    /// Fits after preempting at least one workload of the same ClusterQueue.
    PREEMPT,
    /// Fits after preempting workloads of other ClusterQueues only.
    RECLAIM,
    /// Fits now.
    FIT;

    /// The mode that this verdict gives a resource (R5.11).
    public Mode mode() {
        return switch (this) {
            case NO_FIT -> Mode.NO_FIT;
            case NO_CANDIDATES, PREEMPT, RECLAIM -> Mode.PREEMPT;
            case FIT -> Mode.FIT;
        };
    }
}
