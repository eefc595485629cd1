package dev.sluice.conformance.lifecycle;

import java.time.Instant;
import java.util.Optional;

/// The clusters under test, on one clock that moves only when it is told to. They have nodes but no node agents: the scenario plays
/// them.
interface World extends AutoCloseable {
    /// The cluster of this name.
    ///
    /// @throws ScenarioFault when there is none
    Site site(String cluster);

    /// Makes the manager's way to a worker impassable, or passable again. The worker itself goes on.
    void reach(String worker, boolean open);

    /// Returns when nothing happens any more at this instant, in any cluster.
    ///
    /// @throws ScenarioFault when it never comes to rest
    void settle();

    Instant now();

    /// When something is due next.
    Optional<Instant> nextAlarm();

    /// Moves the clock on to `target`, running what is due there.
    void advanceTo(Instant target);

    /// Calls `task` at an instant that has not been reached.
    void at(Instant due, Runnable task);

    @Override
    void close();
}
