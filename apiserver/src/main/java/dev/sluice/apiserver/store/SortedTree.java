package dev.sluice.apiserver.store;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/// An immutable sorted map from strings: a change makes a new tree that shares all but O(log n) nodes with the old one,
/// so that a reader keeps a consistent snapshot for the price of a reference (H6.33).
///
/// It is a treap whose priorities are hashes of the keys: the shape depends on the keys alone, not on the order of
/// changes, and is balanced with overwhelming probability.
///
/// @param <V> the values
public final class SortedTree<V> {
    private static final SortedTree<?> EMPTY = new SortedTree<>(null);

    private final @Nullable Node<V> root;

    private SortedTree(@Nullable Node<V> root) {
        this.root = root;
    }

    @SuppressWarnings("unchecked") // holds no value of any type
    public static <V> SortedTree<V> empty() {
        return (SortedTree<V>) EMPTY;
    }

    /// The tree that adding one by one leads to, without the trees on the way. The key before a new one is on the right
    /// edge; what has a lower priority there is complete and goes to the left of the new one.
    static <V> SortedTree<V> of(SortedMap<String, V> values) {
        Deque<Node<V>> edge = new ArrayDeque<>();
        values.forEach(
                (key, value) -> {
                    int priority = priority(key);
                    Node<V> left = complete(edge, priority);
                    edge.push(new Node<>(key, value, priority, left, null));
                });
        return new SortedTree<>(complete(edge, Long.MAX_VALUE));
    }

    /// Takes from the right edge what lies below a priority, as one tree.
    private static <V> @Nullable Node<V> complete(Deque<Node<V>> edge, long priority) {
        Node<V> whole = null;
        for (Node<V> last = edge.peek();
                last != null && last.priority < priority;
                last = edge.peek()) {
            whole = edge.pop().withRight(whole);
        }
        return whole;
    }

    public int size() {
        return size(root);
    }

    public @Nullable V get(String key) {
        Node<V> node = root;
        while (node != null) {
            int order = key.compareTo(node.key);
            if (order == 0) {
                return node.value;
            }
            node = order < 0 ? node.left : node.right;
        }
        return null;
    }

    public SortedTree<V> with(String key, V value) {
        return new SortedTree<>(insert(root, key, value, priority(key)));
    }

    public SortedTree<V> without(String key) {
        return get(key) == null ? this : new SortedTree<>(remove(root, key));
    }

    /// The values whose keys are at least `from` and start with `prefix`, in order.
    public Iterator<V> from(String from, String prefix) {
        return new Walk<>(root, from.compareTo(prefix) < 0 ? prefix : from, prefix);
    }

    /// How many keys are at least `from` and start with `prefix`.
    public int count(String from, String prefix) {
        String start = from.compareTo(prefix) < 0 ? prefix : from;
        return Math.max(0, below(root, prefix + Character.MAX_VALUE) - below(root, start));
    }

    private static <V> int below(@Nullable Node<V> root, String bound) {
        int count = 0;
        Node<V> node = root;
        while (node != null) {
            if (node.key.compareTo(bound) < 0) {
                count += size(node.left) + 1;
                node = node.right;
            } else {
                node = node.left;
            }
        }
        return count;
    }

    private static <V> Node<V> insert(@Nullable Node<V> node, String key, V value, int priority) {
        if (node == null) {
            return new Node<>(key, value, priority, null, null);
        }
        int order = key.compareTo(node.key);
        if (order == 0) {
            return new Node<>(key, value, node.priority, node.left, node.right);
        }
        if (order < 0) {
            Node<V> left = insert(node.left, key, value, priority);
            return left.priority > node.priority
                    ? left.withRight(node.withLeft(left.right))
                    : node.withLeft(left);
        }
        Node<V> right = insert(node.right, key, value, priority);
        return right.priority > node.priority
                ? right.withLeft(node.withRight(right.left))
                : node.withRight(right);
    }

    private static <V> @Nullable Node<V> remove(@Nullable Node<V> node, String key) {
        if (node == null) {
            return null;
        }
        int order = key.compareTo(node.key);
        if (order == 0) {
            return merge(node.left, node.right);
        }
        return order < 0
                ? node.withLeft(remove(node.left, key))
                : node.withRight(remove(node.right, key));
    }

    private static <V> @Nullable Node<V> merge(@Nullable Node<V> left, @Nullable Node<V> right) {
        if (left == null) {
            return right;
        }
        if (right == null) {
            return left;
        }
        return left.priority > right.priority
                ? left.withRight(merge(left.right, right))
                : right.withLeft(merge(left, right.left));
    }

    private static int size(@Nullable Node<?> node) {
        return node == null ? 0 : node.size;
    }

    private static int priority(String key) {
        int h = key.hashCode() * 0x9E3779B9;
        h = (h ^ (h >>> 16)) * 0x85EBCA6B;
        return h ^ (h >>> 13);
    }

    private static final class Node<V> {
        final String key;
        final V value;
        final int priority;
        final int size;
        final @Nullable Node<V> left;
        final @Nullable Node<V> right;

        Node(String key, V value, int priority, @Nullable Node<V> left, @Nullable Node<V> right) {
            this.key = key;
            this.value = value;
            this.priority = priority;
            this.left = left;
            this.right = right;
            this.size = SortedTree.size(left) + SortedTree.size(right) + 1;
        }

        Node<V> withLeft(@Nullable Node<V> newLeft) {
            return new Node<>(key, value, priority, newLeft, right);
        }

        Node<V> withRight(@Nullable Node<V> newRight) {
            return new Node<>(key, value, priority, left, newRight);
        }
    }

    private static final class Walk<V> implements Iterator<V> {
        private final Deque<Node<V>> path = new ArrayDeque<>();
        private final String prefix;

        Walk(@Nullable Node<V> root, String from, String prefix) {
            this.prefix = prefix;
            Node<V> node = root;
            while (node != null) {
                if (node.key.compareTo(from) >= 0) {
                    path.push(node);
                    node = node.left;
                } else {
                    node = node.right;
                }
            }
        }

        @Override
        public boolean hasNext() {
            Node<V> top = path.peek();
            return top != null && top.key.startsWith(prefix);
        }

        @Override
        public V next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            Node<V> top = path.pop();
            for (Node<V> node = top.right; node != null; node = node.left) {
                path.push(node);
            }
            return top.value;
        }
    }
}
