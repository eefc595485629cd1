package dev.sluice.podscheduler;

import dev.sluice.podscheduler.cluster.Pod;
import dev.sluice.podscheduler.cluster.Resources;
import dev.sluice.podscheduler.framework.ClusterEvent;
import dev.sluice.podscheduler.framework.EventKind;
import java.util.ArrayList;
import java.util.List;

/// What a pod's change amounts to (S2.71).
final class PodChanges {
    private PodChanges() {}

    /// The events of a waiting pod's own change; none when it cannot matter to any plugin.
    static List<ClusterEvent> between(Pod before, Pod after) {
        List<ClusterEvent> events = new ArrayList<>();
        if (!before.labels().equals(after.labels())) {
            events.add(new ClusterEvent.OfSelf(EventKind.OWN_LABEL, before, after));
        }
        if (shrank(before, after)) {
            events.add(new ClusterEvent.OfSelf(EventKind.OWN_SCALE_DOWN, before, after));
        }
        if (!before.schedulingGates().isEmpty() && after.schedulingGates().isEmpty()) {
            events.add(new ClusterEvent.OfSelf(EventKind.OWN_GATES_ELIMINATED, before, after));
        }
        if (before.tolerations().size() != after.tolerations().size()) {
            events.add(new ClusterEvent.OfSelf(EventKind.OWN_TOLERATION, before, after));
        }
        return events;
    }

    /// What the others hear of a change of a pod that has a node.
    static List<EventKind> ofAssigned(Pod before, Pod after) {
        List<EventKind> kinds = new ArrayList<>();
        if (!before.labels().equals(after.labels())) {
            kinds.add(EventKind.ASSIGNED_POD_UPDATE_LABEL);
        }
        if (shrank(before, after)) {
            kinds.add(EventKind.ASSIGNED_POD_SCALE_DOWN);
        }
        if (!before.deleting() && after.deleting()) {
            kinds.add(EventKind.ASSIGNED_POD_TERMINATING);
        }
        return kinds;
    }

    /// Whether the pod asks for less of anything.
    private static boolean shrank(Pod before, Pod after) {
        Resources then = before.demand().total();
        Resources now = after.demand().total();
        return now.cpuMillis() < then.cpuMillis()
                || now.memoryBytes() < then.memoryBytes()
                || now.storageBytes() < then.storageBytes()
                || then.scalars().entrySet().stream()
                        .anyMatch(scalar -> now.get(scalar.getKey()) < scalar.getValue());
    }
}
