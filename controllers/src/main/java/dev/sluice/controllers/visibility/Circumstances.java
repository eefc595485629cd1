package dev.sluice.controllers.visibility;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.api.condition.Conditions;
import dev.sluice.api.condition.QueueConditions;
import dev.sluice.api.condition.WorkloadConditions;
import dev.sluice.api.v1beta2.ClusterQueue;
import dev.sluice.api.v1beta2.Cohort;
import dev.sluice.api.v1beta2.LocalQueue;
import dev.sluice.api.v1beta2.RequeueState;
import dev.sluice.api.v1beta2.StopPolicy;
import dev.sluice.api.v1beta2.Workload;
import dev.sluice.controllers.pod.QueuedPods;
import dev.sluice.controllers.queue.CohortCycles;
import dev.sluice.controllers.workload.Facts;
import dev.sluice.engine.Explanation;
import dev.sluice.engine.reason.PendingCause;
import dev.sluice.engine.spec.WorkloadKey;
import dev.sluice.engine.spec.WorkloadSpec;
import dev.sluice.reconcile.Cache;
import dev.sluice.reconcile.Cluster;
import dev.sluice.reconcile.Key;
import io.fabric8.kubernetes.api.model.Condition;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// What objects tell about a workload beside the engine's explanation: its eviction, with the name of who did it,
/// which queue it lacks or why that is closed, and until when it is not tried again.
final class Circumstances {
    /// How the message of a preemption names the preemptor (R6.21).
    private static final Pattern PREEMPTOR =
            Pattern.compile("a workload \\(UID: ([^,]*), JobUID: [^)]*\\)");

    private final Cache<Workload> workloads;
    private final Cache<LocalQueue> localQueues;
    private final Cache<ClusterQueue> clusterQueues;
    private final Cache<Cohort> cohorts;
    private final @Nullable QueuedPods pods;

    Circumstances(Cluster cluster, @Nullable QueuedPods pods) {
        this.pods = pods;
        this.workloads = cluster.cache(Workload.class);
        this.localQueues = cluster.cache(LocalQueue.class);
        this.clusterQueues = cluster.cache(ClusterQueue.class);
        this.cohorts = cluster.cache(Cohort.class);
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
                            notRequeued(workload, document);
                            document.at("/outlook/by").forEach(this::nameJob);
                            outlookMessage(explanation, workload)
                                    .ifPresent(
                                            text ->
                                                    document.withObject("/outlook")
                                                            .put("message", text));
                        });
    }

    /// Beside the name of a Workload that of its job, which people know.
    private void nameJob(JsonNode key) {
        workloads
                .get(key.path("namespace").asText(), key.path("name").asText())
                .flatMap(Facts::controllerOf)
                .ifPresent(
                        job ->
                                ((ObjectNode) key)
                                        .putObject("job")
                                        .put("kind", job.getKind())
                                        .put("name", job.getName()));
    }

    private Optional<String> outlookMessage(Explanation explanation, Workload workload) {
        return switch (explanation.outlook()) {
            case Explanation.NotQueued not ->
                    not.hold() == null
                            ? lack(not.obstacle(), workload)
                            : Optional.of(held(not.hold(), workload));
            case Explanation.Refused(_, PendingCause.QueueInactive _) ->
                    closed(explanation.place().clusterQueue());
            default -> Optional.empty();
        };
    }

    /// What holds it, and not what else is said of its quota: that may be older.
    private String held(WorkloadSpec.Hold hold, Workload workload) {
        return switch (hold) {
            case GATED, ON_HOLD -> reserved(workload);
            case WAITING_FOR_REPLACEMENT_PODS ->
                    WorkloadConditions.WAITING_FOR_REPLACEMENT_PODS
                            + ": "
                            + (pods == null
                                    ? "its pods are not queued any more"
                                    : pods.replacement(workload));
            case VARIANT_PARENT -> "its variants are queued in its place";
            case UNADOPTED -> "its job has not taken it yet";
        };
    }

    private static String reserved(Workload workload) {
        Condition reserved =
                Conditions.find(Facts.conditions(workload), WorkloadConditions.QUOTA_RESERVED);
        return reserved == null ? "its admission is gated" : reserved.getMessage();
    }

    /// A workload whose `Requeued` is False is not tried, whatever would fit.
    private static void notRequeued(Workload workload, ObjectNode document) {
        Condition requeued =
                Conditions.find(Facts.conditions(workload), WorkloadConditions.REQUEUED);
        if (requeued == null || !"False".equals(requeued.getStatus())) {
            return;
        }
        ObjectNode held = document.putObject("notRequeued");
        held.put("reason", requeued.getReason()).put("message", requeued.getMessage());
        RequeueState state = Facts.status(workload).requeueState();
        if (state != null && state.requeueAt() != null) {
            held.put("until", state.requeueAt());
        }
    }

    /// Why a ClusterQueue admits nobody: in the words of its own condition, which does not know of a cycle of cohorts.
    private Optional<String> closed(@Nullable String name) {
        ClusterQueue queue =
                name == null ? null : clusterQueues.get(Key.cluster(name)).orElse(null);
        if (queue == null) {
            return Optional.empty();
        }
        List<String> why = new ArrayList<>();
        Condition active =
                queue.getStatus() == null
                        ? null
                        : Conditions.find(
                                Objects.requireNonNullElse(
                                        queue.getStatus().conditions(), List.<Condition>of()),
                                QueueConditions.ACTIVE);
        if (active != null && "False".equals(active.getStatus())) {
            why.add(active.getMessage());
        }
        String cohort = queue.getSpec() == null ? null : queue.getSpec().cohortName();
        CohortCycles.above(cohorts, cohort == null ? "" : cohort)
                .map(cycle -> "its cohorts form a cycle: " + cycle)
                .ifPresent(why::add);
        return Optional.of("ClusterQueue " + name + " is inactive")
                .map(text -> why.isEmpty() ? text : text + ": " + String.join("; ", why));
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
