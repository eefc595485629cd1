package dev.sluice.engine.twin;

import dev.sluice.engine.spec.EngineSettings;
import dev.sluice.engine.spec.Feature;
import dev.sluice.engine.spec.PodSetSpec;
import dev.sluice.engine.spec.Preemption;
import dev.sluice.engine.spec.Quota;
import dev.sluice.engine.spec.WorkloadKey;
import dev.sluice.engine.spec.WorkloadSpec;
import dev.sluice.engine.spec.WorkloadStatus;
import dev.sluice.engine.twin.TwinFlavors.Assignment;
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
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// One scheduling cycle as section 4 has it, on a small world. The answer is a line a workload.
final class TwinCycle {

    private final SmallWorld world;
    private final TwinTree tree;
    private final Set<Holding> claimed = new HashSet<>();
    private final Map<String, String> outcomes = new TreeMap<>();

    /// A head with its nomination.
    private static final class Entry {
        final WorkloadSpec spec;
        final WorkloadStatus status;
        final Node queue;

        /// The slice that it replaces (R9.17), or null.
        @Nullable Holding old;

        Assignment assignment;
        List<TwinPreemption.Target> targets = List.of();

        Entry(SmallWorld.Member member, Node queue) {
            this.spec = member.spec();
            this.status = member.status();
            this.queue = queue;
            this.assignment = new Assignment(List.of(), true);
        }

        String key() {
            return spec.key().name();
        }
    }

    private TwinCycle(SmallWorld world) {
        this.world = world;
        this.tree = new TwinTree(world);
    }

    /// What becomes of each pending workload.
    static Map<String, String> outcomes(SmallWorld world) {
        TwinCycle cycle = new TwinCycle(world);
        cycle.run();
        return cycle.outcomes;
    }

    private void run() {
        List<Entry> entries = new ArrayList<>();
        for (SmallWorld.Member member : world.pending()) {
            Entry entry = new Entry(member, tree.queue(member.spec().queueName()));
            entry.old = oldSlice(entry);
            nominate(entry, null, Set.of());
            entries.add(entry);
        }
        if (world.settings().fairSharing() == null) {
            entries.sort(classicalOrder());
            entries.forEach(this::process);
        } else {
            while (!entries.isEmpty()) {
                Entry next = winner(entries);
                entries.remove(next);
                process(next);
            }
        }
    }

    // ---- nomination (R4.6)
    // -------------------------------------------------------------------------------------------

    /// R9.17.
    private @Nullable Holding oldSlice(Entry entry) {
        WorkloadKey replaced = entry.spec.replaces();
        return tree.holdings.stream()
                .filter(_ -> world.settings().isOn(Feature.ELASTIC_JOBS_VIA_WORKLOAD_SLICES))
                .filter(holding -> holding.spec().key().equals(replaced))
                .filter(holding -> holding.queue() == entry.queue)
                .findFirst()
                .orElse(null);
    }

    private void nominate(
            Entry entry, @Nullable List<Map<String, String>> pinned, Set<Holding> aside) {
        EngineSettings.FairSharing fair = world.settings().fairSharing();
        TwinPreemption preemption =
                fair == null
                        ? new TwinPreemption(world, tree, aside)
                        : new TwinFairPreemption(world, tree, aside, fair.strategies());
        TwinFlavors flavors = new TwinFlavors(world, tree, preemption);
        List<PodSetSpec> podSets = entry.spec.podSets();
        List<Integer> full = podSets.stream().map(PodSetSpec::count).toList();
        Assignment whole = flavors.assign(entry.spec, entry.queue, full, pinned, entry.old);
        entry.assignment = whole;
        if (succeeds(entry, preemption) || entry.spec.replaces() != null) {
            return;
        }
        int sum = 0;
        for (PodSetSpec podSet : podSets) {
            sum += podSet.count() - min(podSet);
        }
        int low = 0;
        int high = sum + 1;
        int best = -1;
        Assignment found = null;
        List<TwinPreemption.Target> victims = List.of();
        while (sum > 0 && low < high) {
            int middle = (low + high) / 2;
            if (middle <= sum) {
                entry.assignment =
                        flavors.assign(
                                entry.spec,
                                entry.queue,
                                reduced(podSets, middle, sum),
                                pinned,
                                null);
            }
            if (middle <= sum && succeeds(entry, preemption)) {
                found = entry.assignment;
                victims = entry.targets;
                best = middle;
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        if (found == null || best != low) {
            found = whole;
            victims = List.of();
        }
        entry.assignment = found;
        entry.targets = victims;
    }

    private static int min(PodSetSpec podSet) {
        Integer min = podSet.minCount();
        return min == null ? podSet.count() : min;
    }

    /// R5.24.
    private static List<Integer> reduced(List<PodSetSpec> podSets, int k, int sum) {
        return podSets.stream()
                .map(podSet -> podSet.count() - (podSet.count() - min(podSet)) * k / sum)
                .toList();
    }

    /// Fits, or preempts and has victims, which become the entry's.
    private static boolean succeeds(Entry entry, TwinPreemption preemption) {
        entry.targets = List.of();
        if (entry.assignment.noFit()) {
            return false;
        }
        if (entry.assignment.isFit()) {
            return true;
        }
        entry.targets =
                preemption.find(
                        entry.spec,
                        entry.queue,
                        entry.assignment.contended(),
                        entry.assignment.usage());
        return !entry.targets.isEmpty();
    }

    // ---- order
    // -------------------------------------------------------------------------------------------------------

    /// R4.10.
    private static Comparator<Entry> classicalOrder() {
        return Comparator.comparing((Entry entry) -> entry.assignment.level())
                .thenComparing(entry -> -entry.spec.effectivePriority())
                .thenComparing(entry -> entry.spec.created())
                .thenComparing(entry -> entry.queue.name);
    }

    /// R7.8.
    private Entry winner(List<Entry> entries) {
        Node root = entries.getFirst().queue.root();
        List<Entry> here = entries.stream().filter(e -> e.queue.root() == root).toList();
        Entry winner = winnerBelow(root, here);
        if (winner == null) {
            throw new IllegalStateException("no winner among " + here.size());
        }
        return winner;
    }

    private @Nullable Entry winnerBelow(Node n, List<Entry> entries) {
        if (n.queue != null) {
            return entries.stream().filter(e -> e.queue == n).findFirst().orElse(null);
        }
        Entry best = null;
        for (Node child : n.children) {
            Entry entry = winnerBelow(child, entries);
            if (entry != null && (best == null || isBetter(entry, best, n))) {
                best = entry;
            }
        }
        return best;
    }

    /// R7.9, R7.10.
    private boolean isBetter(Entry a, Entry b, Node cohort) {
        boolean borrowsA = borrows(a, cohort);
        if (borrowsA != borrows(b, cohort)) {
            return !borrowsA;
        }
        int byShare = share(a, cohort).compareTo(share(b, cohort));
        if (byShare != 0) {
            return byShare < 0;
        }
        return Comparator.comparing((Entry entry) -> -entry.spec.effectivePriority())
                        .thenComparing(entry -> entry.spec.created())
                        .thenComparing(entry -> entry.queue.name)
                        .compare(a, b)
                < 0;
    }

    private TwinShares.Share share(Entry entry, Node cohort) {
        Node branch = branch(entry, cohort);
        return counted(entry, () -> new TwinShares(tree).of(branch));
    }

    private boolean borrows(Entry entry, Node cohort) {
        Node branch = branch(entry, cohort);
        return counted(
                entry,
                () ->
                        entry.assignment.usage().entrySet().stream()
                                .anyMatch(
                                        e ->
                                                e.getValue() > 0
                                                        && tree.borrowsWith(
                                                                branch, e.getKey(), 0)));
    }

    private <T> T counted(Entry entry, java.util.function.Supplier<T> question) {
        promise(entry, entry.assignment.usage());
        T answer = question.get();
        tree.holdings.removeLast();
        return answer;
    }

    private static Node branch(Entry entry, Node cohort) {
        return cohort.children.stream()
                .filter(entry.queue::isBelow)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("not below " + cohort.name));
    }

    // ---- processing (R4.13)
    // ------------------------------------------------------------------------------------------

    private void process(Entry entry) {
        boolean deferred = overlaps(entry) && recompute(entry);
        if (entry.assignment.noFit()) {
            outcomes.put(entry.key(), "no fit");
        } else if (!entry.assignment.isFit() && entry.targets.isEmpty()) {
            outcomes.put(entry.key(), "no candidates");
            reserveWithoutCandidates(entry);
        } else if (!entry.assignment.isFit() && isGated(entry)) {
            outcomes.put(entry.key(), "gated");
        } else if (deferred) {
            outcomes.put(entry.key(), "deferred");
            promise(entry, entry.assignment.usage());
        } else if (overlaps(entry)) {
            outcomes.put(entry.key(), "overlap");
        } else if (!stillFits(entry)) {
            outcomes.put(entry.key(), "no longer fits");
        } else {
            entry.targets.forEach(target -> claimed.add(target.holding()));
            Map<Pair, Long> whole = entry.assignment.whole();
            outcomes.put(
                    entry.key(),
                    entry.targets.isEmpty()
                            ? admission(entry) + counts(entry.assignment) + whole
                            : "preempt " + victims(entry));
            if (entry.targets.isEmpty() && entry.old != null) {
                tree.holdings.remove(entry.old);
                promise(entry, whole);
            } else {
                promise(entry, entry.assignment.usage());
            }
        }
    }

    private static String admission(Entry entry) {
        return entry.old == null ? "admit " : "replace " + entry.old.spec().key().name();
    }

    private static List<Integer> counts(Assignment assignment) {
        return assignment.podSets().stream().map(TwinFlavors.PodSet::count).toList();
    }

    private static Set<String> victims(Entry entry) {
        Set<String> victims = new TreeSet<>();
        for (TwinPreemption.Target target : entry.targets) {
            victims.add(target.holding().spec().key().name() + " " + target.reason());
        }
        return victims;
    }

    private void promise(Entry entry, Map<Pair, Long> usage) {
        tree.holdings.add(new Holding(entry.queue, usage, entry.spec, WorkloadStatus.NEW));
    }

    /// Whether a victim, or the slice it replaces, is claimed, or a victim was replaced in this cycle (R9.19, T3).
    private boolean overlaps(Entry entry) {
        return claimed.contains(entry.old)
                || entry.targets.stream()
                        .map(TwinPreemption.Target::holding)
                        .anyMatch(h -> claimed.contains(h) || !tree.holdings.contains(h));
    }

    /// R4.14; says whether it will fit once running preemptions are done.
    private boolean recompute(Entry entry) {
        List<Map<String, String>> pinned = new ArrayList<>();
        for (TwinFlavors.PodSet podSet : entry.assignment.podSets()) {
            pinned.add(podSet.flavors());
        }
        entry.old = claimed.contains(entry.old) ? null : entry.old;
        tree.without(
                List.copyOf(claimed),
                () -> {
                    nominate(entry, pinned, claimed);
                    return true;
                });
        return !entry.assignment.noFit() && entry.assignment.isFit();
    }

    private boolean isGated(Entry entry) {
        return world.settings().isOn(Feature.MULTIKUEUE_ORCHESTRATED_PREEMPTION)
                && !entry.status.openGates().containsAll(entry.spec.preemptionGates());
    }

    /// R4.12.
    private boolean stillFits(Entry entry) {
        Set<Holding> gone = new HashSet<>(claimed);
        entry.targets.forEach(target -> gone.add(target.holding()));
        return tree.without(gone, () -> tree.fits(entry.queue, entry.assignment.usage()));
    }

    /// R4.17.
    private void reserveWithoutCandidates(Entry entry) {
        Node queue = entry.queue;
        if (queue.spec().preemption().reclaimWithinCohort() == Preemption.Policy.ANY) {
            return;
        }
        Map<Pair, Long> reserved = new TreeMap<>();
        entry.assignment
                .usage()
                .forEach(
                        (pair, amount) -> {
                            Quota quota = queue.quotas.get(pair);
                            long own = TwinTree.nominal(queue, pair) - tree.usage(queue, pair);
                            Long limit = quota == null ? null : quota.borrowingLimit();
                            if (entry.assignment.level() == 0) {
                                reserved.put(pair, Math.max(0, Math.min(amount, own)));
                            } else {
                                reserved.put(
                                        pair,
                                        limit == null ? amount : Math.min(amount, own + limit));
                            }
                        });
        promise(entry, reserved);
    }
}
