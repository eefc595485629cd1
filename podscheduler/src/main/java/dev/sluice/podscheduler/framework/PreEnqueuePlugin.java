package dev.sluice.podscheduler.framework;

import dev.sluice.podscheduler.cluster.Pod;
import dev.sluice.podscheduler.cluster.PodGroups;

/// Decides whether a pod may be tried at all (S2.50). Runs while an event is handled: it must be quick and look at
/// nothing but the pod.
public interface PreEnqueuePlugin extends Plugin {
    /// @return anything but success keeps the pod out of the queue
    Status preEnqueue(Pod pod);

    /// As above, for a plugin that also looks at the pod's group.
    default Status preEnqueue(Pod pod, PodGroups groups) {
        return preEnqueue(pod);
    }

    /// Whether with this plugin the pods of a group are queued as one and placed together (S4.163).
    default boolean groupsPods() {
        return false;
    }
}
