package dev.sluice.engine.queue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/// A binary heap whose elements know their position, so that any of them can be removed or moved in O(log n).
final class Heap<T extends Heap.Element> {

    /// Remembers where it stands in the one heap that it is in.
    static class Element {
        private int position = -1;

        /// Whether it is in a heap.
        final boolean isInHeap() {
            return position >= 0;
        }
    }

    private final ArrayList<T> elements = new ArrayList<>(2);
    private final Comparator<? super T> order;
    private final ToLongFunction<? super T> firstRank;

    /// First ranks by position: most comparisons end here, without a look at the elements.
    private long[] ranks = new long[2];

    /// @param firstRank a number that the order compares first; equal numbers are left to the order
    Heap(Comparator<? super T> order, ToLongFunction<? super T> firstRank) {
        this.order = order;
        this.firstRank = firstRank;
    }

    int size() {
        return elements.size();
    }

    boolean isEmpty() {
        return elements.isEmpty();
    }

    /// The first element, or null.
    @Nullable T peek() {
        return elements.isEmpty() ? null : elements.getFirst();
    }

    /// The elements in no particular order.
    List<T> elements() {
        return elements;
    }

    void add(T element) {
        elements.add(element);
        int position = elements.size() - 1;
        if (position == ranks.length) {
            ranks = Arrays.copyOf(ranks, position * 2);
        }
        place(element, firstRank.applyAsLong(element), position);
        up(position);
    }

    void remove(T element) {
        int position = ((Element) element).position;
        ((Element) element).position = -1;
        long rank = ranks[elements.size() - 1];
        T last = elements.removeLast();
        if (last != element) {
            place(last, rank, position);
            settle(last);
        }
    }

    /// Restores the order after an element's rank has changed.
    void moved(T element) {
        ranks[((Element) element).position] = firstRank.applyAsLong(element);
        settle(element);
    }

    private void settle(T element) {
        int position = ((Element) element).position;
        up(position);
        if (((Element) element).position == position) {
            down(position);
        }
    }

    /// Restores the order after any ranks have changed.
    void reorder() {
        for (int i = 0; i < elements.size(); i++) {
            ranks[i] = firstRank.applyAsLong(elements.get(i));
        }
        for (int i = elements.size() / 2 - 1; i >= 0; i--) {
            down(i);
        }
    }

    private void up(int start) {
        int at = start;
        T element = elements.get(at);
        long rank = ranks[at];
        while (at > 0) {
            int above = (at - 1) / 2;
            if (!isBefore(rank, element, above)) {
                break;
            }
            place(elements.get(above), ranks[above], at);
            at = above;
        }
        place(element, rank, at);
    }

    private void down(int start) {
        int at = start;
        T element = elements.get(at);
        long rank = ranks[at];
        int size = elements.size();
        while (true) {
            int below = 2 * at + 1;
            if (below >= size) {
                break;
            }
            if (below + 1 < size && isBefore(below + 1, below)) {
                below++;
            }
            if (isBefore(rank, element, below)) {
                break;
            }
            place(elements.get(below), ranks[below], at);
            at = below;
        }
        place(element, rank, at);
    }

    private boolean isBefore(long rank, T element, int other) {
        return rank != ranks[other]
                ? rank < ranks[other]
                : order.compare(element, elements.get(other)) < 0;
    }

    private boolean isBefore(int one, int other) {
        return isBefore(ranks[one], elements.get(one), other);
    }

    private void place(T element, long rank, int position) {
        elements.set(position, element);
        ranks[position] = rank;
        ((Element) element).position = position;
    }
}
