package dev.sluice.podscheduler.framework;

import dev.sluice.podscheduler.cluster.Pod;

/// Keeps books about something that a placed pod takes. Runs as soon as a node is chosen, before anything is written.
public interface ReservePlugin extends Plugin {
    /// @return anything but success gives the place up
    Status reserve(CycleState state, Pod pod, String node);

    /// Takes a reservation back. Called for every such plugin, last first, when anything later fails; it may be
    /// called without a reservation, and again.
    void unreserve(CycleState state, Pod pod, String node);
}
