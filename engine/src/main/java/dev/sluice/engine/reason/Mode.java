package dev.sluice.engine.reason;

/// What an assignment, or a part of it, needs before it can be admitted, from worst to best (R5.2).
public enum Mode {
    NO_FIT,
    PREEMPT,
    /// Fits once preemptions that other entries of the cycle have started are complete.
    DEFERRED_FIT,
    FIT
}
