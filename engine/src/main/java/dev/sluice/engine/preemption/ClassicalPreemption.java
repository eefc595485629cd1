package dev.sluice.engine.preemption;

import static java.util.Objects.requireNonNull;

import dev.sluice.engine.preemption.Candidate.Variant;
import dev.sluice.engine.quota.QuotaForest;
import dev.sluice.engine.quota.QuotaNode;
import dev.sluice.engine.quota.Usage;
import dev.sluice.engine.reason.VictimSearch.Fate;
import dev.sluice.engine.spec.Preemption.Policy;
import dev.sluice.engine.world.ClusterQueue;
import dev.sluice.engine.world.World;
import java.util.ArrayList;
import java.util.List;

/// Finds victims by priority and by who uses more than its own (section 6).
///
/// Candidates are taken away one by one in a fixed order until the request fits; then those that turn out to be
/// unnecessary are put back, last taken first. Everything happens in a trial on the live quota forest.
final class ClassicalPreemption {

    private final World world;
    private final QuotaForest forest;

    private final SearchLog log;

    ClassicalPreemption(World world, SearchLog log) {
        this.world = world;
        this.log = log;
        this.forest = world.forest();
    }

    /// The victims, or an empty list if the request cannot be made to fit.
    List<Target> find(Preemptor preemptor, Usage contended, Usage request) {
        List<CandidateSource> hierarchical = new ArrayList<>();
        List<CandidateSource> priority = new ArrayList<>();
        if (preemptor.node().parent() != null
                && preemptor.policies().reclaimWithinCohort() != Policy.NEVER) {
            collect(preemptor, contended, request, hierarchical, priority);
        }
        Policy within = preemptor.policies().withinClusterQueue();
        CandidateSource own = new CandidateSource(preemptor.queue(), within, null, false);
        CandidateSequence sequence =
                new CandidateSequence(
                        preemptor, contended, List.of(hierarchical, priority, List.of(own)));
        for (boolean borrowing : attempts(preemptor, contended, sequence)) {
            List<Target> targets = attempt(preemptor, contended, request, sequence, borrowing);
            if (!targets.isEmpty()) {
                return targets;
            }
        }
        return List.of();
    }

    // ---- candidates (R6.4)
    // ---------------------------------------------------------------------------------------------

    private void collect(
            Preemptor preemptor,
            Usage contended,
            Usage request,
            List<CandidateSource> hierarchical,
            List<CandidateSource> priority) {
        QuotaNode queue = preemptor.node();
        Remainder remainder = new Remainder(request);
        boolean advantage = remainder.fitsInto(queue);
        QuotaNode previous = queue;
        for (QuotaNode t = queue.parent(); t != null; t = t.parent()) {
            List<CandidateSource> list = advantage ? hierarchical : priority;
            for (QuotaNode child : t.children()) {
                if (child != previous) {
                    collectBelow(child, preemptor, contended, t, advantage, list);
                }
            }
            boolean fits = remainder.fitsInto(t);
            advantage |= fits;
            previous = t;
        }
    }

    private void collectBelow(
            QuotaNode node,
            Preemptor preemptor,
            Usage contended,
            QuotaNode meeting,
            boolean advantage,
            List<CandidateSource> list) {
        if (QuotaForest.isWithinNominal(node, contended)) {
            return;
        }
        if (!node.isQueue()) {
            for (QuotaNode child : node.children()) {
                collectBelow(child, preemptor, contended, meeting, advantage, list);
            }
            return;
        }
        ClusterQueue queue = world.queue(node.name());
        if (queue != null && queue.takesPart()) {
            Policy policy = preemptor.policies().reclaimWithinCohort();
            list.add(new CandidateSource(queue, policy, meeting, advantage));
        }
    }

    /// What of a request the next node up has to provide (R2.17).
    private static final class Remainder {
        private final Usage request;
        private final long[] rest;

        Remainder(Usage request) {
            this.request = request;
            this.rest = new long[request.size()];
            for (int i = 0; i < rest.length; i++) {
                rest[i] = request.amountAt(i);
            }
        }

        /// Whether the remainder fits into the node's own quota; reduces it by what the node has left for itself.
        boolean fitsInto(QuotaNode node) {
            boolean fits = true;
            for (int i = 0; i < rest.length; i++) {
                int fr = request.frAt(i);
                fits &= !QuotaForest.isBorrowingWith(node, fr, rest[i]);
                rest[i] = Math.max(0, rest[i] - QuotaForest.localAvailable(node, fr));
            }
            return fits;
        }
    }

    // ---- attempts (R6.8 to R6.12)
    // --------------------------------------------------------------------------------------

    private static boolean[] attempts(
            Preemptor preemptor, Usage contended, CandidateSequence sequence) {
        if (!preemptor.mayBorrow()) {
            return new boolean[] {false};
        }
        boolean forbidden = !preemptor.policies().borrowWithinCohort().lowerPriority();
        boolean anyHierarchical = sequence.hasAny(0);
        boolean anyPriority = sequence.hasAny(1);
        if ((!anyHierarchical && !anyPriority)
                || (forbidden && !isUnderNominal(preemptor.node(), contended))) {
            return new boolean[] {true};
        }
        return forbidden && !anyHierarchical
                ? new boolean[] {false, true}
                : new boolean[] {true, false};
    }

    private static boolean isUnderNominal(QuotaNode queue, Usage contended) {
        for (int i = 0; i < contended.size(); i++) {
            int fr = contended.frAt(i);
            if (queue.usage(fr) >= queue.nominal(fr)) {
                return false;
            }
        }
        return true;
    }

    private List<Target> attempt(
            Preemptor preemptor,
            Usage contended,
            Usage request,
            CandidateSequence sequence,
            boolean borrowing) {
        int mark = forest.trial();
        log.begin();
        List<Target> targets = List.of();
        List<Candidate> taken = new ArrayList<>();
        Candidate candidate = sequence.get(0);
        for (int i = 1; candidate != null && targets.isEmpty(); i++) {
            Fate fate = fate(candidate, contended, borrowing);
            log.note(candidate.workload(), candidate.queue(), fate);
            if (fate == Fate.TAKEN) {
                forest.remove(candidate.queue().node(), candidate.workload().usage());
                taken.add(candidate);
                if (preemptor.fits(request, borrowing)) {
                    targets = fillBack(preemptor, request, taken, borrowing);
                }
            }
            candidate = targets.isEmpty() ? sequence.get(i) : null;
        }
        forest.endTrial(mark);
        log.end(contended, borrowing, !targets.isEmpty());
        return targets;
    }

    /// Whether a candidate is taken, or why not (R6.10).
    private static Fate fate(Candidate candidate, Usage contended, boolean borrowing) {
        QuotaNode meeting = candidate.meeting();
        if (meeting == null) {
            return Fate.TAKEN;
        }
        if (borrowing && candidate.variant() == Variant.ONLY_WITHOUT_BORROWING) {
            return Fate.ONLY_WITHOUT_BORROWING;
        }
        for (QuotaNode node = candidate.queue().node();
                node != meeting;
                node = requireNonNull(node.parent())) {
            if (QuotaForest.isWithinNominal(node, contended)) {
                return Fate.WITHIN_NOMINAL;
            }
        }
        return Fate.TAKEN;
    }

    /// R6.12: leaves out those that are not needed; the last one always is.
    private List<Target> fillBack(
            Preemptor preemptor, Usage request, List<Candidate> taken, boolean borrowing) {
        boolean[] spared = new boolean[taken.size()];
        for (int i = taken.size() - 2; i >= 0; i--) {
            Candidate candidate = taken.get(i);
            forest.add(candidate.queue().node(), candidate.workload().usage());
            spared[i] = preemptor.fits(request, borrowing);
            if (spared[i]) {
                log.correct(candidate.workload(), Fate.SPARED);
            } else {
                forest.remove(candidate.queue().node(), candidate.workload().usage());
            }
        }
        List<Target> targets = new ArrayList<>();
        for (int i = 0; i < spared.length; i++) {
            if (!spared[i]) {
                Candidate candidate = taken.get(i);
                targets.add(new Target(candidate.workload(), candidate.variant().reason()));
            }
        }
        return targets;
    }
}
