package dev.sluice.apiserver.http;

import dev.sluice.apiserver.security.Limits;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/// Counts the requests that are being served, so that a flood is turned away instead of piling up (H7.21).
final class InFlight {
    private final Map<String, Integer> watches = new ConcurrentHashMap<>();
    private final int watchesPerUserMax;
    private final Semaphore reads;
    private final Semaphore writes;

    InFlight(Limits limits) {
        this.reads = new Semaphore(limits.readsMax());
        this.writes = new Semaphore(limits.writesMax());
        this.watchesPerUserMax = limits.watchesPerUserMax();
    }

    /// A request's place; given back once, however often it is said.
    static final class Permit {
        private final @Nullable Semaphore from;
        private final AtomicBoolean left = new AtomicBoolean();

        private Permit(@Nullable Semaphore from) {
            this.from = from;
        }

        /// Whether the request goes on as long as its client likes.
        boolean isLasting() {
            return from == null;
        }

        void leave() {
            if (from != null && !left.getAndSet(true)) {
                from.release();
            }
        }
    }

    /// @param lasting true for requests that go on as long as their client likes; they do not count
    /// @return false when this user has too many watches already
    boolean enterWatch(String user) {
        Integer now = watches.merge(user, 1, Integer::sum);
        if (now > watchesPerUserMax) {
            leaveWatch(user);
            return false;
        }
        return true;
    }

    void leaveWatch(String user) {
        watches.compute(user, (_, count) -> count == null || count == 1 ? null : count - 1);
    }

    /// @return null when there is no place
    @Nullable Permit enter(String method, boolean lasting) {
        if (lasting) {
            return new Permit(null);
        }
        Semaphore places =
                switch (method) {
                    case "GET", "HEAD", "OPTIONS" -> reads;
                    default -> writes;
                };
        return places.tryAcquire() ? new Permit(places) : null;
    }
}
