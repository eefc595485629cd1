package dev.sluice.cli.demo;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;
import java.util.Set;

/// A decision as the view tells it, made from an event about a Workload or read off a pod.
///
/// @param workload its name as people know it: without kind and hash; or the pod's
record Happening(String reason, String namespace, String workload, String message) {
    /// What each preempted workload tells of itself; the preemptor says it again.
    private static final Set<String> REPEATED = Set.of("PreemptedWorkload", "CreatedWorkload");

    /// Empty for events that tell no decision.
    static Optional<Happening> of(JsonNode event) {
        JsonNode about = event.path("involvedObject");
        String reason = event.path("reason").asText();
        if (!about.path("kind").asText().equals("Workload") || REPEATED.contains(reason)) {
            return Optional.empty();
        }
        String name = about.path("name").asText();
        return Optional.of(
                new Happening(
                        reason,
                        about.path("namespace").asText(),
                        name.replaceFirst("^[a-z]+-(.*)-[0-9a-f]{5}$", "$1"),
                        event.path("message").asText()));
    }

    /// One line.
    String line() {
        return "%-26s %s/%s: %s".formatted(reason, namespace, workload, message);
    }
}
