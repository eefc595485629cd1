package dev.sluice.engine.cycle;

import static java.util.Objects.requireNonNull;

import dev.sluice.engine.quota.QuotaForest;
import dev.sluice.engine.quota.QuotaNode;
import dev.sluice.engine.sharing.Share;
import dev.sluice.engine.sharing.Shares;
import dev.sluice.engine.spec.Feature;
import dev.sluice.engine.world.World;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The order in which entries are processed under fair sharing (R7.8 to R7.10).
///
/// The next entry of a tree is the winner at its root: at each cohort the winners of the child cohorts and the entries of
/// the child queues compete. Shares count everything that was reserved before, and the contestant itself.
///
/// What an entry that was processed has reserved changes the shares of the nodes above its queue and of no others (R7.6).
/// So after it only the contests on that way are held again, each with one new share: the next entry costs the width of
/// the tree along one path, not the number of entries.
final class Tournament {

    private final QuotaForest forest;
    private final Shares shares;
    private final boolean preemptorsFirst;
    private final boolean nonBorrowingFirst;
    private final boolean byPriority;

    /// The contests at the roots that still have entries, in the order of names.
    private final TreeMap<String, Contest> roots = new TreeMap<>();

    /// The root whose winner was taken out last; its contests are held again when its effects are known.
    private @Nullable Contest last;

    /// What an entry brings to a cohort: the share of its branch there, and whether that branch borrows.
    private record Standing(Share share, boolean borrows) {}

    /// The contest below a node: at a ClusterQueue the one entry it has, at a cohort the best of the branches.
    private static final class Contest {
        final QuotaNode node;
        final @Nullable Contest parent;
        final List<Contest> branches = new ArrayList<>();
        @Nullable Entry winner;

        /// What the winner brings to the cohort above; null without a winner or a cohort.
        @Nullable Standing standing;

        Contest(QuotaNode node, @Nullable Contest parent) {
            this.node = node;
            this.parent = parent;
        }
    }

    Tournament(World world, Shares shares, List<Entry> entries) {
        this.forest = world.forest();
        this.shares = shares;
        this.preemptorsFirst = world.settings().isOn(Feature.PRIORITIZE_PREEMPTOR_WORKLOADS);
        this.nonBorrowingFirst =
                world.settings().isOn(Feature.FAIR_SHARING_PRIORITIZE_NON_BORROWING);
        this.byPriority = world.settings().isOn(Feature.PRIORITY_SORTING_WITHIN_COHORT);
        Map<QuotaNode, Contest> contests = new HashMap<>();
        for (Entry entry : entries) {
            contest(entry.queue.node(), contests).winner = entry;
        }
        roots.values().forEach(this::settleBelow);
    }

    /// Takes out the entry to be processed next, or gives null.
    @Nullable Entry next() {
        settleLast();
        Map.Entry<String, Contest> tree = roots.firstEntry();
        if (tree == null) {
            return null;
        }
        Entry winner = requireNonNull(tree.getValue().winner);
        last = tree.getValue();
        return winner;
    }

    private void settleLast() {
        if (last == null) {
            return;
        }
        Contest root = last;
        last = null;
        QuotaNode queue = requireNonNull(root.winner).queue.node();
        Contest at = root;
        while (at.node != queue) {
            at = branchOfWinner(at);
        }
        at.winner = null;
        at.standing = null;
        for (Contest cohort = at.parent; cohort != null; cohort = cohort.parent) {
            settle(cohort);
        }
        if (root.winner == null) {
            roots.remove(key(root.node));
        }
    }

    private static Contest branchOfWinner(Contest contest) {
        for (Contest branch : contest.branches) {
            if (branch.winner == contest.winner) {
                return branch;
            }
        }
        throw new IllegalStateException("the winner of " + contest.node + " came from nowhere");
    }

    private Contest contest(QuotaNode node, Map<QuotaNode, Contest> contests) {
        Contest known = contests.get(node);
        if (known != null) {
            return known;
        }
        QuotaNode above = node.parent();
        Contest parent = above == null ? null : contest(above, contests);
        Contest contest = new Contest(node, parent);
        contests.put(node, contest);
        if (parent == null) {
            roots.put(key(node), contest);
        } else {
            parent.branches.add(contest);
        }
        return contest;
    }

    private static String key(QuotaNode root) {
        return (root.isQueue() ? "q" : "c") + root.name();
    }

    private void settleBelow(Contest contest) {
        contest.branches.forEach(this::settleBelow);
        settle(contest);
    }

    /// Finds the winner among the branches, and what it brings to the cohort above.
    private void settle(Contest contest) {
        if (!contest.node.isQueue()) {
            Contest best = null;
            for (Contest branch : contest.branches) {
                if (branch.winner != null && (best == null || isBetter(branch, best))) {
                    best = branch;
                }
            }
            contest.winner = best == null ? null : best.winner;
        }
        Entry winner = contest.winner;
        contest.standing =
                winner == null || contest.parent == null ? null : standing(winner, contest.node);
    }

    /// R7.10: what a branch looks like with the usage of an entry below it added.
    private Standing standing(Entry entry, QuotaNode branch) {
        int mark = forest.trial();
        forest.add(entry.queue.node(), entry.assignment.usage());
        boolean borrows = Shares.borrowsAny(branch, entry.assignment.usage());
        Share share = shares.of(branch);
        forest.endTrial(mark);
        return new Standing(share, borrows);
    }

    /// R7.9.
    private boolean isBetter(Contest branchA, Contest branchB) {
        Entry a = requireNonNull(branchA.winner);
        Entry b = requireNonNull(branchB.winner);
        if (preemptorsFirst && a.preemptor != b.preemptor) {
            return a.preemptor;
        }
        Standing ofA = requireNonNull(branchA.standing);
        Standing ofB = requireNonNull(branchB.standing);
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
}
