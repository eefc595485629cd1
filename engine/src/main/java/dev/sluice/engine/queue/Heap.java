package dev.sluice.engine.queue;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
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

    Heap(Comparator<? super T> order) {
        this.order = order;
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
        place(element, elements.size() - 1);
        up(elements.size() - 1);
    }

    void remove(T element) {
        int position = ((Element) element).position;
        ((Element) element).position = -1;
        T last = elements.removeLast();
        if (last != element) {
            place(last, position);
            moved(last);
        }
    }

    /// Restores the order after an element's rank has changed.
    void moved(T element) {
        int position = ((Element) element).position;
        up(position);
        if (((Element) element).position == position) {
            down(position);
        }
    }

    /// Restores the order after any ranks have changed.
    void reorder() {
        for (int i = elements.size() / 2 - 1; i >= 0; i--) {
            down(i);
        }
    }

    private void up(int start) {
        int at = start;
        T element = elements.get(at);
        while (at > 0) {
            int above = (at - 1) / 2;
            T other = elements.get(above);
            if (order.compare(element, other) >= 0) {
                break;
            }
            place(other, at);
            at = above;
        }
        place(element, at);
    }

    private void down(int start) {
        int at = start;
        T element = elements.get(at);
        int size = elements.size();
        while (true) {
            int below = 2 * at + 1;
            if (below >= size) {
                break;
            }
            T other = elements.get(below);
            if (below + 1 < size && order.compare(elements.get(below + 1), other) < 0) {
                other = elements.get(++below);
            }
            if (order.compare(element, other) <= 0) {
                break;
            }
            place(other, at);
            at = below;
        }
        place(element, at);
    }

    private void place(T element, int position) {
        elements.set(position, element);
        ((Element) element).position = position;
    }
}
