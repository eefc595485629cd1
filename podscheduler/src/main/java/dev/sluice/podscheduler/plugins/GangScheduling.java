package dev.sluice.podscheduler.plugins;

import dev.sluice.podscheduler.cluster.Pod;
import dev.sluice.podscheduler.cluster.PodGroup;
import dev.sluice.podscheduler.cluster.PodGroups;
import dev.sluice.podscheduler.framework.EventKind;
import dev.sluice.podscheduler.framework.PreEnqueuePlugin;
import dev.sluice.podscheduler.framework.Status;
import dev.sluice.podscheduler.framework.Wake;
import java.util.List;

/// Keeps the pods of a group out of the queue until the group is known and has enough of them (S4.162). With it the pods of a group are
/// queued as one and placed together.
public final class GangScheduling implements PreEnqueuePlugin {
    public static final String NAME = "GangScheduling";

    @Override
    public String name() {
        return NAME;
    }

    /// By itself a pod knows no group.
    @Override
    public Status preEnqueue(Pod pod) {
        return preEnqueue(pod, new PodGroups());
    }

    @Override
    public Status preEnqueue(Pod pod, PodGroups groups) {
        String key = pod.group();
        if (key == null) {
            return Status.SUCCESS;
        }
        PodGroup group = groups.get(key);
        if (group == null) {
            return Status.unresolvable(
                    "waiting for pod's pod group \""
                            + pod.relations().group()
                            + "\" to appear in scheduling queue");
        }
        if (groups.pods(key).size() < group.minCount()) {
            return Status.unresolvable(
                    "waiting for minCount pods from a gang to appear in scheduling queue");
        }
        return Status.SUCCESS;
    }

    @Override
    public boolean groupsPods() {
        return true;
    }

    @Override
    public List<Wake> wakes() {
        return List.of(
                new Wake(EventKind.GROUP_POD_ADD, Wake.Hint.ALWAYS),
                new Wake(EventKind.GROUP_POD_ASSIGNED, Wake.Hint.ALWAYS),
                new Wake(EventKind.GROUP_ADD, Wake.Hint.ALWAYS),
                new Wake(EventKind.GROUP_MIN_COUNT_FELL, Wake.Hint.ALWAYS));
    }
}
