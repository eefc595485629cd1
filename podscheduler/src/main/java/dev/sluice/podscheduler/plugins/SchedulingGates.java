package dev.sluice.podscheduler.plugins;

import dev.sluice.podscheduler.cluster.Pod;
import dev.sluice.podscheduler.framework.EventKind;
import dev.sluice.podscheduler.framework.PreEnqueuePlugin;
import dev.sluice.podscheduler.framework.Status;
import dev.sluice.podscheduler.framework.Wake;
import java.util.List;

/// Keeps pods with scheduling gates out of the queue (S1.80 to S1.84). Nothing but the removal of the last gate
/// helps them.
public final class SchedulingGates implements PreEnqueuePlugin {
    public static final String NAME = "SchedulingGates";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Status preEnqueue(Pod pod) {
        if (pod.schedulingGates().isEmpty()) {
            return Status.SUCCESS;
        }
        return Status.unresolvable(
                "waiting for scheduling gates: [" + String.join(" ", pod.schedulingGates()) + "]");
    }

    @Override
    public List<Wake> wakes() {
        return List.of(new Wake(EventKind.OWN_GATES_ELIMINATED, Wake.Hint.ALWAYS));
    }
}
