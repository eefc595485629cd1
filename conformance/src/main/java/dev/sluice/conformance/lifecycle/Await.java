package dev.sluice.conformance.lifecycle;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;

/// What a scenario waits for.
sealed interface Await {
    /// A condition has a status, and a reason where one is named.
    record Condition(Ref ref, String type, String status, Optional<String> reason)
            implements Await {}

    /// A field has this value; without a value: it is there and not empty.
    ///
    /// @param path elements separated by dots; a number is a list index
    record Field(Ref ref, String path, Optional<JsonNode> value) implements Await {}

    /// The object is gone; a Workload may be named by its job.
    record Gone(Ref ref) implements Await {}

    /// Exactly this many pods match.
    ///
    /// @param owner a pod's, Job's or pod group's name, or `*`
    record Pods(
            String owner,
            int count,
            Optional<String> phase,
            Optional<Boolean> terminating,
            Optional<Boolean> gated)
            implements Await {}

    /// An event of this reason exists.
    ///
    /// @param object its object's name, or that of the job whose Workload it is about
    record Event(String reason, Optional<String> object) implements Await {}
}
