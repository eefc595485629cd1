package dev.sluice.podscheduler.framework;

import dev.sluice.podscheduler.cluster.ClusterState;
import dev.sluice.podscheduler.cluster.Pod;
import java.util.Set;

/// Looks at the pod once before nodes are looked at.
public interface PreFilterPlugin extends Plugin {
    Verdict preFilter(CycleState state, Pod pod, ClusterState cluster);

    /// What the look brought.
    sealed interface Verdict {
        /// Every node is to be looked at.
        Verdict ALL = new Proceed();

        /// The plugin's filter has nothing to say about this pod.
        Verdict SKIP = new Skip();

        record Proceed() implements Verdict {}

        record Skip() implements Verdict {}

        /// Only these nodes come into question; names of nodes that do not exist are allowed.
        record Only(Set<String> nodes) implements Verdict {
            public Only {
                nodes = Set.copyOf(nodes);
            }
        }

        /// No node comes into question, or the attempt is broken.
        record Refuse(Status status) implements Verdict {}
    }
}
