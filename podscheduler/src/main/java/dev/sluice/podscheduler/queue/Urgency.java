package dev.sluice.podscheduler.queue;

/// How an event bears on a pod that waits for one (S2.70).
enum Urgency {
    /// Not at all.
    SKIP,
    /// It may be tried again, once its pause is over.
    AFTER_PAUSE,
    /// What it waited for outside has come to an end: it may be tried at once.
    AT_ONCE
}
