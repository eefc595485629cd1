package dev.sluice.engine.twin;

import dev.sluice.engine.spec.AdmissionConstraints;
import dev.sluice.engine.spec.ClusterQueueSpec;
import dev.sluice.engine.spec.Feature;
import dev.sluice.engine.spec.Fungibility;
import dev.sluice.engine.spec.PodSetSpec;
import dev.sluice.engine.spec.Preemption;
import dev.sluice.engine.spec.WorkloadSpec;
import dev.sluice.engine.twin.TwinTree.Holding;
import dev.sluice.engine.twin.TwinTree.Node;
import dev.sluice.engine.twin.TwinTree.Pair;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Flavors for a workload as section 5 has it, in queues with one resource group.
///
/// The constraints of KEP-8729 in one sentence each: a workload that must not borrow has available what its queue's own
/// nominal quota leaves, and a flavor where a workload that must not preempt would have to do so does not fit.
final class TwinFlavors {

    /// From worst to best (R5.9).
    enum Verdict {
        NO_FIT,
        NO_CANDIDATES,
        PREEMPT,
        RECLAIM,
        FIT
    }

    record Result(Verdict verdict, int level) {}

    /// What one pod set got; no choice is no fit.
    record PodSet(
            PodSetSpec spec, int count, @Nullable String flavor, Map<String, Result> results) {}

    /// An assignment (R5.1). Without a pod set that failed its `noFit` is false.
    record Assignment(List<PodSet> podSets, boolean noFit) {
        boolean isFit() {
            return !noFit && all(Verdict.FIT);
        }

        private boolean all(Verdict verdict) {
            return podSets.stream()
                    .allMatch(p -> p.results.values().stream().allMatch(r -> r.verdict == verdict));
        }

        Map<Pair, Long> usage() {
            Map<Pair, Long> usage = new TreeMap<>();
            for (PodSet podSet : podSets) {
                if (podSet.flavor != null) {
                    podSet.spec
                            .requestsPerPod()
                            .forEach(
                                    (resource, amount) ->
                                            usage.merge(
                                                    new Pair(podSet.flavor, resource),
                                                    amount * podSet.count,
                                                    Long::sum));
                }
            }
            return usage;
        }

        /// R6.1.
        Set<Pair> contended() {
            Set<Pair> pairs = new TreeSet<>();
            for (PodSet podSet : podSets) {
                podSet.results.forEach(
                        (resource, result) -> {
                            if (podSet.flavor != null && result.verdict != Verdict.FIT) {
                                pairs.add(new Pair(podSet.flavor, resource));
                            }
                        });
            }
            return pairs;
        }

        /// R5.19.
        int level() {
            return podSets.stream()
                    .filter(podSet -> podSet.flavor != null)
                    .flatMap(podSet -> podSet.results.values().stream())
                    .mapToInt(Result::level)
                    .max()
                    .orElse(0);
        }
    }

    private final SmallWorld world;
    private final TwinTree tree;
    private final TwinPreemption preemption;

    TwinFlavors(SmallWorld world, TwinTree tree, TwinPreemption preemption) {
        this.world = world;
        this.tree = tree;
        this.preemption = preemption;
    }

    static AdmissionConstraints constraints(SmallWorld world, WorkloadSpec spec) {
        return world.settings().isOn(Feature.WORKLOAD_ADMISSION_CONSTRAINTS)
                ? spec.constraints()
                : AdmissionConstraints.NONE;
    }

    /// @param counts how many pods of each pod set
    /// @param pinned flavors by pod set that may be used (R5.23), or null for all
    Assignment assign(
            WorkloadSpec spec, Node queue, List<Integer> counts, @Nullable List<String> pinned) {
        List<PodSet> podSets = new ArrayList<>();
        for (int i = 0; i < spec.podSets().size(); i++) {
            Map<Pair, Long> assumed = new Assignment(podSets, false).usage();
            PodSetSpec podSet = spec.podSets().get(i);
            String pin = pinned == null ? null : pinned.get(i);
            PodSet result = scan(spec, queue, podSet, counts.get(i), assumed, pin, pinned != null);
            podSets.add(result);
            if (result.flavor == null) {
                return new Assignment(podSets, true);
            }
        }
        return new Assignment(podSets, false);
    }

    /// R5.6, R5.12, R5.13.
    private PodSet scan(
            WorkloadSpec spec,
            Node queue,
            PodSetSpec podSet,
            int count,
            Map<Pair, Long> assumed,
            @Nullable String pin,
            boolean pinned) {
        Fungibility fungibility = queue.spec().fungibility();
        String bestFlavor = null;
        Result best = null;
        Map<String, Result> bestResults = Map.of();
        for (String flavor : queue.spec().resourceGroups().getFirst().quotasByFlavor().keySet()) {
            if (pinned && !flavor.equals(pin)) {
                continue;
            }
            Map<String, Result> results = new TreeMap<>();
            podSet.requestsPerPod()
                    .forEach(
                            (resource, amount) -> {
                                Pair pair = new Pair(flavor, resource);
                                long before = assumed.getOrDefault(pair, 0L);
                                results.put(
                                        resource,
                                        verdict(spec, queue, pair, before + amount * count));
                            });
            Result result = worst(results.values(), fungibility);
            boolean taken = isTaken(result, fungibility);
            boolean better =
                    result.verdict != Verdict.NO_FIT
                            && (best == null || isPreferred(result, best, fungibility));
            if (taken || better) {
                bestFlavor = flavor;
                best = result;
                bestResults = results;
            }
            if (taken) {
                break;
            }
        }
        return new PodSet(podSet, count, bestFlavor, bestResults);
    }

    /// R5.9.
    private Result verdict(WorkloadSpec spec, Node queue, Pair pair, long value) {
        AdmissionConstraints constraints = constraints(world, spec);
        long nominal = TwinTree.nominal(queue, pair);
        long most = tree.potential(queue, pair);
        long available = tree.available(queue, pair);
        int level = tree.level(queue, pair, value).level();
        boolean hint = tree.level(queue, pair, value).hint();
        if (constraints.cannotBorrow()) {
            most = Math.min(most, nominal);
            available = Math.min(available, Math.max(0, nominal - tree.usage(queue, pair)));
            level = 0;
        }
        if (value > most) {
            return new Result(Verdict.NO_FIT, 0);
        }
        if (value <= available) {
            return new Result(Verdict.FIT, level);
        }
        if ((value > nominal && !hint && !preemptsWhileBorrowing(queue.spec()))
                || constraints.cannotPreempt()) {
            return new Result(Verdict.NO_FIT, 0);
        }
        return oracle(spec, queue, pair, value);
    }

    private boolean preemptsWhileBorrowing(ClusterQueueSpec queue) {
        return queue.preemption().borrowWithinCohort().lowerPriority()
                || (world.settings().fairSharing() != null
                        && queue.preemption().reclaimWithinCohort() != Preemption.Policy.NEVER);
    }

    /// R6.18.
    private Result oracle(WorkloadSpec spec, Node queue, Pair pair, long value) {
        boolean cannotBorrow = constraints(world, spec).cannotBorrow();
        List<TwinPreemption.Target> targets =
                preemption.find(spec, queue, Set.of(pair), Map.of(pair, value));
        List<Holding> gone = targets.stream().map(TwinPreemption.Target::holding).toList();
        int level =
                cannotBorrow ? 0 : tree.without(gone, () -> tree.level(queue, pair, value).level());
        if (targets.isEmpty()) {
            return new Result(Verdict.NO_CANDIDATES, level);
        }
        boolean own = gone.stream().anyMatch(holding -> holding.queue() == queue);
        return new Result(own ? Verdict.PREEMPT : Verdict.RECLAIM, level);
    }

    /// R5.10.
    private static boolean isPreferred(Result a, Result b, Fungibility fungibility) {
        if (a.verdict == Verdict.NO_FIT || b.verdict == Verdict.NO_FIT) {
            return a.verdict != Verdict.NO_FIT;
        }
        if ((a.verdict == Verdict.NO_CANDIDATES) != (b.verdict == Verdict.NO_CANDIDATES)) {
            return b.verdict == Verdict.NO_CANDIDATES;
        }
        int byLevel = Integer.compare(b.level, a.level);
        int byVerdict = a.verdict.compareTo(b.verdict);
        return fungibility.preference() == Fungibility.Preference.PREEMPTION_OVER_BORROWING
                ? byLevel > 0 || (byLevel == 0 && byVerdict > 0)
                : byVerdict > 0 || (byVerdict == 0 && byLevel > 0);
    }

    /// R5.11, with the safe deviation T1.
    private static Result worst(Iterable<Result> results, Fungibility fungibility) {
        Result worst = new Result(Verdict.FIT, 0);
        Verdict lowest = Verdict.FIT;
        int highest = 0;
        for (Result result : results) {
            lowest = result.verdict.compareTo(lowest) < 0 ? result.verdict : lowest;
            highest = Math.max(highest, result.level);
            worst = isPreferred(worst, result, fungibility) ? result : worst;
        }
        return worst.verdict == Verdict.FIT && lowest != Verdict.FIT
                ? new Result(lowest, highest)
                : worst;
    }

    /// R5.12.
    private static boolean isTaken(Result result, Fungibility fungibility) {
        boolean preempts = result.verdict == Verdict.PREEMPT || result.verdict == Verdict.RECLAIM;
        return (preempts || result.verdict == Verdict.FIT)
                && !(preempts && fungibility.tryNextWhenPreempting())
                && !(result.level > 0 && fungibility.tryNextWhenBorrowing());
    }
}
