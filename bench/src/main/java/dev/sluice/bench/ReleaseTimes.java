package dev.sluice.bench;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// When each job's gate was taken away, and when the job was first seen to be queued. All times are in nanoseconds, by
/// [System#nanoTime]. Several threads may tell at once.
final class ReleaseTimes {
    private final Map<String, Long> releasedAt = new ConcurrentHashMap<>();
    private final Map<String, Long> queuedAt = new ConcurrentHashMap<>();

    /// The removal of a job's gate is about to be sent.
    void released(String job, long at) {
        releasedAt.put(job, at);
    }

    /// A job's Workload was seen.
    ///
    /// @return whether that was news: the job was released, and not seen queued before
    boolean queued(String job, long at) {
        return releasedAt.containsKey(job) && queuedAt.putIfAbsent(job, at) == null;
    }

    /// From the first removal until the last job that is queued was.
    ///
    /// @return 0 when none is
    long untilLast() {
        long first = releasedAt.values().stream().mapToLong(Long::longValue).min().orElse(0);
        return queuedAt.values().stream().mapToLong(at -> at - first).max().orElse(0);
    }

    /// From each job's own removal until it was queued.
    Latencies perJob() {
        Latencies all = new Latencies();
        queuedAt.forEach((job, at) -> all.add(at - releasedAt.getOrDefault(job, at)));
        return all;
    }
}
