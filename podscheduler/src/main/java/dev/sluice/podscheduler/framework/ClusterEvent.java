package dev.sluice.podscheduler.framework;

import dev.sluice.podscheduler.cluster.NodeState;
import dev.sluice.podscheduler.cluster.Pod;
import org.jspecify.annotations.Nullable;

/// Something happened that may let a parked pod through.
public sealed interface ClusterEvent {
    EventKind kind();

    /// A node came or changed.
    ///
    /// @param node as it is now
    record OfNode(EventKind kind, NodeState node) implements ClusterEvent {}

    /// A pod that runs on a node came, changed or went.
    ///
    /// @param before as it was before a change; null when it came or went
    /// @param pod as it is now, or was when it went
    /// @param node its node as it is now; null when that is gone
    record OfAssignedPod(EventKind kind, @Nullable Pod before, Pod pod, @Nullable NodeState node)
            implements ClusterEvent {}

    /// Something without a closer description.
    record Plain(EventKind kind) implements ClusterEvent {}

    /// A pod group came, changed or went, or one of its pods did.
    ///
    /// @param group `namespace/name`
    record OfGroup(EventKind kind, String group) implements ClusterEvent {}

    /// The parked pod itself changed.
    record OfSelf(EventKind kind, Pod before, Pod after) implements ClusterEvent {}
}
