package dev.sluice.podscheduler.cycle;

import dev.sluice.podscheduler.cluster.NodeState;
import dev.sluice.podscheduler.framework.CycleState;
import dev.sluice.podscheduler.framework.Diagnosis;
import dev.sluice.podscheduler.framework.NodeFilters;
import dev.sluice.podscheduler.framework.PostFilterPlugin.Rescue;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What one attempt to place one pod came to.
public sealed interface Placement {
    /// The pod goes to a node.
    ///
    /// @param feasible all nodes that could take it, as far as they were looked for
    /// @param scores null when there was nothing to choose
    /// @param diagnosis why the other nodes that were looked at could not
    /// @param state what plugins remember of the attempt
    record Placed(
            NodeState node,
            List<NodeState> feasible,
            @Nullable ScoreSheet scores,
            Diagnosis diagnosis,
            CycleState state)
            implements Placement {}

    /// No node can take it.
    ///
    /// @param diagnosis null when there are no nodes at all
    /// @param rescue what was tried to make room; null when nothing was
    /// @param filters to ask further questions about nodes; valid until the cluster's state changes
    record Refused(@Nullable Diagnosis diagnosis, @Nullable Rescue rescue, NodeFilters filters)
            implements Placement {
        /// The text of the pod's condition and event (S5.50 to S5.52).
        public String message() {
            if (diagnosis == null) {
                return "no nodes available to schedule pods";
            }
            String rescued = rescue == null ? "" : rescue.status().message();
            return rescued.isEmpty() ? diagnosis.message() : diagnosis.message() + " " + rescued;
        }
    }

    /// The attempt broke (S5.40): the pod is tried again after a pause.
    record Broken(String message) implements Placement {}
}
