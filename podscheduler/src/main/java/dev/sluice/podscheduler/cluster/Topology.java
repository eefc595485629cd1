package dev.sluice.podscheduler.cluster;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The domains of a topology as small numbers: which nodes share a value of a label. Looking a node's domain up is one step,
/// which counts where it is done for thousands of nodes in a decision.
public final class Topology {
    private static final int NONE = -1;
    private static final int SLOTS_MIN = 64;

    private final @Nullable String key;
    private final Map<String, Integer> numberByValue = new HashMap<>();
    private final Deque<Integer> freeNumbers = new ArrayDeque<>();
    private int[] nodesByNumber = new int[0];
    private int[] numberBySlot = new int[0];
    private int numbers;
    private int users;

    /// @param key the label; null when each node is a domain
    Topology(@Nullable String key) {
        this.key = key;
    }

    @Nullable String key() {
        return key;
    }

    /// The number of the node's domain, or -1 when it lacks the label.
    public int domain(NodeState node) {
        return node.slot() < numberBySlot.length ? numberBySlot[node.slot()] : NONE;
    }

    /// Above every number of a domain.
    public int size() {
        return numbers;
    }

    void used(int change) {
        users += change;
    }

    boolean isUnused() {
        return users == 0;
    }

    private @Nullable String value(Node node) {
        return key == null ? node.name() : node.labels().get(key);
    }

    void nodeAdded(NodeState state) {
        String value = value(state.node());
        if (value == null) {
            return;
        }
        int slot = state.slot();
        if (slot >= numberBySlot.length) {
            int before = numberBySlot.length;
            numberBySlot =
                    Arrays.copyOf(numberBySlot, Math.max(slot + 1, Math.max(SLOTS_MIN, before * 2)));
            Arrays.fill(numberBySlot, before, numberBySlot.length, NONE);
        }
        Integer known = numberByValue.get(value);
        int number = known == null ? newNumber(value) : known;
        nodesByNumber[number]++;
        numberBySlot[slot] = number;
    }

    private int newNumber(String value) {
        Integer free = freeNumbers.poll();
        int number = free == null ? numbers++ : free;
        if (number >= nodesByNumber.length) {
            nodesByNumber = Arrays.copyOf(nodesByNumber, Math.max(number + 1, number * 2));
        }
        numberByValue.put(value, number);
        return number;
    }

    /// @param before as it was when it was added
    void nodeRemoved(NodeState state, Node before) {
        int number = domain(state);
        if (number == NONE) {
            return;
        }
        numberBySlot[state.slot()] = NONE;
        if (--nodesByNumber[number] == 0) {
            numberByValue.remove(value(before));
            freeNumbers.push(number);
        }
    }
}
