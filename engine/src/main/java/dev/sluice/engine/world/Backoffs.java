package dev.sluice.engine.world;

import dev.sluice.engine.spec.WorkloadKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/// The ends of backoffs (R3.13), the next one first; outdated ones may be among them.
final class Backoffs {

    private final PriorityQueue<Due> dues = new PriorityQueue<>();

    private record Due(Instant at, WorkloadKey key) implements Comparable<Due> {
        @Override
        public int compareTo(Due other) {
            int byTime = at.compareTo(other.at);
            return byTime != 0 ? byTime : key.compareTo(other.key);
        }
    }

    void add(Instant at, WorkloadKey key) {
        dues.add(new Due(at, key));
    }

    /// Takes out those that are over by now: the workloads in the order of their ends.
    List<WorkloadKey> takeOver(Instant now) {
        if (dues.isEmpty()) {
            return List.of();
        }
        List<WorkloadKey> over = new ArrayList<>(0);
        for (Due due = dues.peek(); due != null && !due.at.isAfter(now); due = dues.peek()) {
            dues.remove();
            over.add(due.key);
        }
        return over;
    }

    /// When the next one ends, or null.
    @Nullable Instant next() {
        Due due = dues.peek();
        return due == null ? null : due.at;
    }
}
