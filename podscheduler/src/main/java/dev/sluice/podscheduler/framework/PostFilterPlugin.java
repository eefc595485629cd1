package dev.sluice.podscheduler.framework;

import dev.sluice.podscheduler.cluster.ClusterState;
import dev.sluice.podscheduler.cluster.Pod;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Runs when no node can take the pod, and may make room.
public interface PostFilterPlugin extends Plugin {
    Rescue postFilter(
            CycleState state,
            Pod pod,
            ClusterState cluster,
            Diagnosis diagnosis,
            NodeFilters filters);

    /// What came of it.
    ///
    /// @param status success when room is being made, a rejection otherwise
    /// @param nominatedNode where the pod is promised room from now on; null takes back an earlier promise
    /// @param victims pods to be deleted for it
    record Rescue(Status status, @Nullable String nominatedNode, List<Pod> victims) {
        public Rescue {
            victims = List.copyOf(victims);
        }

        public static Rescue failed(Status status) {
            return new Rescue(status, null, List.of());
        }
    }
}
