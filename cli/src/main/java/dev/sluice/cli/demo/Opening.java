package dev.sluice.cli.demo;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// What one should know before the first decision: which ClusterQueue owns which quota.
final class Opening {
    private Opening() {}

    /// A line for each ClusterQueue, by name, below a sentence that says what is listed; nothing when there is none.
    static List<String> lines(JsonNode clusterQueues) {
        List<JsonNode> queues = new ArrayList<>();
        clusterQueues.path("items").forEach(queues::add);
        if (queues.isEmpty()) {
            return List.of();
        }
        queues.sort(Comparator.comparing(Opening::name));
        List<String> lines = new ArrayList<>();
        lines.add("");
        lines.add(
                "What each ClusterQueue owns; what one of a cohort leaves idle, the others may borrow:");
        for (JsonNode queue : queues) {
            String cohort = queue.path("spec").path("cohortName").asText();
            lines.add(
                    "  %s%s: %s"
                            .formatted(
                                    name(queue),
                                    cohort.isEmpty() ? "" : " (cohort " + cohort + ")",
                                    String.join(", ", quotas(queue))));
        }
        lines.add("");
        return lines;
    }

    private static String name(JsonNode queue) {
        return queue.path("metadata").path("name").asText();
    }

    private static List<String> quotas(JsonNode queue) {
        List<String> quotas = new ArrayList<>();
        for (JsonNode group : queue.path("spec").path("resourceGroups")) {
            for (JsonNode flavor : group.path("flavors")) {
                for (JsonNode quota : flavor.path("resources")) {
                    quotas.add(
                            "%s %s in %s"
                                    .formatted(
                                            quota.path("nominalQuota").asText(),
                                            quota.path("name").asText(),
                                            flavor.path("name").asText()));
                }
            }
        }
        return quotas.isEmpty() ? List.of("nothing") : quotas;
    }
}
