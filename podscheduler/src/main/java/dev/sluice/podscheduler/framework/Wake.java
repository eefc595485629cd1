package dev.sluice.podscheduler.framework;

import dev.sluice.podscheduler.cluster.NodeState;
import dev.sluice.podscheduler.cluster.Pod;
import java.util.Arrays;
import java.util.List;

/// One kind of event that can lift a plugin's refusal, with the closer look at it (S3.41).
///
/// @param hint asked only for pods that the plugin refused
public record Wake(EventKind kind, Hint hint) {

    /// Whatever happens.
    public static final List<Wake> ANYTHING =
            Arrays.stream(EventKind.values()).map(kind -> new Wake(kind, Hint.ALWAYS)).toList();

    /// Whether an event makes another try worth while.
    @FunctionalInterface
    public interface Hint {
        /// The event alone is enough.
        Hint ALWAYS = (_, _) -> true;

        boolean isWorthATry(Pod parked, ClusterEvent event);

        /// A hint that looks at the node that came or changed.
        static Hint ofNode(NodeHint look) {
            return (pod, event) ->
                    !(event instanceof ClusterEvent.OfNode(EventKind _, var node))
                            || look.mayPass(pod, node);
        }
    }

    /// Whether a pod that was refused might pass on this node.
    @FunctionalInterface
    public interface NodeHint {
        boolean mayPass(Pod parked, NodeState node);
    }
}
