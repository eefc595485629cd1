package dev.sluice.podscheduler;

import dev.sluice.podscheduler.cluster.Pod;
import dev.sluice.podscheduler.cycle.Placement;
import dev.sluice.podscheduler.framework.BindPlugin.Binding;
import java.util.List;

/// What the scheduler wants done about one pod. Its owner writes it.
public sealed interface Decision {
    Pod pod();

    /// Bind the pod. If that fails, say so with [PodScheduler#bindFailed]; if not, the pod will be seen with its node.
    record Bind(Pod pod, Binding binding, Placement.Placed placement) implements Decision {}

    /// Nothing yet: the pod keeps its place on a node until a permit plugin lets it go on, or no longer.
    record Hold(Pod pod, String node) implements Decision {}

    /// Tell the pod that no node can take it: condition `PodScheduled=False`, reason `Unschedulable`.
    record Refuse(Pod pod, Placement.Refused placement) implements Decision {}

    /// Tell the pod that the attempt broke: reason `SchedulerError`.
    record Fail(Pod pod, String message) implements Decision {}

    /// What is to be done about the pods of one group, at once (S4.164): either enough of them have a node, or none keeps one. Whom a
    /// plugin refuses afterwards, at Reserve or Permit, goes back alone.
    ///
    /// @param group `namespace/name`
    /// @param outcome how the group as a whole fared
    record Together(String group, Outcome outcome, List<Decision> decisions) implements Decision {
        public Together {
            decisions = List.copyOf(decisions);
        }

        @Override
        public Pod pod() {
            return decisions.getFirst().pod();
        }

        /// What the group's condition says.
        ///
        /// @param reason `Unschedulable` or `SchedulerError`; empty when enough pods have a node
        public record Outcome(String reason, String message) {
            public static final Outcome PLACED = new Outcome("", "");

            public boolean isPlaced() {
                return reason.isEmpty();
            }
        }
    }

    /// The pod is about to go and is not tried any more (S5.1).
    record SkipDeleting(Pod pod) implements Decision {
        public String message() {
            return "skip schedule deleting pod: " + pod.key();
        }
    }
}
