package dev.sluice.podscheduler.plugins;

import dev.sluice.podscheduler.framework.QueueSortPlugin;
import dev.sluice.podscheduler.queue.QueuedPod;

/// Higher priority first, then who has waited longer (S4.150).
public final class PrioritySort implements QueueSortPlugin {
    @Override
    public String name() {
        return "PrioritySort";
    }

    @Override
    public int compare(QueuedPod first, QueuedPod second) {
        int byPriority = Integer.compare(second.pod().priority(), first.pod().priority());
        return byPriority != 0 ? byPriority : first.since().compareTo(second.since());
    }
}
