package dev.sluice.podscheduler.framework;

import dev.sluice.podscheduler.cluster.NodeState;
import org.jspecify.annotations.Nullable;

/// The filters of one attempt, bound to its pod, for plugins that try things out on copies of nodes.
@FunctionalInterface
public interface NodeFilters {
    /// The first refusal of the node, or null when every filter accepts it.
    Diagnosis.@Nullable Refusal refusal(NodeState node);
}
