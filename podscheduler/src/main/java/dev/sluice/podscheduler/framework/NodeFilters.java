package dev.sluice.podscheduler.framework;

import dev.sluice.podscheduler.cluster.NodeState;
import org.jspecify.annotations.Nullable;

/// The filters of one attempt, bound to its pod, for plugins that try things out on copies of nodes.
@FunctionalInterface
public interface NodeFilters {
    /// The first refusal of the node, or null when every filter accepts it.
    Diagnosis.@Nullable Refusal refusal(NodeState node);

    /// A place for what follows from these filters' answers about one node and its pods. If no filter looks further than
    /// the node, it is kept for all pods of the same shape until the node changes.
    ///
    /// @param question what else the answers depend on
    default <T> NodeMemo<T> memo(Class<T> type, Object question) {
        return (_, work) -> work.get();
    }
}
