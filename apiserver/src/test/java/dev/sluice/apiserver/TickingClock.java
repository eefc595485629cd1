package dev.sluice.apiserver;

import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicLong;

/// A clock that is a second later at each look.
final class TickingClock implements InstantSource {
    private final AtomicLong seconds = new AtomicLong(1_800_000_000);

    @Override
    public Instant instant() {
        return Instant.ofEpochSecond(seconds.incrementAndGet());
    }
}
