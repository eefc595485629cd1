package dev.sluice.cli.demo;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// What one should know before the first decision: which ClusterQueue owns which quota.
final class Opening {
    private Opening() {}

    /// The lines about all clusters, below a sentence that says what is listed; nothing when there is none.
    static List<String> lines(List<String> queues) {
        if (queues.isEmpty()) {
            return List.of();
        }
        List<String> lines = new ArrayList<>();
        lines.add("");
        lines.add(
                "What each ClusterQueue owns; what one of a cohort leaves idle, the others may borrow:");
        queues.forEach(queue -> lines.add("  " + queue));
        lines.add("");
        return lines;
    }

    /// A line for each ClusterQueue of a cluster, by name.
    ///
    /// @param cluster its name, where there are several
    static List<String> queues(String cluster, JsonNode clusterQueues) {
        List<JsonNode> queues = new ArrayList<>();
        clusterQueues.path("items").forEach(queues::add);
        queues.sort(Comparator.comparing(Opening::name));
        return queues.stream().map(queue -> Stage.named(cluster, queue(queue))).toList();
    }

    private static String queue(JsonNode queue) {
        String cohort = queue.path("spec").path("cohortName").asText();
        return "%s%s: %s"
                .formatted(
                        name(queue),
                        cohort.isEmpty() ? "" : " (cohort " + cohort + ")",
                        String.join(", ", quotas(queue)));
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
