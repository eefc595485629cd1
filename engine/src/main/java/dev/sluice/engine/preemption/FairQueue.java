package dev.sluice.engine.preemption;

import dev.sluice.engine.quota.QuotaNode;
import dev.sluice.engine.quota.Usage;
import dev.sluice.engine.world.Workload;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/// A queue with candidates of a fair-sharing search, in the order in which they are tried (R6.6).
final class FairQueue {

    private final QuotaNode node;
    private final Deque<Workload> added = new ArrayDeque<>();
    private @Nullable Iterator<Workload> evicted;
    private @Nullable Iterator<Workload> rest;

    private FairQueue(QuotaNode node) {
        this.node = node;
    }

    /// All candidates of a source, looked at as far as needed.
    static FairQueue of(CandidateSource source, Preemptor preemptor, Usage contended) {
        FairQueue queue = new FairQueue(source.queue().node());
        queue.evicted = source.candidates(preemptor, contended, true);
        queue.rest = source.candidates(preemptor, contended, false);
        return queue;
    }

    static FairQueue empty(QuotaNode node) {
        return new FairQueue(node);
    }

    QuotaNode node() {
        return node;
    }

    void add(Workload workload) {
        added.add(workload);
    }

    boolean isEmpty() {
        return peek() == null;
    }

    /// The first candidate, or null.
    @Nullable Workload peek() {
        if (added.isEmpty()) {
            if (evicted != null && evicted.hasNext()) {
                added.add(evicted.next());
            } else if (rest != null && rest.hasNext()) {
                added.add(rest.next());
            }
        }
        return added.peek();
    }

    /// Takes out the first candidate.
    Workload poll() {
        peek();
        return added.remove();
    }
}
