package dev.sluice.cli.explain;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.StreamSupport;

/// Which Workload of a job to explain. An elastic job has several, its slices: the one that waits is asked about, then the
/// one that runs, and one that has finished only when there is no other.
public final class JobsWorkload {
    private JobsWorkload() {}

    /// @param workloads of the job's namespace
    /// @return its name; empty when the job owns none
    public static Optional<String> of(JsonNode job, JsonNode workloads) {
        String uid = job.at("/metadata/uid").asText();
        return StreamSupport.stream(workloads.spliterator(), false)
                .filter(workload -> isOwned(workload, uid))
                .max(
                        Comparator.comparing((JsonNode workload) -> !isTrue(workload, "Finished"))
                                .thenComparing(workload -> !isTrue(workload, "QuotaReserved"))
                                .thenComparing(
                                        workload ->
                                                workload.at("/metadata/creationTimestamp")
                                                        .asText()))
                .map(workload -> workload.at("/metadata/name").asText());
    }

    private static boolean isOwned(JsonNode workload, String uid) {
        for (JsonNode owner : workload.at("/metadata/ownerReferences")) {
            if (owner.path("uid").asText().equals(uid)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isTrue(JsonNode workload, String type) {
        for (JsonNode condition : workload.at("/status/conditions")) {
            if (condition.path("type").asText().equals(type)) {
                return condition.path("status").asText().equals("True");
            }
        }
        return false;
    }
}
