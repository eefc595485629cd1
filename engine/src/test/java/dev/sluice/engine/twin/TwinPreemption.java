package dev.sluice.engine.twin;

import dev.sluice.engine.reason.PreemptionReason;
import dev.sluice.engine.spec.Preemption;
import dev.sluice.engine.spec.Preemption.Policy;
import dev.sluice.engine.spec.WorkloadSpec;
import dev.sluice.engine.twin.TwinTree.Holding;
import dev.sluice.engine.twin.TwinTree.Node;
import dev.sluice.engine.twin.TwinTree.Pair;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Victims as section 6 has them; [TwinFairPreemption] as section 7 has them.
class TwinPreemption {

    record Target(Holding holding, PreemptionReason reason) {}

    /// A candidate with its terms (R6.5). The meeting point is null in the preemptor's own queue.
    private record Candidate(
            Holding holding,
            @Nullable Node meeting,
            PreemptionReason reason,
            boolean onlyWithoutBorrowing) {}

    final SmallWorld world;
    final TwinTree tree;

    /// Victims that other workloads have claimed in this cycle: no candidates (R4.14).
    private final Set<Holding> claimed;

    TwinPreemption(SmallWorld world, TwinTree tree, Set<Holding> claimed) {
        this.world = world;
        this.tree = tree;
        this.claimed = claimed;
    }

    /// The victims for a request of which some pairs are contended; none if there is no way.
    List<Target> find(WorkloadSpec spec, Node queue, Set<Pair> contended, Map<Pair, Long> request) {
        List<Candidate> hierarchical = new ArrayList<>();
        List<Candidate> priority = new ArrayList<>();
        if (queue.spec().preemption().reclaimWithinCohort() != Policy.NEVER) {
            collect(spec, queue, contended, request, hierarchical, priority);
        }
        List<Candidate> own = new ArrayList<>();
        for (Holding holding : candidates(spec, queue, queue, contended)) {
            own.add(new Candidate(holding, null, PreemptionReason.IN_CLUSTER_QUEUE, false));
        }
        List<Candidate> sequence = new ArrayList<>();
        for (boolean evicted : new boolean[] {true, false}) {
            for (List<Candidate> list : List.of(hierarchical, priority, own)) {
                list.stream()
                        .filter(candidate -> candidate.holding.isEvicted() == evicted)
                        .sorted(Comparator.comparing(Candidate::holding, order()))
                        .forEach(sequence::add);
            }
        }
        boolean anyFar = !hierarchical.isEmpty() || !priority.isEmpty();
        for (boolean borrowing : attempts(spec, queue, contended, anyFar, hierarchical.isEmpty())) {
            List<Target> targets = attempt(spec, queue, contended, request, sequence, borrowing);
            if (!targets.isEmpty()) {
                return targets;
            }
        }
        return List.of();
    }

    /// R6.6 among workloads of one list.
    static Comparator<Holding> order() {
        return Comparator.comparing((Holding holding) -> !holding.isEvicted())
                .thenComparing(holding -> holding.spec().effectivePriority())
                .thenComparing(holding -> -holding.reservedAt())
                .thenComparing(holding -> holding.spec().uid());
    }

    /// Workloads of a queue that may be preempted by policy and use a contended pair (R6.2, R6.3).
    final List<Holding> candidates(
            WorkloadSpec spec, Node preemptor, Node queue, Set<Pair> contended) {
        Preemption preemption = preemptor.spec().preemption();
        Policy policy =
                queue == preemptor
                        ? preemption.withinClusterQueue()
                        : preemption.reclaimWithinCohort();
        return tree.holdings.stream()
                .filter(holding -> holding.queue() == queue && !claimed.contains(holding))
                .filter(holding -> holding.status().reservation() != null)
                .filter(
                        holding ->
                                contended.stream()
                                        .anyMatch(p -> holding.usage().getOrDefault(p, 0L) > 0))
                .filter(holding -> isAllowed(spec, holding.spec(), policy))
                .toList();
    }

    private static boolean isAllowed(WorkloadSpec spec, WorkloadSpec candidate, Policy policy) {
        long difference = spec.effectivePriority() - candidate.effectivePriority();
        return switch (policy) {
            case NEVER -> false;
            case LOWER_PRIORITY -> difference > 0;
            case LOWER_OR_NEWER_EQUAL_PRIORITY ->
                    difference > 0
                            || (difference == 0 && spec.created().isBefore(candidate.created()));
            case ANY -> true;
        };
    }

    /// R6.4.
    private void collect(
            WorkloadSpec spec,
            Node queue,
            Set<Pair> contended,
            Map<Pair, Long> request,
            List<Candidate> hierarchical,
            List<Candidate> priority) {
        Map<Pair, Long> rest = new java.util.TreeMap<>(request);
        boolean advantage = fitsInQuota(queue, rest);
        Node previous = queue;
        for (Node t = queue.parent; t != null; t = t.parent) {
            for (Node child : t.children) {
                if (child != previous) {
                    for (Holding holding : below(child, spec, queue, contended)) {
                        if (advantage) {
                            hierarchical.add(
                                    new Candidate(
                                            holding,
                                            t,
                                            PreemptionReason.IN_COHORT_RECLAMATION,
                                            false));
                        } else {
                            priority.add(byPriority(spec, queue, holding, t));
                        }
                    }
                }
            }
            boolean fits = fitsInQuota(t, rest);
            advantage = advantage || fits;
            previous = t;
        }
    }

    /// R2.17; reduces the rest.
    private boolean fitsInQuota(Node n, Map<Pair, Long> rest) {
        boolean fits = true;
        for (Map.Entry<Pair, Long> entry : rest.entrySet()) {
            fits &= !tree.borrowsWith(n, entry.getKey(), entry.getValue());
            entry.setValue(Math.max(0, entry.getValue() - tree.localAvailable(n, entry.getKey())));
        }
        return fits;
    }

    private List<Holding> below(Node n, WorkloadSpec spec, Node preemptor, Set<Pair> contended) {
        if (tree.isWithinNominal(n, contended)) {
            return List.of();
        }
        if (n.queue != null) {
            return candidates(spec, preemptor, n, contended);
        }
        List<Holding> all = new ArrayList<>();
        n.children.forEach(child -> all.addAll(below(child, spec, preemptor, contended)));
        return all;
    }

    /// R6.5 for list P.
    private static Candidate byPriority(
            WorkloadSpec spec, Node queue, Holding holding, Node meeting) {
        var borrowing = queue.spec().preemption().borrowWithinCohort();
        Integer threshold = borrowing.maxPriorityThreshold();
        long priority = holding.spec().effectivePriority();
        boolean whileBorrowing =
                borrowing.lowerPriority()
                        && priority < spec.effectivePriority()
                        && (threshold == null || priority <= threshold);
        return new Candidate(
                holding,
                meeting,
                whileBorrowing
                        ? PreemptionReason.IN_COHORT_RECLAIM_WHILE_BORROWING
                        : PreemptionReason.IN_COHORT_RECLAMATION,
                !whileBorrowing);
    }

    /// R6.8; who must not borrow has one attempt.
    private List<Boolean> attempts(
            WorkloadSpec spec,
            Node queue,
            Set<Pair> contended,
            boolean anyFar,
            boolean noHierarchical) {
        if (cannotBorrow(spec)) {
            return List.of(false);
        }
        boolean forbidden = !queue.spec().preemption().borrowWithinCohort().lowerPriority();
        boolean under =
                contended.stream().allMatch(p -> tree.usage(queue, p) < TwinTree.nominal(queue, p));
        if (!anyFar || (forbidden && !under)) {
            return List.of(true);
        }
        return forbidden && noHierarchical ? List.of(false, true) : List.of(true, false);
    }

    final boolean cannotBorrow(WorkloadSpec spec) {
        return TwinFlavors.constraints(world, spec).cannotBorrow();
    }

    /// R6.9 to R6.12.
    private List<Target> attempt(
            WorkloadSpec spec,
            Node queue,
            Set<Pair> contended,
            Map<Pair, Long> request,
            List<Candidate> sequence,
            boolean borrowing) {
        List<Candidate> taken = new ArrayList<>();
        for (Candidate candidate : sequence) {
            boolean valid =
                    tree.without(holdings(taken), () -> isValid(candidate, contended, borrowing));
            if (!valid) {
                continue;
            }
            taken.add(candidate);
            if (fitsWithout(spec, queue, request, holdings(taken), borrowing)) {
                for (int i = taken.size() - 2; i >= 0; i--) {
                    List<Candidate> fewer = new ArrayList<>(taken);
                    fewer.remove(i);
                    if (fitsWithout(spec, queue, request, holdings(fewer), borrowing)) {
                        taken = fewer;
                    }
                }
                return taken.stream().map(c -> new Target(c.holding, c.reason)).toList();
            }
        }
        return List.of();
    }

    private static List<Holding> holdings(List<Candidate> candidates) {
        return candidates.stream().map(Candidate::holding).toList();
    }

    /// R6.10.
    private boolean isValid(Candidate candidate, Set<Pair> contended, boolean borrowing) {
        if (candidate.meeting == null) {
            return true;
        }
        if (borrowing && candidate.onlyWithoutBorrowing) {
            return false;
        }
        for (Node n = candidate.holding.queue(); n != candidate.meeting && n != null; ) {
            if (tree.isWithinNominal(n, contended)) {
                return false;
            }
            n = n.parent;
        }
        return true;
    }

    /// R6.11.
    final boolean fitsWithout(
            WorkloadSpec spec,
            Node queue,
            Map<Pair, Long> request,
            List<Holding> gone,
            boolean borrowing) {
        return tree.without(
                gone,
                () -> {
                    for (Map.Entry<Pair, Long> entry : request.entrySet()) {
                        long v = entry.getValue();
                        boolean exempt = cannotBorrow(spec) && v == 0;
                        if (!borrowing && !exempt && tree.borrowsWith(queue, entry.getKey(), v)) {
                            return false;
                        }
                        if (v > tree.available(queue, entry.getKey())) {
                            return false;
                        }
                    }
                    return true;
                });
    }
}
