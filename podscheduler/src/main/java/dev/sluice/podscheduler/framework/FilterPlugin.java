package dev.sluice.podscheduler.framework;

import dev.sluice.podscheduler.cluster.NodeState;
import dev.sluice.podscheduler.cluster.Pod;

/// Decides whether a node can take a pod.
public interface FilterPlugin extends Plugin {
    Status filter(CycleState state, Pod pod, NodeState node);
}
