package dev.sluice.podscheduler.framework;

import dev.sluice.podscheduler.cluster.NodeState;
import java.util.function.Supplier;

/// What was worked out about one node after the other, kept for as long as it holds.
@FunctionalInterface
public interface NodeMemo<T> {
    /// @param work what gives the answer when none is known that still holds
    T get(NodeState node, Supplier<T> work);
}
