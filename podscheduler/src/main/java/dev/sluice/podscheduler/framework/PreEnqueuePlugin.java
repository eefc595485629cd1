package dev.sluice.podscheduler.framework;

import dev.sluice.podscheduler.cluster.Pod;

/// Decides whether a pod may be tried at all (S2.50). Runs while an event is handled: it must be quick and look at
/// nothing but the pod.
public interface PreEnqueuePlugin extends Plugin {
    /// @return anything but success keeps the pod out of the queue
    Status preEnqueue(Pod pod);
}
