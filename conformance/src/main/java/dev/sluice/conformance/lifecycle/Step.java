package dev.sluice.conformance.lifecycle;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;

/// One step of a scenario.
sealed interface Step {
    /// The object is created; a status in it is written afterwards.
    record Apply(ObjectNode manifest, Optional<Refused> refused) implements Step {}

    /// The object is patched.
    ///
    /// @param subresource empty for the object itself
    record Patch(Ref ref, String type, String subresource, JsonNode body, Optional<Refused> refused)
            implements Step {}

    /// The object is deleted.
    ///
    /// @param propagation empty for the kind's own
    record Delete(Ref ref, String propagation, Optional<Refused> refused) implements Step {}

    /// The node agent reports a phase of pods.
    record NodeReport(List<String> pods, Phase phase, String message, int exitCode)
            implements Step {}

    /// Nothing happens until something is so.
    record Wait(Await what) implements Step {}

    /// Time passes.
    record Pause(Duration length) implements Step {}

    /// What `kubectl` prints.
    record Kubectl(List<String> args, String output) implements Step {}

    /// The API server of a worker can no longer be reached by the manager, or can be again.
    record Reach(String worker, boolean open) implements Step {}

    /// The states of the clusters that can be reached are compared.
    record Compare(String label, SequencedMap<String, Expectation> expectations) implements Step {}

    /// Says what the next step does.
    record Note(String text) implements Step {}

    /// What a node agent can report.
    enum Phase {
        RUNNING,
        NOT_READY,
        SUCCEEDED,
        FAILED
    }

    /// The answer to an action that was refused.
    record Refused(int code, String reason, String message, List<JsonNode> causes) {}
}
