package dev.sluice.engine.preemption;

import dev.sluice.engine.quota.QuotaNode;
import dev.sluice.engine.quota.Usage;
import dev.sluice.engine.spec.Preemption.Policy;
import dev.sluice.engine.world.ClusterQueue;
import dev.sluice.engine.world.Workload;
import java.util.Collections;
import java.util.Iterator;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/// A queue whose workloads may be preempted, and the policy that says which of them.
///
/// @param meeting as in [Candidate]
/// @param hierarchical in list H of R6.4
record CandidateSource(
        ClusterQueue queue, Policy policy, @Nullable QuotaNode meeting, boolean hierarchical) {

    /// The candidates in order (R6.6), evicted or not as asked, looked at one by one.
    Iterator<Workload> candidates(Preemptor preemptor, Usage contended, boolean evicted) {
        if (policy == Policy.NEVER) {
            return Collections.emptyIterator();
        }
        return new Candidates(queue.victims(evicted).iterator(), preemptor, contended);
    }

    private final class Candidates implements Iterator<Workload> {
        private final Iterator<Workload> all;
        private final Preemptor preemptor;
        private final Usage contended;
        private @Nullable Workload next;

        Candidates(Iterator<Workload> all, Preemptor preemptor, Usage contended) {
            this.all = all;
            this.preemptor = preemptor;
            this.contended = contended;
            advance();
        }

        private void advance() {
            next = null;
            while (next == null && all.hasNext()) {
                Workload workload = all.next();
                if (isTooHigh(workload)) {
                    return;
                }
                if (!workload.isSetAside()
                        && usesAny(workload, contended)
                        && preemptor.mayPreempt(workload, policy)) {
                    next = workload;
                }
            }
        }

        /// Whether neither this nor any later one can pass, since priorities only rise.
        private boolean isTooHigh(Workload workload) {
            return policy != Policy.ANY
                    && !queue.ordersByUsage()
                    && workload.priority() > preemptor.workload().priority();
        }

        @Override
        public boolean hasNext() {
            return next != null;
        }

        @Override
        public Workload next() {
            Workload result = next;
            if (result == null) {
                throw new NoSuchElementException();
            }
            advance();
            return result;
        }
    }

    private static boolean usesAny(Workload workload, Usage contended) {
        Usage usage = workload.usage();
        for (int i = 0; i < contended.size(); i++) {
            if (usage.get(contended.frAt(i)) > 0) {
                return true;
            }
        }
        return false;
    }
}
