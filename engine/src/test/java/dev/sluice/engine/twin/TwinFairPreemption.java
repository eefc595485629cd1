package dev.sluice.engine.twin;

import dev.sluice.engine.reason.PreemptionReason;
import dev.sluice.engine.spec.EngineSettings.Strategy;
import dev.sluice.engine.spec.Feature;
import dev.sluice.engine.spec.Preemption.Policy;
import dev.sluice.engine.spec.WorkloadSpec;
import dev.sluice.engine.spec.WorkloadStatus;
import dev.sluice.engine.twin.TwinTree.Holding;
import dev.sluice.engine.twin.TwinTree.Node;
import dev.sluice.engine.twin.TwinTree.Pair;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Victims as section 7.3 has them.
final class TwinFairPreemption extends TwinPreemption {

    private final List<Strategy> strategies;
    private final TwinShares shares;

    TwinFairPreemption(
            SmallWorld world, TwinTree tree, Set<Holding> claimed, List<Strategy> strategies) {
        super(world, tree, claimed);
        this.strategies = strategies;
        this.shares = new TwinShares(tree);
    }

    /// The state of one search; the tree has the request counted and the targets removed while it runs.
    private final class Search {
        final WorkloadSpec spec;
        final Node queue;
        final Holding own;
        final Map<Pair, Long> request;
        final List<Target> targets = new ArrayList<>();

        Search(WorkloadSpec spec, Node queue, Map<Pair, Long> request) {
            this.spec = spec;
            this.queue = queue;
            this.request = request;
            this.own = new Holding(queue, request, spec, WorkloadStatus.NEW);
        }

        boolean take(Holding holding, PreemptionReason reason) {
            tree.holdings.remove(holding);
            targets.add(new Target(holding, reason));
            return fits();
        }

        /// R7.12.
        boolean fits() {
            return fitsWithout(spec, queue, request, List.of(own), !cannotBorrow(spec));
        }
    }

    @Override
    List<Target> find(WorkloadSpec spec, Node queue, Set<Pair> contended, Map<Pair, Long> request) {
        Map<Node, List<Holding>> candidates = new TreeMap<>(Comparator.comparing(n -> n.name));
        collect(spec, queue, queue, contended, candidates);
        if (queue.parent != null
                && queue.spec().preemption().reclaimWithinCohort() != Policy.NEVER) {
            for (Node other : tree.queues.values()) {
                if (other != queue
                        && other.root() == queue.root()
                        && !tree.isWithinNominal(other, contended)) {
                    collect(spec, queue, other, contended, candidates);
                }
            }
        }
        List<Holding> before = List.copyOf(tree.holdings);
        Search search = new Search(spec, queue, request);
        tree.holdings.add(search.own);
        Map<Node, List<Holding>> aside = new TreeMap<>(Comparator.comparing(n -> n.name));
        boolean found = runFirst(search, contended, candidates, aside);
        if (!found && strategies.size() > 1) {
            found = runSecond(search, aside);
        }
        for (int i = search.targets.size() - 2; found && i >= 0; i--) {
            Holding holding = search.targets.get(i).holding();
            tree.holdings.add(holding);
            if (search.fits()) {
                search.targets.remove(i);
            } else {
                tree.holdings.remove(holding);
            }
        }
        tree.holdings.clear();
        tree.holdings.addAll(before);
        return found ? search.targets : List.of();
    }

    private void collect(
            WorkloadSpec spec,
            Node preemptor,
            Node queue,
            Set<Pair> contended,
            Map<Node, List<Holding>> candidates) {
        List<Holding> own = new ArrayList<>(candidates(spec, preemptor, queue, contended));
        own.sort(order());
        if (!own.isEmpty()) {
            candidates.put(queue, own);
        }
    }

    /// R7.14.
    private boolean runFirst(
            Search search,
            Set<Pair> contended,
            Map<Node, List<Holding>> candidates,
            Map<Node, List<Holding>> aside) {
        boolean entitled =
                world.settings().isOn(Feature.FAIR_SHARING_PREEMPT_WITHIN_NOMINAL)
                        && tree.isWithinNominal(search.queue, contended);
        Set<Node> dropped = new HashSet<>();
        while (true) {
            Node target = next(search.queue, candidates, dropped);
            if (target == null) {
                return false;
            }
            List<Holding> own = candidates.getOrDefault(target, List.of());
            if (target == search.queue) {
                if (search.take(own.removeFirst(), PreemptionReason.IN_CLUSTER_QUEUE)) {
                    return true;
                }
            } else if (entitled) {
                if (search.take(own.removeFirst(), PreemptionReason.IN_COHORT_RECLAMATION)) {
                    return true;
                }
            } else if (takeByShare(search, target, own, aside)) {
                return true;
            }
        }
    }

    private boolean takeByShare(
            Search search, Node target, List<Holding> own, Map<Node, List<Holding>> aside) {
        Node meeting = meeting(search.queue, target);
        TwinShares.Share newA = shares.of(branch(meeting, search.queue));
        Node towardsTarget = branch(meeting, target);
        TwinShares.Share oldB = shares.of(towardsTarget);
        List<Holding> refused = aside.computeIfAbsent(target, _ -> new ArrayList<>());
        if (newA.isInfinite() && !oldB.isInfinite()) {
            refused.addAll(own);
            own.clear();
            return false;
        }
        while (!own.isEmpty()) {
            Holding holding = own.removeFirst();
            TwinShares.Share newB = tree.without(List.of(holding), () -> shares.of(towardsTarget));
            if (passes(strategies.getFirst(), newA, oldB, newB)) {
                return search.take(holding, PreemptionReason.IN_COHORT_FAIR_SHARING);
            }
            refused.add(holding);
        }
        return false;
    }

    private static boolean passes(
            Strategy strategy,
            TwinShares.Share newA,
            TwinShares.Share oldB,
            TwinShares.Share newB) {
        return switch (strategy) {
            case LESS_THAN_OR_EQUAL_TO_FINAL_SHARE -> newA.compareTo(newB) <= 0;
            case LESS_THAN_INITIAL_SHARE -> newA.compareTo(oldB) < 0;
        };
    }

    /// R7.16.
    private boolean runSecond(Search search, Map<Node, List<Holding>> aside) {
        Set<Node> dropped = new HashSet<>();
        while (true) {
            Node target = next(search.queue, aside, dropped);
            if (target == null) {
                return false;
            }
            Node meeting = meeting(search.queue, target);
            TwinShares.Share newA = shares.of(branch(meeting, search.queue));
            TwinShares.Share oldB = shares.of(branch(meeting, target));
            dropped.add(target);
            Holding first = aside.getOrDefault(target, List.of()).getFirst();
            if (newA.compareTo(oldB) < 0
                    && search.take(first, PreemptionReason.IN_COHORT_FAIR_SHARING)) {
                return true;
            }
        }
    }

    private static Node meeting(Node preemptor, Node target) {
        Node t = target.parent;
        while (t != null && !preemptor.isBelow(t)) {
            t = t.parent;
        }
        if (t == null) {
            throw new IllegalStateException("no common cohort");
        }
        return t;
    }

    private static Node branch(Node cohort, Node queue) {
        for (Node child : cohort.children) {
            if (queue.isBelow(child)) {
                return child;
            }
        }
        throw new IllegalStateException(queue.name + " is not below " + cohort.name);
    }

    /// R7.13.
    private @Nullable Node next(
            Node preemptor, Map<Node, List<Holding>> candidates, Set<Node> dropped) {
        if (preemptor.parent == null) {
            return candidates.getOrDefault(preemptor, List.of()).isEmpty() ? null : preemptor;
        }
        Node root = preemptor.root();
        Node at = root;
        while (!dropped.contains(root)) {
            Node queue = null;
            Node cohort = null;
            for (Node child : sorted(at.children)) {
                if (dropped.contains(child)) {
                    continue;
                }
                boolean stays =
                        child.queue == null
                                ? preemptor.isBelow(child) || shares.borrows(child)
                                : !candidates.getOrDefault(child, List.of()).isEmpty()
                                        && (child == preemptor || shares.borrows(child));
                if (!stays) {
                    dropped.add(child);
                } else if (child.queue == null) {
                    cohort =
                            cohort == null || shares.of(child).compareTo(shares.of(cohort)) > 0
                                    ? child
                                    : cohort;
                } else {
                    queue =
                            queue == null || isGreedier(child, queue, preemptor, candidates)
                                    ? child
                                    : queue;
                }
            }
            if (queue == null && cohort == null) {
                dropped.add(at);
                at = root;
            } else if (cohort != null
                    && (queue == null || shares.of(cohort).compareTo(shares.of(queue)) >= 0)) {
                at = cohort;
            } else {
                return queue;
            }
        }
        return null;
    }

    private static List<Node> sorted(List<Node> nodes) {
        return nodes.stream().sorted(Comparator.comparing(n -> n.name)).toList();
    }

    private boolean isGreedier(
            Node a, Node b, Node preemptor, Map<Node, List<Holding>> candidates) {
        int byShare = shares.of(a).compareTo(shares.of(b));
        if (byShare != 0) {
            return byShare > 0;
        }
        Holding first = candidates.getOrDefault(a, List.of()).getFirst();
        Holding other = candidates.getOrDefault(b, List.of()).getFirst();
        return Comparator.comparing((Holding holding) -> !holding.isEvicted())
                        .thenComparing(holding -> holding.queue() == preemptor)
                        .thenComparing(order())
                        .compare(first, other)
                < 0;
    }
}
