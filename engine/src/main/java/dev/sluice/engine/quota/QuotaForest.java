package dev.sluice.engine.quota;

import static java.util.Objects.requireNonNull;

import dev.sluice.engine.spec.Quota;
import dev.sluice.engine.spec.ResourceGroup;
import dev.sluice.model.Amounts;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The live quota trees: answers what is available to whom, and takes usage in and out.
///
/// There is one forest and no snapshot. A question that begins with "what if" opens a [#trial], changes usage, asks,
/// and closes the trial, which restores every number exactly. Edits of quotas and edges only mark a tree as stale; its
/// derived numbers are computed anew at the first question.
public final class QuotaForest {

    private final NameIndex names;
    private final UndoLog log = new UndoLog();

    public QuotaForest(NameIndex names) {
        this.names = names;
    }

    // ---- structure
    // -------------------------------------------------------------------------------------------

    /// A ClusterQueue without parent and quota.
    public QuotaNode newQueue(String name) {
        return new QuotaNode(name, true);
    }

    /// A Cohort without parent and quota.
    public QuotaNode newCohort(String name) {
        return new QuotaNode(name, false);
    }

    /// Replaces the own quota of a node.
    public void setQuota(QuotaNode node, List<ResourceGroup> groups) {
        int length = 0;
        for (ResourceGroup group : groups) {
            for (var flavor : group.quotasByFlavor().entrySet()) {
                for (String resource : flavor.getValue().keySet()) {
                    length = Math.max(length, names.pair(flavor.getKey(), resource) + 1);
                }
            }
        }
        node.nominal = new long[length];
        node.borrowingLimit = filled(length);
        node.lendingLimit = filled(length);
        boolean[] listed = new boolean[length];
        for (ResourceGroup group : groups) {
            for (var flavor : group.quotasByFlavor().entrySet()) {
                for (Map.Entry<String, Quota> entry : flavor.getValue().entrySet()) {
                    int fr = names.pair(flavor.getKey(), entry.getKey());
                    listed[fr] = true;
                    setQuota(node, fr, entry.getValue());
                }
            }
        }
        node.listed = numbersOf(listed);
        touch(node);
    }

    private static void setQuota(QuotaNode node, int fr, Quota quota) {
        node.nominal[fr] = Math.max(0, quota.nominal());
        Long borrowing = quota.borrowingLimit();
        Long lending = quota.lendingLimit();
        node.borrowingLimit[fr] = borrowing == null ? Amounts.UNLIMITED : Math.max(0, borrowing);
        node.lendingLimit[fr] = lending == null ? Amounts.UNLIMITED : Math.max(0, lending);
    }

    private static long[] filled(int length) {
        long[] amounts = new long[length];
        Arrays.fill(amounts, Amounts.UNLIMITED);
        return amounts;
    }

    /// Moves a node below another parent, or makes it a root.
    public void setParent(QuotaNode node, @Nullable QuotaNode parent) {
        if (node.parent == parent) {
            return;
        }
        touch(node);
        QuotaNode old = node.parent;
        if (old != null) {
            old.children.remove(node);
        }
        node.parent = parent;
        if (parent != null) {
            parent.children.add(node);
        }
        findRoot(node);
        touch(node);
    }

    public void setDeclared(QuotaNode cohort, boolean declared) {
        cohort.declared = declared;
    }

    public boolean isDeclared(QuotaNode cohort) {
        return cohort.declared;
    }

    public void setWeight(QuotaNode node, double weight) {
        node.weight = weight;
    }

    /// Marks the tree of a node for recomputation (R2.22 b).
    private void touch(QuotaNode node) {
        node.root.stale = true;
    }

    /// Finds the root of a node and of everything below it anew, or that it is on or below a cycle.
    private static void findRoot(QuotaNode node) {
        QuotaNode top = node;
        int depth = 0;
        while (top.parent != null) {
            top = top.parent;
            depth++;
            if (top == node || (top.cyclic && reachesCycle(top))) {
                markCyclic(node);
                return;
            }
        }
        if (node.cyclic) {
            assignRoot(top, top, 0);
        } else {
            assignRoot(node, top, depth);
        }
        top.stale = true;
    }

    private static boolean reachesCycle(QuotaNode node) {
        QuotaNode slow = node;
        QuotaNode fast = node;
        while (fast.parent != null && fast.parent.parent != null) {
            slow = requireNonNull(slow.parent);
            fast = fast.parent.parent;
            if (slow == fast) {
                return true;
            }
        }
        return false;
    }

    private static void markCyclic(QuotaNode node) {
        if (node.cyclic) {
            return;
        }
        node.cyclic = true;
        node.root = node;
        for (QuotaNode child : node.children) {
            markCyclic(child);
        }
        if (node.parent != null) {
            markCyclic(node.parent);
        }
    }

    private static void assignRoot(QuotaNode node, QuotaNode root, int depth) {
        node.root = root;
        node.depth = depth;
        node.cyclic = false;
        for (QuotaNode child : node.children) {
            assignRoot(child, root, depth + 1);
        }
    }

    /// Brings the derived numbers of a node's tree up to date.
    public void refresh(QuotaNode node) {
        QuotaNode root = node.root;
        if (root.stale && !root.cyclic) {
            root.stale = false;
            recompute(root);
        }
    }

    private void recompute(QuotaNode node) {
        if (node.isQueue()) {
            node.subtree = node.nominal;
            node.subtreeListed = node.listed;
            node.height = 0;
            node.allocatableGeneration++;
        } else {
            recomputeCohort(node);
        }
        node.guaranteed = new long[node.subtree.length];
        for (int fr : node.subtreeListed) {
            long limit = node.lendingLimit(fr);
            node.guaranteed[fr] =
                    limit == Amounts.UNLIMITED
                            ? 0
                            : Math.max(0, Amounts.minus(node.subtree(fr), limit));
        }
    }

    private void recomputeCohort(QuotaNode cohort) {
        int length = cohort.nominal.length;
        int usageLength = 0;
        int height = 0;
        for (QuotaNode child : cohort.children) {
            recompute(child);
            length = Math.max(length, child.subtree.length);
            usageLength = Math.max(usageLength, child.usage.length);
            height = Math.max(height, child.isQueue() ? 1 : child.height + 1);
        }
        cohort.height = height;
        cohort.subtree = Arrays.copyOf(cohort.nominal, length);
        cohort.usage = new long[usageLength];
        boolean[] listed = new boolean[length];
        for (int fr : cohort.listed) {
            listed[fr] = true;
        }
        for (QuotaNode child : cohort.children) {
            for (int fr : child.subtreeListed) {
                listed[fr] = true;
                long lent = Amounts.minus(child.subtree[fr], child.guaranteed[fr]);
                cohort.subtree[fr] = Amounts.plus(cohort.subtree[fr], lent);
            }
            for (int fr = 0; fr < child.usage.length; fr++) {
                cohort.usage[fr] = Amounts.plus(cohort.usage[fr], beyondGuaranteed(child, fr));
            }
        }
        cohort.subtreeListed = numbersOf(listed);
    }

    private static int[] numbersOf(boolean[] set) {
        int[] numbers = new int[set.length];
        int count = 0;
        for (int i = 0; i < set.length; i++) {
            if (set[i]) {
                numbers[count++] = i;
            }
        }
        return Arrays.copyOf(numbers, count);
    }

    // ---- usage
    // -----------------------------------------------------------------------------------------------

    /// Adds (or, negative, takes away) usage at a ClusterQueue; what its guaranteed quota does not cover shows in the
    /// parents (R2.8, R2.9).
    public void add(QuotaNode queue, int fr, long amount) {
        if (queue.cyclic || queue.root.stale) {
            set(queue, fr, Amounts.plus(queue.usage(fr), amount));
            return;
        }
        QuotaNode node = queue;
        long delta = amount;
        while (delta != 0) {
            if (isSaturated(node, fr) && !log.isOpen()) {
                touch(node);
            }
            long before = beyondGuaranteed(node, fr);
            set(node, fr, Amounts.plus(node.usage(fr), delta));
            if (node.parent == null) {
                return;
            }
            delta = beyondGuaranteed(node, fr) - before;
            node = node.parent;
        }
    }

    public void add(QuotaNode queue, Usage usage) {
        for (int i = 0; i < usage.size(); i++) {
            add(queue, usage.frAt(i), usage.amountAt(i));
        }
    }

    public void remove(QuotaNode queue, Usage usage) {
        for (int i = 0; i < usage.size(); i++) {
            add(queue, usage.frAt(i), -usage.amountAt(i));
        }
    }

    /// Whether the usage of a node has reached the greatest number: it cannot be told from the amounts that were added any
    /// more, so that after a removal it has to be counted anew.
    public static boolean isSaturated(QuotaNode node, int fr) {
        return node.usage(fr) >= Amounts.UNLIMITED - 1;
    }

    /// Sets the usage of a ClusterQueue to what it was counted to be.
    public void recounted(QuotaNode queue, int fr, long amount) {
        set(queue, fr, amount);
        touch(queue);
    }

    private void set(QuotaNode node, int fr, long amount) {
        if (log.isOpen()) {
            log.note(node, fr, node.usage(fr));
        }
        node.setUsage(fr, amount);
    }

    private static long beyondGuaranteed(QuotaNode node, int fr) {
        return Math.max(0, Amounts.minus(node.usage(fr), node.guaranteed(fr)));
    }

    /// Opens a trial: every change of usage until [#endTrial] is taken back then. Trials nest.
    public int trial() {
        return log.open();
    }

    /// Takes back what was changed since the mark, and goes on with the trial.
    public void rewind(int mark) {
        log.rewind(mark);
    }

    public void endTrial(int mark) {
        log.close(mark);
    }

    // ---- questions
    // -------------------------------------------------------------------------------------------

    /// What of its guaranteed quota a node has left (R2.11).
    public static long localAvailable(QuotaNode node, int fr) {
        return Math.max(0, Amounts.minus(node.guaranteed(fr), node.usage(fr)));
    }

    /// What a node could take now; negative when the tree is over-admitted (R2.12).
    public static long available(QuotaNode node, int fr) {
        QuotaNode parent = node.parent;
        if (parent == null) {
            return Amounts.minus(node.subtree(fr), node.usage(fr));
        }
        long fromParent = available(parent, fr);
        long limit = node.borrowingLimit(fr);
        if (limit != Amounts.UNLIMITED) {
            long stored = Amounts.minus(node.subtree(fr), node.guaranteed(fr));
            long used = beyondGuaranteed(node, fr);
            fromParent = Math.min(Amounts.plus(Amounts.minus(stored, used), limit), fromParent);
        }
        return Amounts.plus(localAvailable(node, fr), fromParent);
    }

    /// What a ClusterQueue could take now (R2.13).
    public static long availableToQueue(QuotaNode queue, int fr) {
        return Math.max(0, available(queue, fr));
    }

    /// The greatest request that could ever fit, whatever is used (R2.14).
    public static long potentialAvailable(QuotaNode node, int fr) {
        QuotaNode parent = node.parent;
        if (parent == null) {
            return node.subtree(fr);
        }
        long most = Amounts.plus(node.guaranteed(fr), potentialAvailable(parent, fr));
        long limit = node.borrowingLimit(fr);
        return limit == Amounts.UNLIMITED
                ? most
                : Math.min(Amounts.plus(node.subtree(fr), limit), most);
    }

    /// Who sets the limit of [#potentialAvailable(QuotaNode, int)]: the node itself by its quota or its borrowing limit, or one
    /// above it.
    public static QuotaNode limiter(QuotaNode node, int fr) {
        QuotaNode parent = node.parent;
        if (parent == null) {
            return node;
        }
        long most = Amounts.plus(node.guaranteed(fr), potentialAvailable(parent, fr));
        return potentialAvailable(node, fr) < most ? node : limiter(parent, fr);
    }

    /// Whether a node would use more than its own with so much more (R2.15).
    public static boolean isBorrowingWith(QuotaNode node, int fr, long amount) {
        return node.subtree(fr) < Amounts.plus(node.usage(fr), amount);
    }

    /// Whether a node uses no more than its own in each of the pairs (R2.16).
    public static boolean isWithinNominal(QuotaNode node, Usage pairs) {
        for (int i = 0; i < pairs.size(); i++) {
            int fr = pairs.frAt(i);
            if (node.subtree(fr) < node.usage(fr)) {
                return false;
            }
        }
        return true;
    }

    /// Whether every amount is available to the ClusterQueue, each on its own (R2.20).
    public static boolean fits(QuotaNode queue, Usage usage) {
        for (int i = 0; i < usage.size(); i++) {
            if (usage.amountAt(i) > availableToQueue(queue, usage.frAt(i))) {
                return false;
            }
        }
        return true;
    }

    /// How far up the tree the capacity for an amount comes from, and whether a smaller subtree than the whole tree
    /// could hold it (R2.19): `level * 2`, plus 1 for the hint. See [#levelOf] and [#hintOf].
    public static int borrowing(QuotaNode queue, int fr, long amount) {
        QuotaNode parent = queue.parent;
        if (parent == null) {
            return 0;
        }
        if (!isBorrowingWith(queue, fr, amount)) {
            return 1;
        }
        long rest = Amounts.minus(amount, localAvailable(queue, fr));
        QuotaNode node = parent;
        while (true) {
            if (!isBorrowingWith(node, fr, rest)) {
                return node.height * 2 + (node.parent == null ? 0 : 1);
            }
            if (node.parent == null) {
                return node.height * 2;
            }
            rest = Amounts.minus(rest, localAvailable(node, fr));
            node = node.parent;
        }
    }

    public static int levelOf(int borrowing) {
        return borrowing >> 1;
    }

    public static boolean hintOf(int borrowing) {
        return (borrowing & 1) != 0;
    }
}
