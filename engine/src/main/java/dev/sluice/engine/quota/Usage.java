package dev.sluice.engine.quota;

import dev.sluice.model.Amounts;
import java.util.Arrays;

/// Amounts by flavor-resource: a small map of few entries, kept in two arrays in the order of first mention.
public final class Usage {

    private static final int[] NO_PAIRS = {};
    private static final long[] NO_AMOUNTS = {};

    /// Nothing. To be read only.
    public static final Usage NONE = new Usage();

    private int[] frs = NO_PAIRS;
    private long[] amounts = NO_AMOUNTS;
    private int size;

    public int size() {
        return size;
    }

    public boolean isEmpty() {
        return size == 0;
    }

    public int frAt(int i) {
        return frs[i];
    }

    public long amountAt(int i) {
        return amounts[i];
    }

    /// The amount of a pair, 0 if it is not there.
    public long get(int fr) {
        int i = indexOf(fr);
        return i < 0 ? 0 : amounts[i];
    }

    public boolean has(int fr) {
        return indexOf(fr) >= 0;
    }

    /// Adds to the amount of a pair. An amount of 0 makes an entry, too.
    public void add(int fr, long amount) {
        int i = indexOf(fr);
        if (i >= 0) {
            amounts[i] = Amounts.plus(amounts[i], amount);
            return;
        }
        if (size == frs.length) {
            int length = size == 0 ? 2 : size * 2;
            frs = Arrays.copyOf(frs, length);
            amounts = Arrays.copyOf(amounts, length);
        }
        frs[size] = fr;
        amounts[size++] = amount;
    }

    /// Sets the amount of a pair that is there.
    public void set(int fr, long amount) {
        int i = indexOf(fr);
        if (i >= 0) {
            amounts[i] = amount;
        }
    }

    public void clear() {
        size = 0;
    }

    private int indexOf(int fr) {
        for (int i = 0; i < size; i++) {
            if (frs[i] == fr) {
                return i;
            }
        }
        return -1;
    }
}
