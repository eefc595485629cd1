package dev.sluice.engine.preemption;

import static java.util.Objects.requireNonNull;

import dev.sluice.engine.quota.QuotaForest;
import dev.sluice.engine.quota.QuotaNode;
import dev.sluice.engine.quota.Usage;
import dev.sluice.engine.reason.PreemptionReason;
import dev.sluice.engine.reason.VictimSearch.Fate;
import dev.sluice.engine.sharing.Share;
import dev.sluice.engine.sharing.Shares;
import dev.sluice.engine.spec.EngineSettings.Strategy;
import dev.sluice.engine.spec.Feature;
import dev.sluice.engine.spec.Preemption.Policy;
import dev.sluice.engine.world.Workload;
import dev.sluice.engine.world.World;
import java.util.ArrayList;
import java.util.List;

/// Finds victims by fair shares (section 7.3).
///
/// Victims are taken one at a time from the queue that is momentarily the greediest, as long as the shares afterwards
/// justify it. Those that the first strategy refuses get a second look by the second one. Everything happens in a trial on
/// the live forest, with the preemptor's own request counted.
final class FairPreemption {

    private final World world;
    private final QuotaForest forest;
    private final Shares shares;
    private final List<Strategy> strategies;

    private final SearchLog log;

    FairPreemption(World world, List<Strategy> strategies, SearchLog log) {
        this.world = world;
        this.log = log;
        this.forest = world.forest();
        this.shares = new Shares(world.names());
        this.strategies = strategies;
    }

    /// One search for one preemptor.
    private final class Search {
        final Preemptor preemptor;
        final Usage contended;
        final Usage request;
        final List<Target> targets = new ArrayList<>();
        final List<FairQueue> retries = new ArrayList<>();

        Search(Preemptor preemptor, Usage contended, Usage request) {
            this.preemptor = preemptor;
            this.contended = contended;
            this.request = request;
        }

        /// Takes a victim; says whether the request fits now.
        boolean take(FairQueue queue, Workload workload, PreemptionReason reason) {
            forest.remove(queue.node(), workload.usage());
            log.note(workload, requireNonNull(workload.reservedIn()), Fate.TAKEN);
            targets.add(new Target(workload, reason));
            return fits();
        }

        /// R7.12.
        boolean fits() {
            int mark = forest.trial();
            forest.remove(preemptor.node(), request);
            boolean fits = preemptor.fits(request, preemptor.mayBorrow());
            forest.endTrial(mark);
            return fits;
        }
    }

    /// The victims, or an empty list if the request cannot be made to fit.
    List<Target> find(Preemptor preemptor, Usage contended, Usage request) {
        List<FairQueue> queues = candidates(preemptor, contended);
        if (queues.isEmpty()) {
            return List.of();
        }
        Search search = new Search(preemptor, contended, request);
        int mark = forest.trial();
        log.begin();
        forest.add(preemptor.node(), request);
        boolean found = runFirst(search, queues);
        if (!found && strategies.size() > 1) {
            found = runSecond(search);
        }
        if (found) {
            fillBack(search);
        }
        forest.endTrial(mark);
        log.end(contended, preemptor.mayBorrow(), found);
        return found ? List.copyOf(search.targets) : List.of();
    }

    // ---- candidates (R7.11)
    // --------------------------------------------------------------------------------------------

    private List<FairQueue> candidates(Preemptor preemptor, Usage contended) {
        List<FairQueue> queues = new ArrayList<>();
        Policy within = preemptor.policies().withinClusterQueue();
        add(
                new CandidateSource(preemptor.queue(), within, null, false),
                preemptor,
                contended,
                queues);
        if (preemptor.node().parent() != null
                && preemptor.policies().reclaimWithinCohort() != Policy.NEVER) {
            collectBelow(preemptor.node().root(), preemptor, contended, queues);
        }
        return queues;
    }

    private void collectBelow(
            QuotaNode node, Preemptor preemptor, Usage contended, List<FairQueue> queues) {
        if (!node.isQueue()) {
            for (QuotaNode child : node.children()) {
                collectBelow(child, preemptor, contended, queues);
            }
            return;
        }
        if (node == preemptor.node() || QuotaForest.isWithinNominal(node, contended)) {
            return;
        }
        var queue = world.queue(node.name());
        if (queue != null && queue.takesPart()) {
            Policy policy = preemptor.policies().reclaimWithinCohort();
            add(
                    new CandidateSource(queue, policy, node.root(), false),
                    preemptor,
                    contended,
                    queues);
        }
    }

    private static void add(
            CandidateSource source, Preemptor preemptor, Usage contended, List<FairQueue> queues) {
        FairQueue queue = FairQueue.of(source, preemptor, contended);
        if (!queue.isEmpty()) {
            queues.add(queue);
        }
    }

    // ---- strategies
    // ----------------------------------------------------------------------------------------------------

    /// R7.14.
    private boolean runFirst(Search search, List<FairQueue> queues) {
        TargetQueues choice = new TargetQueues(search.preemptor.node(), shares, queues);
        boolean entitled =
                world.settings().isOn(Feature.FAIR_SHARING_PREEMPT_WITHIN_NOMINAL)
                        && QuotaForest.isWithinNominal(search.preemptor.node(), search.contended);
        for (FairQueue queue = choice.next(); queue != null; queue = choice.next()) {
            boolean fits;
            if (queue.node() == search.preemptor.node()) {
                fits = search.take(queue, queue.poll(), PreemptionReason.IN_CLUSTER_QUEUE);
            } else if (entitled) {
                fits = search.take(queue, queue.poll(), PreemptionReason.IN_COHORT_RECLAMATION);
            } else {
                fits = takeByShare(search, queue);
            }
            if (fits) {
                return true;
            }
        }
        return false;
    }

    private boolean takeByShare(Search search, FairQueue queue) {
        Branches branches = Branches.of(search.preemptor.node(), queue.node());
        Share newA = shares.of(branches.towardsPreemptor());
        Share oldB = shares.of(branches.towardsTarget());
        if (Double.isInfinite(newA.weighted()) && !Double.isInfinite(oldB.weighted())) {
            while (!queue.isEmpty()) {
                setAside(search, queue, queue.poll());
            }
            return false;
        }
        while (!queue.isEmpty()) {
            Workload workload = queue.poll();
            int mark = forest.trial();
            forest.remove(queue.node(), workload.usage());
            Share newB = shares.of(branches.towardsTarget());
            forest.endTrial(mark);
            if (passes(strategies.getFirst(), newA, oldB, newB)) {
                return search.take(queue, workload, PreemptionReason.IN_COHORT_FAIR_SHARING);
            }
            setAside(search, queue, workload);
        }
        return false;
    }

    private void setAside(Search search, FairQueue queue, Workload workload) {
        log.note(workload, requireNonNull(workload.reservedIn()), Fate.SHARE_TOO_SMALL);
        for (FairQueue retry : search.retries) {
            if (retry.node() == queue.node()) {
                retry.add(workload);
                return;
            }
        }
        FairQueue retry = FairQueue.empty(queue.node());
        retry.add(workload);
        search.retries.add(retry);
    }

    /// R7.15.
    private static boolean passes(Strategy strategy, Share newA, Share oldB, Share newB) {
        return switch (strategy) {
            case LESS_THAN_OR_EQUAL_TO_FINAL_SHARE -> newA.compareTo(newB) <= 0;
            case LESS_THAN_INITIAL_SHARE -> newA.compareTo(oldB) < 0;
        };
    }

    /// R7.16.
    private boolean runSecond(Search search) {
        TargetQueues choice = new TargetQueues(search.preemptor.node(), shares, search.retries);
        for (FairQueue queue = choice.next(); queue != null; queue = choice.next()) {
            Branches branches = Branches.of(search.preemptor.node(), queue.node());
            Share newA = shares.of(branches.towardsPreemptor());
            Share oldB = shares.of(branches.towardsTarget());
            if (passes(strategies.get(1), newA, oldB, oldB)
                    && search.take(queue, queue.poll(), PreemptionReason.IN_COHORT_FAIR_SHARING)) {
                return true;
            }
            choice.drop(queue);
        }
        return false;
    }

    /// R6.12, R7.17.
    private void fillBack(Search search) {
        for (int i = search.targets.size() - 2; i >= 0; i--) {
            Workload workload = search.targets.get(i).workload();
            QuotaNode node = requireNonNull(workload.reservedIn()).node();
            forest.add(node, workload.usage());
            if (search.fits()) {
                log.correct(workload, Fate.SPARED);
                search.targets.remove(i);
            } else {
                forest.remove(node, workload.usage());
            }
        }
    }
}
