package dev.sluice.podscheduler.preemption;

import dev.sluice.podscheduler.cluster.Pod;
import java.time.Instant;
import java.util.Comparator;

/// Which of two running pods should rather stay: the one of higher priority, then the one that has run longer.
final class Importance {
    static final Comparator<Pod> MOST_FIRST =
            Comparator.comparingInt(Pod::priority).reversed().thenComparing(Importance::start);

    private Importance() {}

    /// A pod that has not begun to run counts as the latest of all.
    static Instant start(Pod pod) {
        return pod.startTime() == null ? Instant.MAX : pod.startTime();
    }
}
