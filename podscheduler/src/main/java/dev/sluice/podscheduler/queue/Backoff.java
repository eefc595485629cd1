package dev.sluice.podscheduler.queue;

import java.time.Duration;
import java.time.Instant;

/// How long a pod pauses after failures (S2.20): first, twice that, four times, at most `longest`.
public record Backoff(Duration first, Duration longest) {
    /// 1 s to 10 s.
    public static final Backoff DEFAULT =
            new Backoff(Duration.ofSeconds(1), Duration.ofSeconds(10));

    private static final int DOUBLINGS_MAX = 30;

    public Backoff {
        if (first.isNegative() || first.isZero() || longest.compareTo(first) < 0) {
            throw new IllegalArgumentException(
                    "backoff from " + first + " to " + longest + ": expected 0 < first <= longest");
        }
    }

    /// @param failures how many counted so far; 0 means no pause
    Duration pause(int failures) {
        if (failures == 0) {
            return Duration.ZERO;
        }
        Duration pause = first.multipliedBy(1L << Math.min(failures - 1, DOUBLINGS_MAX));
        return pause.compareTo(longest) < 0 ? pause : longest;
    }

    /// When the pause after `failures` is over, counted from `since`.
    Instant until(Instant since, int failures) {
        return since.plus(pause(failures));
    }
}
