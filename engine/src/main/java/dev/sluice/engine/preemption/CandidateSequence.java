package dev.sluice.engine.preemption;

import dev.sluice.engine.preemption.Candidate.Variant;
import dev.sluice.engine.quota.Usage;
import dev.sluice.engine.spec.Preemption.BorrowWithinCohort;
import dev.sluice.engine.world.ClusterQueue;
import dev.sluice.engine.world.Workload;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/// The candidates of a classical preemption in the order in which they are tried (R6.7), found as far as asked for.
///
/// Six segments follow each other: evicted ones of list H, of list P and of the same queue, then the rest of each. A
/// segment merges its queues' own orders. What was found once is kept, so that a second attempt starts over for free.
final class CandidateSequence {

    /// Order across queues; within a queue its own order holds.
    private static final Comparator<Cursor> CURSORS =
            (a, b) -> ClusterQueue.VICTIM_ORDER.compare(a.next, b.next);

    private final Preemptor preemptor;
    private final Usage contended;
    private final List<List<CandidateSource>> lists;
    private final List<Candidate> found = new ArrayList<>();
    private int segment = -1;
    private PriorityQueue<Cursor> cursors = new PriorityQueue<>(CURSORS);

    private static final class Cursor {
        final CandidateSource source;
        final Iterator<Workload> rest;
        Workload next;

        Cursor(CandidateSource source, Iterator<Workload> rest) {
            this.source = source;
            this.rest = rest;
            this.next = rest.next();
        }
    }

    /// @param lists the sources of H, of P and of the same queue
    CandidateSequence(Preemptor preemptor, Usage contended, List<List<CandidateSource>> lists) {
        this.preemptor = preemptor;
        this.contended = contended;
        this.lists = lists;
    }

    /// Whether any source of a list has a candidate.
    boolean hasAny(int list) {
        for (CandidateSource source : lists.get(list)) {
            if (source.candidates(preemptor, contended, true).hasNext()
                    || source.candidates(preemptor, contended, false).hasNext()) {
                return true;
            }
        }
        return false;
    }

    /// The i-th candidate, or null behind the last one.
    @Nullable Candidate get(int i) {
        while (found.size() <= i) {
            Cursor first = cursors.poll();
            if (first == null) {
                if (!nextSegment()) {
                    return null;
                }
                continue;
            }
            found.add(candidate(first.source, first.next));
            if (first.rest.hasNext()) {
                first.next = first.rest.next();
                cursors.add(first);
            }
        }
        return found.get(i);
    }

    private boolean nextSegment() {
        if (++segment >= 2 * lists.size()) {
            return false;
        }
        boolean evicted = segment < lists.size();
        cursors = new PriorityQueue<>(CURSORS);
        for (CandidateSource source : lists.get(segment % lists.size())) {
            Iterator<Workload> candidates = source.candidates(preemptor, contended, evicted);
            if (candidates.hasNext()) {
                cursors.add(new Cursor(source, candidates));
            }
        }
        return true;
    }

    private Candidate candidate(CandidateSource source, Workload workload) {
        return new Candidate(workload, source.queue(), source.meeting(), variant(source, workload));
    }

    /// R6.5.
    private Variant variant(CandidateSource source, Workload workload) {
        if (source.meeting() == null) {
            return Variant.WITHIN_QUEUE;
        }
        if (source.hierarchical()) {
            return Variant.HIERARCHICAL;
        }
        BorrowWithinCohort borrowing = preemptor.policies().borrowWithinCohort();
        Integer threshold = borrowing.maxPriorityThreshold();
        boolean whileBorrowing =
                borrowing.lowerPriority()
                        && workload.priority() < preemptor.workload().priority()
                        && (threshold == null || workload.priority() <= threshold);
        return whileBorrowing ? Variant.WHILE_BORROWING : Variant.ONLY_WITHOUT_BORROWING;
    }
}
