package dev.sluice.cli.demo;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// What has become of the workloads of each LocalQueue, for the table at the end.
///
/// @param waits from creation to the last admission, of those that were admitted
record Tally(
        String queue,
        int workloads,
        int succeeded,
        int failed,
        int waiting,
        int evictions,
        List<Duration> waits) {

    /// One for each LocalQueue that has had a workload, by name.
    static List<Tally> of(Iterable<JsonNode> workloads) {
        Map<String, Counter> counters = new TreeMap<>();
        for (JsonNode workload : workloads) {
            String queue =
                    workload.path("metadata").path("namespace").asText()
                            + "/"
                            + workload.path("spec").path("queueName").asText();
            counters.computeIfAbsent(queue, _ -> new Counter()).count(workload);
        }
        List<Tally> tallies = new ArrayList<>();
        counters.forEach((queue, counter) -> tallies.add(counter.tally(queue)));
        return tallies;
    }

    /// The same, told with the name of its cluster.
    ///
    /// @param cluster empty when it is the only one
    Tally in(String cluster) {
        return new Tally(
                Stage.named(cluster, queue),
                workloads,
                succeeded,
                failed,
                waiting,
                evictions,
                waits);
    }

    Duration medianWait() {
        return waits.isEmpty()
                ? Duration.ZERO
                : waits.stream().sorted().toList().get(waits.size() / 2);
    }

    Duration longestWait() {
        return waits.stream().max(Duration::compareTo).orElse(Duration.ZERO);
    }

    private static final class Counter {
        private int workloads;
        private int succeeded;
        private int failed;
        private int waiting;
        private int evictions;
        private final List<Duration> waits = new ArrayList<>();

        void count(JsonNode workload) {
            workloads++;
            JsonNode finished = condition(workload, "Finished");
            if (finished.path("status").asText().equals("True")) {
                if (finished.path("reason").asText().equals("Succeeded")) {
                    succeeded++;
                } else {
                    failed++;
                }
            } else {
                waiting++;
            }
            for (JsonNode eviction :
                    workload.path("status").path("schedulingStats").path("evictions")) {
                evictions += eviction.path("count").asInt();
            }
            JsonNode admitted = condition(workload, "Admitted");
            if (admitted.path("status").asText().equals("True")) {
                Instant created =
                        Instant.parse(workload.path("metadata").path("creationTimestamp").asText());
                waits.add(
                        Duration.between(
                                created,
                                Instant.parse(admitted.path("lastTransitionTime").asText())));
            }
        }

        private static JsonNode condition(JsonNode workload, String type) {
            JsonNode conditions = workload.path("status").path("conditions");
            for (JsonNode condition : conditions) {
                if (condition.path("type").asText().equals(type)) {
                    return condition;
                }
            }
            return conditions.path("none");
        }

        Tally tally(String queue) {
            return new Tally(
                    queue, workloads, succeeded, failed, waiting, evictions, List.copyOf(waits));
        }
    }
}
