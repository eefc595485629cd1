package dev.sluice.engine.cycle;

/// Why a workload goes back to its queue, which decides whether it is parked (R3.9).
enum RequeueReason {
    GENERIC(false),
    NAMESPACE_MISMATCH(false),
    FAILED_AFTER_NOMINATION(true),
    PENDING_PREEMPTION(true),
    PENDING_MIGRATION(true),
    PREEMPTION_FAILED(true),
    PREEMPTION_GATED(false),
    NO_FIT(false),
    PREEMPTION_NO_CANDIDATES(false);

    private final boolean retried;

    RequeueReason(boolean retried) {
        this.retried = retried;
    }

    /// Whether the workload goes back to the heap at once.
    boolean isImmediate(boolean strictFifo) {
        return strictFifo ? this != NAMESPACE_MISMATCH : retried;
    }

    /// Whether it makes the workload the remembered preemptor of its queue (R3.11).
    boolean isPreemptor() {
        return this == PENDING_PREEMPTION || this == PENDING_MIGRATION;
    }

    /// Whether the whole class is parked with it (R3.20).
    boolean concernsClass() {
        return this == NO_FIT || this == PREEMPTION_NO_CANDIDATES;
    }
}
