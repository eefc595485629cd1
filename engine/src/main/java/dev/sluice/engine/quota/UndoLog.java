package dev.sluice.engine.quota;

import java.util.Arrays;

/// Old values of usage numbers, so that what was only tried can be taken back exactly.
///
/// Writing is cheap and rolling back costs what was written. Nothing is logged while no trial is open.
final class UndoLog {

    private QuotaNode[] nodes = new QuotaNode[256];
    private int[] frs = new int[256];
    private long[] amounts = new long[256];
    private int size;
    private int openTrials;

    boolean isOpen() {
        return openTrials > 0;
    }

    int open() {
        openTrials++;
        return size;
    }

    void note(QuotaNode node, int fr, long oldAmount) {
        if (size == nodes.length) {
            nodes = Arrays.copyOf(nodes, size * 2);
            frs = Arrays.copyOf(frs, size * 2);
            amounts = Arrays.copyOf(amounts, size * 2);
        }
        nodes[size] = node;
        frs[size] = fr;
        amounts[size++] = oldAmount;
    }

    /// Restores everything back to the mark and leaves the trial open.
    void rewind(int mark) {
        while (size > mark) {
            size--;
            nodes[size].setUsage(frs[size], amounts[size]);
        }
    }

    void close(int mark) {
        rewind(mark);
        openTrials--;
    }
}
