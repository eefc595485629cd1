package dev.sluice.controllers.multicluster;

import dev.sluice.reconcile.Clock;
import dev.sluice.reconcile.Key;
import dev.sluice.reconcile.Loop;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// News of workers, handed on together (L5.6): a moment later they have mostly been followed by others of the same Workload, and all
/// workers have had the chance to say something, also one whose reconciler took a breath ([dev.sluice.reconcile.Outcome#breath]).
final class Burst {
    private static final Duration MOMENT = Duration.ofMillis(30);

    private final Clock clock;
    private final Loop loop;
    private final Set<Key> keys = new LinkedHashSet<>();

    Burst(Clock clock, Loop loop) {
        this.clock = clock;
        this.loop = loop;
    }

    void add(List<Key> news) {
        boolean first;
        synchronized (keys) {
            first = keys.isEmpty();
            keys.addAll(news);
        }
        if (first && !news.isEmpty()) {
            clock.schedule(clock.instant().plus(MOMENT), this::handOn);
        }
    }

    /// Whether there is news of a Workload that is about to be handed on.
    boolean holds(Key key) {
        synchronized (keys) {
            return keys.contains(key);
        }
    }

    private void handOn() {
        List<Key> all;
        synchronized (keys) {
            all = List.copyOf(keys);
            keys.clear();
        }
        all.forEach(loop::enqueue);
    }
}
