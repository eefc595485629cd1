package dev.sluice.engine.twin;

import dev.sluice.engine.twin.TwinTree.Node;
import dev.sluice.engine.twin.TwinTree.Pair;
import java.util.Map;
import java.util.TreeMap;

/// Dominant resource shares as section 7.1 has them.
final class TwinShares {

    record Share(double ratio, double weight) implements Comparable<Share> {

        private double weighted() {
            if (ratio == 0) {
                return 0;
            }
            return weight == 0 ? Double.POSITIVE_INFINITY : ratio / weight;
        }

        boolean isInfinite() {
            return Double.isInfinite(weighted());
        }

        /// R7.4.
        @Override
        public int compareTo(Share other) {
            if (isInfinite() && other.isInfinite()) {
                return Double.compare(ratio, other.ratio);
            }
            return Double.compare(weighted(), other.weighted());
        }
    }

    private final TwinTree tree;

    TwinShares(TwinTree tree) {
        this.tree = tree;
    }

    boolean borrows(Node n) {
        return n.parent != null
                && TwinTree.pairs(n).stream().anyMatch(p -> tree.borrowsWith(n, p, 0));
    }

    /// R7.2.
    Share of(Node n) {
        if (n.parent == null) {
            return new Share(0, 1);
        }
        Map<String, Long> borrowed = new TreeMap<>();
        for (Pair p : TwinTree.pairs(n)) {
            long over = Math.max(0, tree.usage(n, p) - tree.subtree(n, p));
            borrowed.merge(p.resource(), over, Long::sum);
        }
        Map<String, Long> lendable = new TreeMap<>();
        for (Pair p : TwinTree.pairs(n.root())) {
            lendable.merge(p.resource(), tree.potential(n.parent, p), Long::sum);
        }
        double ratio = 0;
        for (Map.Entry<String, Long> entry : borrowed.entrySet()) {
            long lent = lendable.getOrDefault(entry.getKey(), 0L);
            if (entry.getValue() > 0 && lent > 0) {
                ratio = Math.max(ratio, entry.getValue() * 1000.0 / lent);
            }
        }
        return new Share(ratio, n.weight);
    }
}
