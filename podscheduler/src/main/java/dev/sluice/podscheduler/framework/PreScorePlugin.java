package dev.sluice.podscheduler.framework;

import dev.sluice.podscheduler.cluster.ClusterState;
import dev.sluice.podscheduler.cluster.NodeState;
import dev.sluice.podscheduler.cluster.Pod;
import java.util.List;

/// Looks at the pod and the nodes that can take it once before they are scored.
public interface PreScorePlugin extends Plugin {
    /// @return skip turns off the plugin's score for this pod; a rejection is not meant here and counts as an error
    Status preScore(CycleState state, Pod pod, ClusterState cluster, List<NodeState> feasible);
}
