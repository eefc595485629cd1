package dev.sluice.podscheduler.framework;

import dev.sluice.podscheduler.cluster.Pod;

/// Prepares the node or what the pod brings, just before the binding is written. Runs outside the scheduling thread and
/// may take its time.
public interface PreBindPlugin extends Plugin {
    /// Whether there is anything to prepare; if not, [#preBind] is not called, and the pod's way is too short to be announced (S5.30).
    /// Must be quick.
    default boolean hasWork(Pod pod, String node) {
        return true;
    }

    /// @return anything but success gives the place up; the pod is tried again after a pause
    Status preBind(Pod pod, String node);
}
