package dev.sluice.conformance.lifecycle;

import dev.sluice.conformance.embedded.Answer;
import org.jspecify.annotations.Nullable;

/// One of the clusters of a {@link World}, as its administrator deals with it.
interface Site {
    /// Sends a request and returns the answer once the controllers have been told.
    ///
    /// @param contentType null without a body
    Answer send(String method, String path, @Nullable String contentType, @Nullable String body);

    /// Sends a request for a table, as `kubectl get` does.
    Answer table(String path);

    /// Runs `changes` so that the controllers of this cluster see all of them or none.
    void atOnce(Runnable changes);
}
