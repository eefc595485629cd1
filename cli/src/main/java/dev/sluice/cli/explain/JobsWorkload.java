package dev.sluice.cli.explain;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Comparator;
import java.util.Optional;
import java.util.Set;
import java.util.stream.StreamSupport;

/// Which Workload of a job to explain. An elastic job has several, its slices: the one that waits is asked about, then the
/// one that runs, and one that has finished only when there is no other.
public final class JobsWorkload {
    private JobsWorkload() {}

    /// @param workloads of the job's namespace
    /// @return its name; empty when the job owns none
    public static Optional<String> of(JsonNode job, JsonNode workloads) {
        return find(job, workloads).map(workload -> workload.at("/metadata/name").asText());
    }

    static Optional<JsonNode> find(JsonNode job, JsonNode workloads) {
        Set<String> uid = Set.of(job.at("/metadata/uid").asText());
        return StreamSupport.stream(workloads.spliterator(), false)
                .filter(workload -> isOwned(workload, uid))
                .max(
                        Comparator.comparing((JsonNode workload) -> !isTrue(workload, "Finished"))
                                .thenComparing(workload -> !isTrue(workload, "QuotaReserved"))
                                .thenComparing(
                                        workload ->
                                                workload.at("/metadata/creationTimestamp")
                                                        .asText()));
    }

    /// @param uids of what may own it
    static boolean isOwned(JsonNode object, Set<String> uids) {
        for (JsonNode owner : object.at("/metadata/ownerReferences")) {
            if (uids.contains(owner.path("uid").asText())) {
                return true;
            }
        }
        return false;
    }

    static boolean isTrue(JsonNode workload, String type) {
        for (JsonNode condition : workload.at("/status/conditions")) {
            if (condition.path("type").asText().equals(type)) {
                return condition.path("status").asText().equals("True");
            }
        }
        return false;
    }
}
