package dev.sluice.podscheduler.framework;

import dev.sluice.podscheduler.cluster.NodeState;

/// The filters of one attempt, bound to its pod, for plugins that try things out on copies of nodes.
@FunctionalInterface
public interface NodeFilters {
    /// Whether every filter of this attempt accepts the node.
    boolean accept(NodeState node);
}
