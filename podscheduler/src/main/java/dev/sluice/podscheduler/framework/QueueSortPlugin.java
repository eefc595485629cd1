package dev.sluice.podscheduler.framework;

import dev.sluice.podscheduler.queue.QueuedPod;

/// Orders the pods that are ready to be tried. There is exactly one (S2.10).
public interface QueueSortPlugin extends Plugin {
    /// Negative when `first` goes before `second`. Ties are broken by arrival.
    int compare(QueuedPod first, QueuedPod second);
}
