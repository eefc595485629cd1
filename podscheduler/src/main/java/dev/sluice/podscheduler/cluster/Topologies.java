package dev.sluice.podscheduler.cluster;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The topologies that something is counted by. One that nobody counts by any more is dropped.
final class Topologies {
    private final Map<@Nullable String, Topology> topologyByKey = new HashMap<>();

    /// The topology of a label, until [#release].
    ///
    /// @param nodes all nodes, in case nobody has counted by it yet
    Topology acquire(@Nullable String key, Iterable<NodeState> nodes) {
        Topology topology = topologyByKey.get(key);
        if (topology == null) {
            topology = new Topology(key);
            for (NodeState node : nodes) {
                topology.nodeAdded(node);
            }
            topologyByKey.put(key, topology);
        }
        topology.used(1);
        return topology;
    }

    void release(Topology topology) {
        topology.used(-1);
        if (topology.isUnused()) {
            topologyByKey.remove(topology.key());
        }
    }

    void nodeAdded(NodeState state) {
        for (Topology topology : topologyByKey.values()) {
            topology.nodeAdded(state);
        }
    }

    void nodeRemoved(NodeState state, Node before) {
        for (Topology topology : topologyByKey.values()) {
            topology.nodeRemoved(state, before);
        }
    }
}
