package dev.sluice.controllers.multicluster;

import dev.sluice.api.condition.Conditions;
import java.time.Duration;
import java.time.Instant;

/// How often in a row a worker could not be connected, and when it is tried again (L5.4, L5.5).
///
/// @param failed 0 when it has not failed since it was connected, or since it is reached in another way
/// @param next not before this time
/// @param words why the last attempt failed
record Attempts(int failed, Instant next, String words) {
    static final Attempts NONE = new Attempts(0, Instant.MIN, "");

    private static final Duration PAUSE = Duration.ofSeconds(5);
    private static final int DOUBLINGS_MAX = 6;
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final Duration PATIENCE_MAX = Duration.ofMinutes(10);

    /// One more has failed.
    Attempts after(String why, Instant now) {
        Duration pause = PAUSE.multipliedBy(1L << Math.min(failed, DOUBLINGS_MAX));
        return new Attempts(failed + 1, now.plus(pause), why);
    }

    /// How long the next one may take.
    Duration patience() {
        Duration longer = PATIENCE.multipliedBy(1L << Math.min(failed, DOUBLINGS_MAX));
        return longer.compareTo(PATIENCE_MAX) < 0 ? longer : PATIENCE_MAX;
    }

    /// The message of the condition (A11.1).
    String message() {
        return "%s; connection attempts: %d, next connection attempt: %s"
                .formatted(words, failed, Conditions.time(next));
    }
}
