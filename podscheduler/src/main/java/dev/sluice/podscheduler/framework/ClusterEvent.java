package dev.sluice.podscheduler.framework;

import dev.sluice.podscheduler.cluster.NodeState;
import dev.sluice.podscheduler.cluster.Pod;

/// Something happened that may let a parked pod through.
public sealed interface ClusterEvent {
    EventKind kind();

    /// A node came or changed.
    ///
    /// @param node as it is now
    record OfNode(EventKind kind, NodeState node) implements ClusterEvent {}

    /// A pod that runs on a node came, changed or went.
    ///
    /// @param pod as it is now, or was when it went
    /// @param node the name of its node
    record OfAssignedPod(EventKind kind, Pod pod, String node) implements ClusterEvent {}

    /// The parked pod itself changed.
    record OfSelf(EventKind kind, Pod before, Pod after) implements ClusterEvent {}
}
