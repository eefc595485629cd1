package dev.sluice.controllers.queue;

import dev.sluice.reconcile.Clock;
import dev.sluice.reconcile.Key;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/// Lets a key through at once, and then not again before a gap has passed; what comes meanwhile comes through together
/// at its end. Numbers in the status of a busy queue are written once a second instead of once a job (L4.1).
final class Pacer {
    private final Clock clock;
    private final Duration gap;
    private final Consumer<Key> out;
    private final Map<Key, Instant> openAt = new HashMap<>();
    private final Set<Key> waiting = new HashSet<>();

    Pacer(Clock clock, Duration gap, Consumer<Key> out) {
        this.clock = clock;
        this.gap = gap;
        this.out = out;
    }

    void signal(Key key) {
        Instant now = clock.instant();
        Instant open;
        synchronized (this) {
            open = openAt.getOrDefault(key, now);
            if (!open.isAfter(now)) {
                openAt.put(key, now.plus(gap));
            } else if (!waiting.add(key)) {
                return;
            }
        }
        if (open.isAfter(now)) {
            clock.schedule(open, () -> release(key));
        } else {
            out.accept(key);
        }
    }

    private void release(Key key) {
        synchronized (this) {
            waiting.remove(key);
            openAt.put(key, clock.instant().plus(gap));
        }
        out.accept(key);
    }

    /// Forgets a key that does not come back.
    synchronized void forget(Key key) {
        openAt.remove(key);
    }
}
