package dev.sluice.engine.sharing;

import dev.sluice.engine.quota.NameIndex;
import dev.sluice.engine.quota.QuotaForest;
import dev.sluice.engine.quota.QuotaNode;
import dev.sluice.engine.quota.Usage;
import dev.sluice.model.Amounts;
import java.util.Arrays;

/// Computes shares on the live quota forest (R7.2). Trials count.
public final class Shares {

    private final NameIndex names;
    private long[] borrowed = {};
    private long[] lendable = {};

    public Shares(NameIndex names) {
        this.names = names;
    }

    /// The share of a node as things are now.
    public Share of(QuotaNode node) {
        QuotaNode parent = node.parent();
        if (parent == null) {
            return Share.NONE;
        }
        if (!sumBorrowed(node)) {
            return new Share(0, node.weight(), false);
        }
        sumLendable(node.root(), parent);
        double ratio = 0;
        for (int resource = 0; resource < borrowed.length; resource++) {
            if (borrowed[resource] > 0 && lendable[resource] > 0) {
                ratio = Math.max(ratio, borrowed[resource] * 1000.0 / lendable[resource]);
            }
        }
        return new Share(ratio, node.weight(), true);
    }

    /// Sums what the node uses beyond its own by resource; says whether that is anything.
    private boolean sumBorrowed(QuotaNode node) {
        int resources = names.resourceCount();
        if (borrowed.length < resources) {
            borrowed = new long[resources];
            lendable = new long[resources];
        } else {
            Arrays.fill(borrowed, 0);
        }
        boolean any = false;
        for (int fr : node.subtreePairs()) {
            long over = Amounts.minus(node.usage(fr), node.subtree(fr));
            if (over > 0) {
                int resource = names.resourceOf(fr);
                borrowed[resource] = Amounts.plus(borrowed[resource], over);
                any = true;
            }
        }
        return any;
    }

    private void sumLendable(QuotaNode root, QuotaNode parent) {
        Arrays.fill(lendable, 0);
        for (int fr : root.subtreePairs()) {
            int resource = names.resourceOf(fr);
            if (borrowed[resource] > 0) {
                lendable[resource] =
                        Amounts.plus(
                                lendable[resource], QuotaForest.potentialAvailable(parent, fr));
            }
        }
    }

    /// Whether the node uses more than its own of a pair that is requested with a positive amount.
    public static boolean borrowsAny(QuotaNode node, Usage request) {
        for (int i = 0; i < request.size(); i++) {
            if (request.amountAt(i) > 0 && QuotaForest.isBorrowingWith(node, request.frAt(i), 0)) {
                return true;
            }
        }
        return false;
    }
}
