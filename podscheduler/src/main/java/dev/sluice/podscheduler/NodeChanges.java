package dev.sluice.podscheduler;

import dev.sluice.podscheduler.cluster.Node;
import dev.sluice.podscheduler.framework.EventKind;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a node's change amounts to (S2.72).
final class NodeChanges {
    private NodeChanges() {}

    static List<EventKind> between(@Nullable Node before, Node after) {
        if (before == null) {
            return List.of(EventKind.NODE_ADD);
        }
        List<EventKind> kinds = new ArrayList<>();
        if (!before.allocatable().equals(after.allocatable())
                || before.podsMax() != after.podsMax()) {
            kinds.add(EventKind.NODE_UPDATE_ALLOCATABLE);
        }
        if (!before.labels().equals(after.labels())) {
            kinds.add(EventKind.NODE_UPDATE_LABEL);
        }
        boolean uncordoned = before.unschedulable() && !after.unschedulable();
        if (uncordoned || !before.taints().equals(after.taints())) {
            kinds.add(EventKind.NODE_UPDATE_TAINT);
        }
        return kinds;
    }
}
