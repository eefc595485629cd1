package dev.sluice.engine.quota;

import dev.sluice.model.Amounts;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A node of the quota forest: a ClusterQueue (always a leaf) or a Cohort (R2.1).
///
/// Amounts stand in arrays by flavor-resource; a pair beyond the end of an array has quota 0 without limits. All
/// changes go through [QuotaForest].
public final class QuotaNode {

    private static final long[] NONE = {};

    private final String name;
    private final boolean queue;

    @Nullable QuotaNode parent;
    final List<QuotaNode> children = new ArrayList<>();
    QuotaNode root = this;

    /// Part of a tree whose edges form a cycle (R2.3).
    boolean cyclic;

    /// A Cohort object of this name exists; else the cohort lives only as long as it has children (R2.2).
    boolean declared;

    /// Distance to the farthest leaf, as R2.18 counts it; 0 for a ClusterQueue.
    int height;

    /// Edges from the root, 0 for the root.
    int depth;

    /// Something below this root was edited and derived numbers are out of date. Only kept on roots.
    boolean stale;

    double weight = 1;

    long[] nominal = NONE;
    long[] borrowingLimit = NONE;
    long[] lendingLimit = NONE;
    long[] subtree = NONE;
    long[] guaranteed = NONE;
    long[] usage = NONE;

    /// The pairs that this node's own quota lists, ascending.
    int[] listed = {};

    /// The pairs that the subtree lists (R2.5), ascending.
    int[] subtreeListed = {};

    /// Counts recomputations and losses of usage (R2.22). Only used for ClusterQueues.
    long allocatableGeneration = 1;

    QuotaNode(String name, boolean queue) {
        this.name = name;
        this.queue = queue;
    }

    public String name() {
        return name;
    }

    /// Whether it is a ClusterQueue.
    public boolean isQueue() {
        return queue;
    }

    public @Nullable QuotaNode parent() {
        return parent;
    }

    public List<QuotaNode> children() {
        return children;
    }

    /// The root of its tree; itself if it has no parent. Of no meaning in a cyclic tree.
    public QuotaNode root() {
        return root;
    }

    public boolean isCyclic() {
        return cyclic;
    }

    public double weight() {
        return weight;
    }

    public int height() {
        return height;
    }

    public int depth() {
        return depth;
    }

    public long allocatableGeneration() {
        return allocatableGeneration;
    }

    /// Notes that usage went away (R2.22).
    public void usageRemoved() {
        allocatableGeneration++;
    }

    /// N: what the node owns itself.
    public long nominal(int fr) {
        return at(nominal, fr);
    }

    /// BL: how much more than its own it may use; [Amounts#UNLIMITED] if there is no limit.
    public long borrowingLimit(int fr) {
        return fr < borrowingLimit.length ? borrowingLimit[fr] : Amounts.UNLIMITED;
    }

    /// LL: how much of its own others may use; [Amounts#UNLIMITED] if there is no limit.
    long lendingLimit(int fr) {
        return fr < lendingLimit.length ? lendingLimit[fr] : Amounts.UNLIMITED;
    }

    /// S: quota of the subtree (R2.5).
    public long subtree(int fr) {
        return at(subtree, fr);
    }

    /// G: the part of S that the parent never sees (R2.6).
    public long guaranteed(int fr) {
        return at(guaranteed, fr);
    }

    /// U: what is used in the subtree beyond the children's guaranteed parts (R2.7).
    public long usage(int fr) {
        return at(usage, fr);
    }

    /// The pairs with an entry in the subtree's quota, ascending.
    public int[] subtreePairs() {
        return subtreeListed;
    }

    /// The pairs of the node's own quota, ascending.
    public int[] ownPairs() {
        return listed;
    }

    /// Whether the own quota lists the pair.
    public boolean lists(int fr) {
        return Arrays.binarySearch(listed, fr) >= 0;
    }

    /// How many pairs may have usage: numbers from 0.
    public int usageLength() {
        return usage.length;
    }

    /// Path from the root to the node: `/root/…/name` (R6.21).
    public String path() {
        if (parent == null || cyclic) {
            return "/" + name;
        }
        return parent.path() + "/" + name;
    }

    void setUsage(int fr, long amount) {
        if (fr >= usage.length) {
            usage = Arrays.copyOf(usage, Math.max(fr + 1, usage.length * 2));
        }
        usage[fr] = amount;
    }

    private static long at(long[] amounts, int fr) {
        return fr < amounts.length ? amounts[fr] : 0;
    }

    @Override
    public String toString() {
        return (queue ? "ClusterQueue " : "Cohort ") + name;
    }
}
