package dev.sluice.engine.cycle;

import static java.util.Objects.requireNonNull;

import dev.sluice.engine.quota.QuotaForest;
import dev.sluice.engine.quota.QuotaNode;
import dev.sluice.engine.sharing.Share;
import dev.sluice.engine.sharing.Shares;
import dev.sluice.engine.spec.Feature;
import dev.sluice.engine.world.World;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The order in which entries are processed under fair sharing (R7.8 to R7.10).
///
/// The next entry of a tree is the winner at its root: at each cohort the winners of the child cohorts and the entries of
/// the child queues compete. Shares count everything that was reserved before, and the contestant itself.
final class Tournament {

    private final QuotaForest forest;
    private final Shares shares;
    private final boolean preemptorsFirst;
    private final boolean nonBorrowingFirst;
    private final boolean byPriority;

    /// Remaining entries by root, in the order of queue names.
    private final TreeMap<String, List<Entry>> entriesByRoot = new TreeMap<>();

    /// What an entry brings to a cohort: the share of its branch there, and whether that branch borrows.
    private record Standing(Share share, boolean borrows) {}

    Tournament(World world, Shares shares, List<Entry> entries) {
        this.forest = world.forest();
        this.shares = shares;
        this.preemptorsFirst = world.settings().isOn(Feature.PRIORITIZE_PREEMPTOR_WORKLOADS);
        this.nonBorrowingFirst =
                world.settings().isOn(Feature.FAIR_SHARING_PRIORITIZE_NON_BORROWING);
        this.byPriority = world.settings().isOn(Feature.PRIORITY_SORTING_WITHIN_COHORT);
        List<Entry> sorted = new ArrayList<>(entries);
        sorted.sort(Comparator.comparing((Entry entry) -> entry.queue.name()));
        for (Entry entry : sorted) {
            QuotaNode root = entry.queue.node().root();
            String key = (root.isQueue() ? "q" : "c") + root.name();
            entriesByRoot.computeIfAbsent(key, _ -> new ArrayList<>()).add(entry);
        }
    }

    /// Takes out the entry to be processed next, or gives null.
    @Nullable Entry next() {
        Map.Entry<String, List<Entry>> tree = entriesByRoot.firstEntry();
        if (tree == null) {
            return null;
        }
        List<Entry> entries = tree.getValue();
        Entry winner = entries.size() == 1 ? entries.getFirst() : play(entries);
        entries.remove(winner);
        if (entries.isEmpty()) {
            entriesByRoot.remove(tree.getKey());
        }
        return winner;
    }

    private Entry play(List<Entry> entries) {
        Map<Entry, Map<QuotaNode, Standing>> standings = new HashMap<>();
        Map<QuotaNode, Entry> winners = new HashMap<>();
        QuotaNode root = entries.getFirst().queue.node().root();
        int deepest = 0;
        for (Entry entry : entries) {
            standings.put(entry, standings(entry));
            deepest = Math.max(deepest, entry.queue.node().depth());
        }
        for (int depth = deepest; depth > 0; depth--) {
            for (Entry entry : entries) {
                if (entry.queue.node().depth() == depth) {
                    winners.put(entry.queue.node(), entry);
                }
            }
            for (Map.Entry<QuotaNode, Entry> winner : List.copyOf(winners.entrySet())) {
                QuotaNode branch = winner.getKey();
                if (branch.depth() == depth) {
                    QuotaNode cohort = requireNonNull(branch.parent());
                    winners.merge(
                            cohort,
                            winner.getValue(),
                            (a, b) -> isBetter(a, b, cohort, standings) ? a : b);
                }
            }
        }
        return requireNonNull(winners.get(root));
    }

    /// R7.10: what the branches of an entry look like with its own usage added.
    private Map<QuotaNode, Standing> standings(Entry entry) {
        Map<QuotaNode, Standing> atCohort = new HashMap<>();
        int mark = forest.trial();
        forest.add(entry.queue.node(), entry.assignment.usage());
        QuotaNode branch = entry.queue.node();
        for (QuotaNode t = branch.parent(); t != null; t = t.parent()) {
            boolean borrows = Shares.borrowsAny(branch, entry.assignment.usage());
            atCohort.put(t, new Standing(shares.of(branch), borrows));
            branch = t;
        }
        forest.endTrial(mark);
        return atCohort;
    }

    /// R7.9.
    private boolean isBetter(
            Entry a, Entry b, QuotaNode cohort, Map<Entry, Map<QuotaNode, Standing>> standings) {
        if (preemptorsFirst && a.preemptor != b.preemptor) {
            return a.preemptor;
        }
        Standing ofA = standing(standings, a, cohort);
        Standing ofB = standing(standings, b, cohort);
        if (nonBorrowingFirst && ofA.borrows != ofB.borrows) {
            return ofB.borrows;
        }
        int byShare = ofA.share.compareTo(ofB.share);
        if (byShare != 0) {
            return byShare < 0;
        }
        if (byPriority && a.workload.priority() != b.workload.priority()) {
            return a.workload.priority() > b.workload.priority();
        }
        if (a.workload.orderedAt() != b.workload.orderedAt()) {
            return a.workload.orderedAt() < b.workload.orderedAt();
        }
        int byQueue = a.queue.name().compareTo(b.queue.name());
        return byQueue != 0 ? byQueue < 0 : a.workload.key().compareTo(b.workload.key()) < 0;
    }

    private static Standing standing(
            Map<Entry, Map<QuotaNode, Standing>> standings, Entry entry, QuotaNode cohort) {
        return requireNonNull(requireNonNull(standings.get(entry)).get(cohort));
    }
}
