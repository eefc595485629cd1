package dev.sluice.podscheduler.framework;

import dev.sluice.podscheduler.cluster.NodeState;
import dev.sluice.podscheduler.cluster.Pod;

/// Decides whether a node can take a pod.
public interface FilterPlugin extends Plugin {
    Status filter(CycleState state, Pod pod, NodeState node);

    /// Whether it may refuse the pod on any node at all. One that says no is not asked about nodes, and does not keep the
    /// answers of others from being shared ([NodeLocal]).
    default boolean concerns(Pod pod) {
        return true;
    }

    /// What the node that was refused lacks, in words for an explanation; empty when the reasons say it.
    default String remedy(Pod pod, NodeState node) {
        return "";
    }
}
