package dev.sluice.cli.explain;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.StreamSupport;

/// The pods of a Deployment, which are queued one by one.
///
/// @param pods how many there are
/// @param admitted how many of them have quota
/// @param waiting the Workloads of those that have none, the oldest first
public record DeploymentsPods(int pods, int admitted, List<String> waiting) {
    private static final String CREATED = "/metadata/creationTimestamp";
    private static final String NAME = "/metadata/name";

    public DeploymentsPods {
        waiting = List.copyOf(waiting);
    }

    /// @param replicaSets of its namespace, as `pods` and `workloads` are
    public static DeploymentsPods of(
            JsonNode deployment, JsonNode replicaSets, JsonNode pods, JsonNode workloads) {
        Set<String> sets = new HashSet<>();
        String uid = deployment.at("/metadata/uid").asText();
        for (JsonNode set : replicaSets) {
            if (JobsWorkload.isOwned(set, Set.of(uid))) {
                sets.add(set.at("/metadata/uid").asText());
            }
        }
        List<JsonNode> members =
                StreamSupport.stream(pods.spliterator(), false)
                        .filter(pod -> JobsWorkload.isOwned(pod, sets))
                        .sorted(
                                Comparator.comparing((JsonNode pod) -> pod.at(CREATED).asText())
                                        .thenComparing(pod -> pod.at(NAME).asText()))
                        .toList();
        int admitted = 0;
        List<String> waiting = new ArrayList<>();
        for (JsonNode pod : members) {
            Optional<JsonNode> workload = JobsWorkload.find(pod, workloads);
            if (workload.isEmpty()) {
                continue;
            }
            if (JobsWorkload.isTrue(workload.get(), "Admitted")) {
                admitted++;
            } else {
                waiting.add(workload.get().at(NAME).asText());
            }
        }
        return new DeploymentsPods(members.size(), admitted, waiting);
    }

    /// How many of the pods have quota, in a sentence.
    ///
    /// @param name of the Deployment, with its namespace
    public String summary(String name) {
        StringBuilder text = new StringBuilder();
        text.append(
                        "The pods of Deployment %s are queued one by one: %d of %d "
                                .formatted(name, admitted, pods))
                .append(admitted == 1 ? "is" : "are")
                .append(" admitted");
        if (!waiting.isEmpty()) {
            text.append(waiting.size() == 1 ? ", 1 waits" : ", " + waiting.size() + " wait");
        }
        int others = pods - admitted - waiting.size();
        if (others > 0) {
            text.append(others == 1 ? ", 1 has" : ", " + others + " have").append(" no Workload");
        }
        return text.append('.').toString();
    }
}
