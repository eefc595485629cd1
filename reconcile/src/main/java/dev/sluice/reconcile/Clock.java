package dev.sluice.reconcile;

import java.time.Instant;
import java.time.InstantSource;

/// Time as controllers see it: what it is now, and a call at a later instant. The two kinds are
/// [SystemClock] and, for tests and recorded scenarios, [ManualClock].
public interface Clock extends InstantSource {

    /// Runs `task` once `due` has been reached; at once (on the clock's thread) when it has passed already. A task
    /// is short and does not block: it puts a key into a queue.
    Alarm schedule(Instant due, Runnable task);

    /// A call that may still be taken back.
    interface Alarm {
        /// Without effect when the task has run already.
        void cancel();
    }
}
