package dev.sluice.reconcile;

import java.time.Duration;

/// What a reconciler says when it is through.
public sealed interface Outcome {

    /// Nothing to do until something changes.
    record Done() implements Outcome {
        private static final Done DONE = new Done();
    }

    /// Look again later, even if nothing changes; a change before then brings the key back earlier.
    record Again(Duration after) implements Outcome {}

    static Outcome done() {
        return Done.DONE;
    }

    static Outcome again(Duration after) {
        return new Again(after);
    }
}
