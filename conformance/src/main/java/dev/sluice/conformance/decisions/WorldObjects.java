package dev.sluice.conformance.decisions;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.api.condition.Conditions;
import dev.sluice.api.condition.QueueConditions;
import dev.sluice.api.pod.LimitSummary;
import dev.sluice.api.v1beta2.AdmissionCheck;
import dev.sluice.api.v1beta2.AdmissionCheckStatus;
import dev.sluice.api.v1beta2.ClusterQueue;
import dev.sluice.api.v1beta2.Cohort;
import dev.sluice.api.v1beta2.LocalQueue;
import dev.sluice.api.v1beta2.ResourceFlavor;
import dev.sluice.api.v1beta2.Workload;
import dev.sluice.api.v1beta2.WorkloadStatus;
import dev.sluice.conformance.RecordingException;
import dev.sluice.controllers.queueing.EngineEvents;
import dev.sluice.controllers.queueing.WorkloadEvents;
import dev.sluice.engine.Event;
import dev.sluice.engine.spec.LocalQueueKey;
import dev.sluice.engine.spec.WorkloadKey;
import dev.sluice.model.Quantity;
import io.fabric8.kubernetes.api.model.LimitRange;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The objects of a world, as an API server would hold them.
final class WorldObjects implements WorkloadEvents.Surroundings {
    private static final KubernetesSerialization JSON = new KubernetesSerialization();

    private final Instant start;
    private final Map<String, ObjectNode> raw = new HashMap<>();
    private final Map<String, ClusterQueue> clusterQueues = new TreeMap<>();
    private final Map<LocalQueueKey, LocalQueue> localQueues = new TreeMap<>();
    private final Map<WorkloadKey, Workload> workloads = new TreeMap<>();
    private final Map<String, List<LimitRange>> limitRanges = new HashMap<>();
    private final Map<String, LimitSummary> limits = new HashMap<>();

    WorldObjects(Instant start) {
        this.start = start;
    }

    Map<String, ClusterQueue> clusterQueues() {
        return clusterQueues;
    }

    Map<LocalQueueKey, LocalQueue> localQueues() {
        return localQueues;
    }

    /// Workloads in the order of their names.
    Map<WorkloadKey, Workload> workloads() {
        return workloads;
    }

    /// Creates or changes an object.
    ///
    /// @return what the engine is told about it; nothing for workloads, of which it is told at the end of the step, and
    ///     for kinds that only matter for workloads
    Optional<Event> apply(JsonNode object) {
        String kind = object.path("kind").asText();
        if (kind.equals("Workload")) {
            applyWorkload(object);
            return Optional.empty();
        }
        String id =
                kind
                        + "/"
                        + object.at("/metadata/namespace").asText()
                        + "/"
                        + object.at("/metadata/name").asText();
        ObjectNode merged = raw.computeIfAbsent(id, _ -> object.deepCopy());
        if (object.has("spec")) {
            merged.set("spec", object.get("spec"));
        }
        return event(kind, merged);
    }

    private Optional<Event> event(String kind, ObjectNode object) {
        return switch (kind) {
            case "Namespace" -> Optional.of(EngineEvents.of(as(object, Namespace.class)));
            case "ResourceFlavor" -> Optional.of(EngineEvents.of(as(object, ResourceFlavor.class)));
            case "Cohort" -> Optional.of(EngineEvents.of(as(object, Cohort.class)));
            case "ClusterQueue" -> {
                ClusterQueue queue = as(object, ClusterQueue.class);
                clusterQueues.put(queue.getMetadata().getName(), queue);
                yield Optional.of(EngineEvents.of(queue));
            }
            case "LocalQueue" -> {
                LocalQueue queue = as(object, LocalQueue.class);
                localQueues.put(EngineEvents.key(queue), queue);
                yield Optional.of(EngineEvents.of(queue));
            }
            case "AdmissionCheck" ->
                    Optional.of(EngineEvents.of(active(as(object, AdmissionCheck.class))));
            case "LimitRange" -> {
                LimitRange range = as(object, LimitRange.class);
                String namespace = range.getMetadata().getNamespace();
                limitRanges.computeIfAbsent(namespace, _ -> new ArrayList<>()).add(range);
                limits.put(namespace, LimitSummary.of(limitRanges.get(namespace)));
                yield Optional.empty();
            }
            default -> throw new RecordingException("kind " + kind + ": no such kind in a world");
        };
    }

    private AdmissionCheck active(AdmissionCheck check) {
        check.setStatus(
                new AdmissionCheckStatus(
                        List.of(
                                Conditions.condition(
                                        QueueConditions.ACTIVE, true, "Active", "", 0, start))));
        return check;
    }

    private void applyWorkload(JsonNode object) {
        WorkloadKey key =
                new WorkloadKey(
                        object.at("/metadata/namespace").asText(),
                        object.at("/metadata/name").asText());
        Workload present = workloads.get(key);
        if (present == null) {
            Workload created = as(object, Workload.class);
            created.getMetadata().setGeneration(1L);
            workloads.put(key, created);
            return;
        }
        ObjectNode merged = JSON.convertValue(present, ObjectNode.class);
        if (object.has("spec")) {
            merged.set("spec", object.get("spec"));
        }
        for (String part : List.of("labels", "annotations")) {
            if (object.path("metadata").has(part)) {
                merged.withObject("/metadata").set(part, object.get("metadata").get(part));
            }
        }
        object.path("status")
                .properties()
                .forEach(f -> merged.withObject("/status").set(f.getKey(), f.getValue()));
        Workload changed = as(merged, Workload.class);
        if (object.has("spec")) {
            changed.getMetadata().setGeneration(present.getMetadata().getGeneration() + 1);
        }
        workloads.put(key, changed);
    }

    private static <T> T as(JsonNode object, Class<T> type) {
        return JSON.convertValue(object, type);
    }

    Workload workload(WorkloadKey key) {
        Workload workload = workloads.get(key);
        if (workload == null) {
            throw new RecordingException("workload " + key + ": there is none");
        }
        return workload;
    }

    /// Replaces the status.
    void status(WorkloadKey key, WorkloadStatus status) {
        workloads.put(key, with(workload(key), status));
    }

    /// A copy with another status.
    static Workload with(Workload workload, WorkloadStatus status) {
        Workload changed = copy(workload);
        changed.setStatus(status);
        return changed;
    }

    /// Replaces the spec, as a write of it would.
    void spec(WorkloadKey key, dev.sluice.api.v1beta2.WorkloadSpec spec) {
        Workload changed = copy(workload(key));
        changed.setSpec(spec);
        changed.getMetadata().setGeneration(changed.getMetadata().getGeneration() + 1);
        workloads.put(key, changed);
    }

    private static Workload copy(Workload workload) {
        Workload copy = new Workload();
        copy.setMetadata(
                new io.fabric8.kubernetes.api.model.ObjectMetaBuilder(workload.getMetadata())
                        .build());
        copy.setSpec(workload.getSpec());
        copy.setStatus(workload.getStatus());
        return copy;
    }

    @Nullable LocalQueue localQueueOf(Workload workload) {
        String name = workload.getSpec() == null ? null : workload.getSpec().queueName();
        return localQueues.get(
                new LocalQueueKey(workload.getMetadata().getNamespace(), name == null ? "" : name));
    }

    /// A world shows the workloads of jobs, whose owners are left out.
    @Override
    public boolean isStoppedByItsJob(Workload workload) {
        return true;
    }

    @Override
    public LimitSummary limits(String namespace) {
        return limits.getOrDefault(namespace, LimitSummary.NONE);
    }

    @Override
    public Map<String, Quantity> overhead(String runtimeClass) {
        return Map.of();
    }
}
