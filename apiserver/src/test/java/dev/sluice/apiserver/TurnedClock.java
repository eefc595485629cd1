package dev.sluice.apiserver;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/// A clock that stands still until the test turns it.
final class TurnedClock implements InstantSource {
    private volatile Instant now = Instant.parse("2026-01-01T00:00:00Z");

    @Override
    public Instant instant() {
        return now;
    }

    void turn(Duration by) {
        now = now.plus(by);
    }
}
