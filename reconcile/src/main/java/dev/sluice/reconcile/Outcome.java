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

    /// Look again in a moment: said after many steps at once, which may have been in vain because the watch has not shown yet what
    /// they did. Whoever goes on without a pause keeps its thread from those that bring the news.
    static Outcome breath() {
        return again(Duration.ofMillis(10));
    }

    static Outcome done() {
        return Done.DONE;
    }

    static Outcome again(Duration after) {
        return new Again(after);
    }
}
