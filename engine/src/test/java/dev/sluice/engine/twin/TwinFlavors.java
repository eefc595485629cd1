package dev.sluice.engine.twin;

import dev.sluice.engine.spec.AdmissionConstraints;
import dev.sluice.engine.spec.ClusterQueueSpec;
import dev.sluice.engine.spec.Feature;
import dev.sluice.engine.spec.FlavorSpec;
import dev.sluice.engine.spec.Fungibility;
import dev.sluice.engine.spec.PodSetSpec;
import dev.sluice.engine.spec.Preemption;
import dev.sluice.engine.spec.Reservation;
import dev.sluice.engine.spec.ResourceGroup;
import dev.sluice.engine.spec.WorkloadSpec;
import dev.sluice.engine.twin.TwinTree.Holding;
import dev.sluice.engine.twin.TwinTree.Node;
import dev.sluice.engine.twin.TwinTree.Pair;
import dev.sluice.model.Taint;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Flavors for a workload as section 5 has it: each pod set gets a flavor for each resource group.
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

    /// What one pod set got: flavors and results by resource. One that failed has none.
    ///
    /// @param old what the slice that is replaced uses for this pod set (R9.18)
    record PodSet(
            PodSetSpec spec,
            int count,
            Map<String, String> flavors,
            Map<String, Result> results,
            Map<String, Long> old) {

        long added(String resource) {
            long amount = spec.requestsPerPod().getOrDefault(resource, 0L);
            return amount * count - old(resource);
        }

        long old(String resource) {
            return old.getOrDefault(resource, 0L);
        }
    }

    /// An assignment (R5.1). Without a pod set that failed its `noFit` is false.
    record Assignment(List<PodSet> podSets, boolean noFit) {
        boolean isFit() {
            return !noFit && all(Verdict.FIT);
        }

        private boolean all(Verdict verdict) {
            return podSets.stream()
                    .allMatch(p -> p.results.values().stream().allMatch(r -> r.verdict == verdict));
        }

        /// What it adds (R5.17, R9.18).
        Map<Pair, Long> usage() {
            Map<Pair, Long> usage = new TreeMap<>();
            for (PodSet podSet : podSets) {
                podSet.flavors.forEach(
                        (resource, flavor) ->
                                usage.merge(
                                        new Pair(flavor, resource),
                                        podSet.added(resource),
                                        Long::sum));
            }
            return usage;
        }

        /// What it holds once it is admitted.
        Map<Pair, Long> whole() {
            return new Assignment(
                            podSets.stream()
                                    .map(
                                            p ->
                                                    new PodSet(
                                                            p.spec, p.count, p.flavors, p.results,
                                                            Map.of()))
                                    .toList(),
                            noFit)
                    .usage();
        }

        /// R6.1.
        Set<Pair> contended() {
            Set<Pair> pairs = new TreeSet<>();
            for (PodSet podSet : podSets) {
                podSet.results.forEach(
                        (resource, result) -> {
                            if (result.verdict != Verdict.FIT) {
                                pairs.add(
                                        new Pair(
                                                Objects.requireNonNull(
                                                        podSet.flavors.get(resource)),
                                                resource));
                            }
                        });
            }
            return pairs;
        }

        /// R5.19.
        int level() {
            return podSets.stream()
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
    /// @param replaced the slice that is replaced (R9.17), or null
    Assignment assign(
            WorkloadSpec spec,
            Node queue,
            List<Integer> counts,
            @Nullable List<Map<String, String>> pinned,
            @Nullable Holding replaced) {
        List<PodSet> podSets = new ArrayList<>();
        for (int i = 0; i < spec.podSets().size(); i++) {
            Map<Pair, Long> assumed = new Assignment(podSets, false).usage();
            PodSetSpec podSet = spec.podSets().get(i);
            Map<String, String> oldFlavors = new TreeMap<>();
            Map<String, Long> old = new TreeMap<>();
            if (replaced != null && replaced.status().reservation() != null) {
                for (Reservation.PodSetReservation r : replaced.status().reservation().podSets()) {
                    if (r.name().equals(podSet.name())) {
                        oldFlavors.putAll(r.flavors());
                        old.putAll(r.usage());
                    }
                }
            }
            PodSet wanted = new PodSet(podSet, counts.get(i), oldFlavors, Map.of(), old);
            Map<String, String> pin = pinned == null ? null : pinned.get(i);
            PodSet got = scan(spec, queue, wanted, assumed, pin);
            podSets.add(got);
            if (got.flavors.isEmpty()) {
                return new Assignment(podSets, true);
            }
        }
        return new Assignment(podSets, false);
    }

    /// All resource groups in turn (R5.3): if one has no flavor, the pod set has none (R5.16).
    private PodSet scan(
            WorkloadSpec spec,
            Node queue,
            PodSet wanted,
            Map<Pair, Long> assumed,
            @Nullable Map<String, String> pin) {
        Map<String, String> flavors = new TreeMap<>();
        Map<String, Result> results = new TreeMap<>();
        for (ResourceGroup group : queue.spec().resourceGroups()) {
            Scan scan = scan(spec, queue, group, wanted, assumed, pin);
            if (scan == null) {
                return new PodSet(wanted.spec, wanted.count, Map.of(), Map.of(), wanted.old);
            }
            scan.results.keySet().forEach(resource -> flavors.put(resource, scan.flavor));
            results.putAll(scan.results);
        }
        return new PodSet(wanted.spec, wanted.count, flavors, results, wanted.old);
    }

    private record Scan(String flavor, Map<String, Result> results) {}

    /// R5.6, R5.12, R5.13; null if no flavor of the group serves the pod set.
    private @Nullable Scan scan(
            WorkloadSpec spec,
            Node queue,
            ResourceGroup group,
            PodSet wanted,
            Map<Pair, Long> assumed,
            @Nullable Map<String, String> pin) {
        Fungibility fungibility = queue.spec().fungibility();
        Scan bestScan = null;
        Result best = null;
        for (String flavor : group.quotasByFlavor().keySet()) {
            if (pin != null && !flavor.equals(pin.get(group.coveredResources().getFirst()))) {
                continue;
            }
            Map<String, Result> results = new TreeMap<>();
            boolean eligible = isEligible(wanted.spec, world.flavor(flavor));
            for (String resource : group.coveredResources()) {
                Pair pair = new Pair(flavor, resource);
                long value = assumed.getOrDefault(pair, 0L) + wanted.added(resource);
                String old = wanted.flavors.getOrDefault(resource, flavor);
                results.put(
                        resource,
                        eligible && old.equals(flavor)
                                ? verdict(spec, queue, pair, value, wanted.old(resource))
                                : new Result(Verdict.NO_FIT, 0));
            }
            Result result = worst(results.values(), fungibility);
            boolean taken = isTaken(result, fungibility);
            boolean better =
                    result.verdict != Verdict.NO_FIT
                            && (best == null || isPreferred(result, best, fungibility));
            if (taken || better) {
                bestScan = new Scan(flavor, results);
                best = result;
            }
            if (taken) {
                break;
            }
        }
        return bestScan;
    }

    /// R5.7, R5.8, for tolerations of a key and for node selectors.
    private static boolean isEligible(PodSetSpec podSet, FlavorSpec flavor) {
        boolean tolerated =
                flavor.nodeTaints().stream()
                        .filter(taint -> taint.effect() != Taint.Effect.PREFER_NO_SCHEDULE)
                        .allMatch(
                                taint ->
                                        Stream.of(podSet.tolerations(), flavor.tolerations())
                                                .flatMap(List::stream)
                                                .anyMatch(t -> t.key().equals(taint.key())));
        return tolerated
                && podSet.selection().nodeSelector().entrySet().stream()
                        .allMatch(
                                wanted ->
                                        flavor.nodeLabels()
                                                .getOrDefault(wanted.getKey(), wanted.getValue())
                                                .equals(wanted.getValue()));
    }

    /// R5.9.
    ///
    /// @param replaced what the slice that is replaced uses, over and above the value
    private Result verdict(WorkloadSpec spec, Node queue, Pair pair, long value, long replaced) {
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
        boolean borrows = value > 0 && tree.usage(queue, pair) + value > nominal;
        if (constraints.cannotBorrow() && borrows && value + replaced > nominal) {
            return new Result(Verdict.NO_FIT, 0);
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
