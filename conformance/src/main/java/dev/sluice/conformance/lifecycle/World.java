package dev.sluice.conformance.lifecycle;

import dev.sluice.conformance.embedded.Answer;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The cluster under test, on a clock that moves only when it is told to. It has nodes but no node agents: the scenario plays them.
interface World extends AutoCloseable {
    /// Sends a request of the administrator and returns the answer once the controllers have been told.
    ///
    /// @param contentType null without a body
    Answer send(String method, String path, @Nullable String contentType, @Nullable String body);

    /// Sends a request for a table, as `kubectl get` does.
    Answer table(String path);

    /// Runs `changes` so that the controllers see all of them or none.
    void atOnce(Runnable changes);

    /// Returns when nothing happens any more at this instant.
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
