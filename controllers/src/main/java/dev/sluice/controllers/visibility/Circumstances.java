package dev.sluice.controllers.visibility;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.api.condition.Conditions;
import dev.sluice.api.condition.WorkloadConditions;
import dev.sluice.api.v1beta2.LocalQueue;
import dev.sluice.api.v1beta2.StopPolicy;
import dev.sluice.api.v1beta2.Workload;
import dev.sluice.controllers.workload.Facts;
import dev.sluice.engine.Explanation;
import dev.sluice.engine.spec.WorkloadKey;
import dev.sluice.reconcile.Cache;
import dev.sluice.reconcile.Cluster;
import io.fabric8.kubernetes.api.model.Condition;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What objects tell about a workload beside the engine's explanation: its eviction, with the name of who did it, and
/// which queue it lacks.
final class Circumstances {
    /// How the message of a preemption names the preemptor (R6.21).
    private static final Pattern PREEMPTOR =
            Pattern.compile("a workload \\(UID: ([^,]*), JobUID: [^)]*\\)");

    private final Cache<Workload> workloads;
    private final Cache<LocalQueue> localQueues;

    Circumstances(Cluster cluster) {
        this.workloads = cluster.cache(Workload.class);
        this.localQueues = cluster.cache(LocalQueue.class);
    }

    void addTo(ObjectNode document, Explanation explanation) {
        WorkloadKey key = explanation.workload();
        workloads
                .get(key.namespace(), key.name())
                .ifPresent(
                        workload -> {
                            if (Facts.evicted(workload)) {
                                eviction(workload, document.putObject("evicted"));
                            }
                            if (explanation.outlook() instanceof Explanation.NotQueued not) {
                                lack(not.obstacle(), workload)
                                        .ifPresent(
                                                text ->
                                                        document.withObject("/outlook")
                                                                .put("message", text));
                            }
                        });
    }

    private void eviction(Workload workload, ObjectNode evicted) {
        Condition condition =
                Conditions.find(Facts.conditions(workload), WorkloadConditions.EVICTED);
        if (condition == null) {
            return;
        }
        evicted.put("at", condition.getLastTransitionTime()).put("reason", condition.getReason());
        String message = condition.getMessage() == null ? "" : condition.getMessage();
        Matcher preemptor = PREEMPTOR.matcher(message);
        Optional<Workload> by = preemptor.find() ? withUid(preemptor.group(1)) : Optional.empty();
        by.ifPresent(
                other ->
                        evicted.putObject("by")
                                .put("namespace", Facts.namespace(other))
                                .put("name", Facts.name(other)));
        evicted.put(
                "message",
                by.map(
                                other ->
                                        preemptor.replaceFirst(
                                                Matcher.quoteReplacement(
                                                        "workload " + Facts.path(other))))
                        .orElse(message));
    }

    private Optional<Workload> withUid(String uid) {
        return workloads.all().stream()
                .filter(workload -> uid.equals(workload.getMetadata().getUid()))
                .findFirst();
    }

    /// Which queue is missing or stopped (R3.2).
    private Optional<String> lack(Explanation.Obstacle obstacle, Workload workload) {
        String name = Facts.queueName(workload);
        Optional<LocalQueue> queue = localQueues.get(Facts.namespace(workload), name);
        return switch (obstacle) {
            case LOCAL_QUEUE_CLOSED ->
                    Optional.of(
                            queue.map(LocalQueue::getSpec)
                                    .map(
                                            spec ->
                                                    "LocalQueue %s is stopped (stopPolicy %s)"
                                                            .formatted(
                                                                    name,
                                                                    spec.stopPolicy()
                                                                                    == StopPolicy
                                                                                            .HOLD_AND_DRAIN
                                                                            ? "HoldAndDrain"
                                                                            : "Hold"))
                                    .orElse("LocalQueue " + name + " does not exist"));
            case CLUSTER_QUEUE_MISSING ->
                    Optional.of(
                            "ClusterQueue %s of LocalQueue %s does not exist"
                                    .formatted(
                                            queue.map(LocalQueue::getSpec)
                                                    .map(spec -> spec.clusterQueue())
                                                    .orElse(""),
                                            name));
            case UNKNOWN_WORKLOAD, FINISHED, HOLDS_QUOTA, INACTIVE, HELD -> Optional.empty();
        };
    }
}
