package dev.sluice.localcluster.job;

import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// How long a job waits after failures before it creates pods again (H9.7): 10 s, doubled with each failure since the last
/// success, at most 10 min. It is read from the pods that ended, so a new process knows it too.
final class Pause {
    private static final Duration FIRST = Duration.ofSeconds(10);
    private static final Duration LONGEST = Duration.ofMinutes(10);
    private static final int DOUBLINGS_MAX = 10;

    private Pause() {}

    /// When the pause is over; null when there is none.
    static @Nullable Instant after(List<Pod> ended, Instant now) {
        Instant lastSuccess = Instant.MIN;
        for (Pod pod : ended) {
            Instant end = JobPods.end(pod, now);
            if (JobPods.hasSucceeded(pod) && end.isAfter(lastSuccess)) {
                lastSuccess = end;
            }
        }
        int failures = 0;
        Instant lastFailure = Instant.MIN;
        for (Pod pod : ended) {
            Instant end = JobPods.end(pod, now);
            if (JobPods.hasFailed(pod) && end.isAfter(lastSuccess)) {
                failures++;
                lastFailure = end.isAfter(lastFailure) ? end : lastFailure;
            }
        }
        return failures == 0 ? null : lastFailure.plus(length(failures));
    }

    private static Duration length(int failures) {
        Duration pause = FIRST.multipliedBy(1L << Math.min(failures - 1, DOUBLINGS_MAX));
        return pause.compareTo(LONGEST) < 0 ? pause : LONGEST;
    }
}
