package dev.sluice.cli.demo;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// A decision as the view tells it, made from an event about a Workload or read off a pod.
///
/// @param workload its name as people know it: without kind and hash; or the pod's
record Happening(String reason, String namespace, String workload, String message) {
    /// What is told by another event as well: each preempted workload tells of itself that it is.
    private static final Set<String> REPEATED =
            Set.of("PreemptedWorkload", "CreatedWorkload", "EvictedDueToPreempted");

    /// Its quota and its admission came together, and the first has been told.
    private static final String AT_ONCE = "wait time since reservation was 0s";

    /// Empty for events that tell no decision, or nothing new.
    static Optional<Happening> of(JsonNode event) {
        return of(event, Map.of());
    }

    /// @param namesByUid of the workloads that a message may speak of
    static Optional<Happening> of(JsonNode event, Map<String, String> namesByUid) {
        JsonNode about = event.path("involvedObject");
        String reason = event.path("reason").asText();
        String message = event.path("message").asText();
        if (!about.path("kind").asText().equals("Workload")
                || REPEATED.contains(reason)
                || message.endsWith(AT_ONCE)) {
            return Optional.empty();
        }
        return Optional.of(
                new Happening(
                        reason,
                        about.path("namespace").asText(),
                        shortName(about.path("name").asText()),
                        Wording.of(message, namesByUid)));
    }

    /// The name of a Workload without the kind of its job and the hash.
    static String shortName(String workload) {
        return workload.replaceFirst("^[a-z]+-(.*)-[0-9a-f]{5}$", "$1");
    }

    /// The same, told with the name of its cluster.
    ///
    /// @param cluster empty when it is the only one
    Happening in(String cluster) {
        return new Happening(reason, Stage.named(cluster, namespace), workload, message);
    }

    /// One line.
    String line() {
        return "%-26s %s/%s: %s".formatted(reason, namespace, workload, message);
    }
}
