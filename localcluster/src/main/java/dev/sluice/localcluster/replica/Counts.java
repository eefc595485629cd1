package dev.sluice.localcluster.replica;

import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/// How many pods there are, are ready, and have been ready for long enough.
///
/// @param again when the next ready pod becomes available only because time goes on; null when none does
record Counts(int all, int ready, int available, @Nullable Duration again) {
    static Counts of(Collection<Pod> pods, int minReadySeconds, Instant now) {
        int ready = 0;
        int available = 0;
        Instant next = null;
        for (Pod pod : pods) {
            Instant at = PodHealth.availableAt(pod, minReadySeconds);
            if (at == null) {
                continue;
            }
            ready++;
            if (minReadySeconds == 0 || !at.isAfter(now)) {
                available++;
            } else if (next == null || at.isBefore(next)) {
                next = at;
            }
        }
        return new Counts(
                pods.size(), ready, available, next == null ? null : Duration.between(now, next));
    }
}
