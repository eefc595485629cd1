package dev.sluice.engine.recorded;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.engine.Event;
import dev.sluice.engine.spec.AdmissionConstraints;
import dev.sluice.engine.spec.PodSetSpec;
import dev.sluice.engine.spec.Reservation;
import dev.sluice.engine.spec.WorkloadKey;
import dev.sluice.engine.spec.WorkloadSpec;
import dev.sluice.engine.spec.WorkloadStatus;
import dev.sluice.engine.spec.WorkloadStatus.CheckState;
import dev.sluice.engine.spec.WorkloadStatus.Mark;
import dev.sluice.model.Amounts;
import dev.sluice.model.Quantity;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// A workload object of a recorded world, with its conditions.
final class Job {

    static final class Check {
        CheckState state;
        @Nullable Instant retryAt;

        Check(CheckState state) {
            this.state = state;
        }
    }

    final WorkloadKey key;
    final String uid;
    final Instant created;
    JsonNode spec;
    long generation = 1;
    boolean active = true;
    boolean finished;
    int boost;
    @Nullable WorkloadKey replaces;
    @Nullable Reservation reservation;
    @Nullable Mark evicted;
    String evictionReason = "";
    @Nullable Mark preempted;
    @Nullable Boolean requeued;
    String requeuedReason = "";
    @Nullable Instant requeueAt;
    String reason = "";
    String message = "";
    final Map<String, Check> checks = new TreeMap<>();
    final Set<String> openGates = new HashSet<>();
    final Map<String, Integer> reclaimable = new HashMap<>();

    Job(JsonNode object) {
        JsonNode meta = object.path("metadata");
        key = new WorkloadKey(meta.path("namespace").asText(), meta.path("name").asText());
        uid = meta.path("uid").asText();
        created = Instant.parse(meta.path("creationTimestamp").asText());
        spec = object.path("spec");
    }

    /// Takes over the parts that are given.
    void apply(JsonNode object, boolean boosts) {
        if (object.has("spec")) {
            spec = object.get("spec");
            generation++;
        }
        active = spec.path("active").asBoolean(true);
        JsonNode annotations = object.path("metadata").path("annotations");
        if (!annotations.isMissingNode()) {
            String old =
                    SpecReader.textOrNull(
                            annotations, "kueue.x-k8s.io/workload-slice-replacement-for");
            replaces =
                    old == null
                            ? null
                            : WorkloadKey.parse(
                                    old.contains("/") ? old : key.namespace() + "/" + old);
            boost = boosts ? annotations.path("kueue.x-k8s.io/priority-boost").asInt(0) : 0;
        }
        JsonNode status = object.path("status");
        for (JsonNode condition : status.path("conditions")) {
            condition(condition);
        }
        if (status.has("admission")) {
            admission(status);
        }
        if (status.has("admissionChecks")) {
            checks.clear();
            for (JsonNode node : status.get("admissionChecks")) {
                Check check =
                        new Check(
                                CheckState.valueOf(
                                        node.path("state")
                                                .asText()
                                                .toUpperCase(java.util.Locale.ROOT)));
                if (node.has("requeueAfterSeconds")) {
                    check.retryAt =
                            Instant.parse(node.path("lastTransitionTime").asText())
                                    .plusSeconds(node.path("requeueAfterSeconds").asLong());
                }
                checks.put(node.path("name").asText(), check);
            }
        }
        for (JsonNode gate : status.path("preemptionGates")) {
            if (gate.path("position").asText().equals("Open")) {
                openGates.add(gate.path("name").asText());
            } else {
                openGates.remove(gate.path("name").asText());
            }
        }
        if (status.has("reclaimablePods")) {
            reclaimable.clear();
            status.get("reclaimablePods")
                    .forEach(
                            n -> reclaimable.put(n.path("name").asText(), n.path("count").asInt()));
        }
    }

    private void condition(JsonNode condition) {
        boolean isTrue = condition.path("status").asText().equals("True");
        Mark mark =
                new Mark(
                        condition.path("reason").asText(),
                        Instant.parse(condition.path("lastTransitionTime").asText()));
        switch (condition.path("type").asText()) {
            case "Evicted" -> {
                evicted = isTrue ? mark : null;
                evictionReason = isTrue ? mark.reason() : "";
            }
            case "Preempted" -> preempted = isTrue ? mark : null;
            case "Requeued" -> requeued = isTrue;
            case "Finished" -> finished = isTrue;
            default -> {}
        }
    }

    private void admission(JsonNode status) {
        Instant at = created;
        boolean admitted = false;
        for (JsonNode condition : status.path("conditions")) {
            if (condition.path("type").asText().equals("QuotaReserved")) {
                at = Instant.parse(condition.path("lastTransitionTime").asText());
            }
            if (condition.path("type").asText().equals("Admitted")) {
                admitted = condition.path("status").asText().equals("True");
            }
        }
        List<Reservation.PodSetReservation> podSets = new ArrayList<>();
        for (JsonNode podSet : status.path("admission").path("podSetAssignments")) {
            Map<String, Long> usage = new HashMap<>();
            podSet.path("resourceUsage")
                    .properties()
                    .forEach(
                            e ->
                                    usage.put(
                                            e.getKey(),
                                            Amounts.ofRequest(
                                                    e.getKey(),
                                                    Quantity.parse(e.getValue().asText()))));
            podSets.add(
                    new Reservation.PodSetReservation(
                            podSet.path("name").asText(),
                            podSet.path("count").asInt(),
                            SpecReader.textMap(podSet.path("flavors")),
                            usage));
        }
        reservation =
                new Reservation(
                        status.path("admission").path("clusterQueue").asText(),
                        podSets,
                        at,
                        admitted);
    }

    String queueName() {
        return spec.path("queueName").asText();
    }

    boolean isAdmitted() {
        return reservation != null && reservation.admitted();
    }

    Event event(
            Map<String, Quantity> defaultRequests,
            JsonNode transformations,
            boolean gates,
            WorkloadSpec.@Nullable RequestFault fault) {
        List<PodSetSpec> podSets = new ArrayList<>();
        for (JsonNode podSet : spec.path("podSets")) {
            podSets.add(SpecReader.podSet(podSet, defaultRequests, transformations));
        }
        List<String> gateNames = new ArrayList<>();
        if (gates) {
            spec.path("preemptionGates").forEach(n -> gateNames.add(n.path("name").asText()));
        }
        List<WorkloadStatus.Check> states = new ArrayList<>();
        checks.forEach((name, check) -> states.add(new WorkloadStatus.Check(name, check.state)));
        return new Event.WorkloadChanged(
                new WorkloadSpec(
                        key,
                        uid,
                        generation,
                        queueName(),
                        spec.path("priority").asInt(0),
                        boost,
                        "",
                        created,
                        active,
                        null,
                        podSets,
                        AdmissionConstraints.NONE,
                        gateNames,
                        replaces,
                        null,
                        null,
                        fault),
                new WorkloadStatus(
                        finished,
                        active || !Boolean.getBoolean("peer") ? reservation : null,
                        evicted,
                        preempted,
                        requeued,
                        requeueAt,
                        states,
                        openGates,
                        reclaimable,
                        false));
    }

    /// State as recordings name it.
    String state() {
        if (finished) {
            return "Finished";
        }
        if (reservation != null) {
            return evicted != null
                    ? "Evicting"
                    : reservation.admitted() ? "Admitted" : "QuotaReserved";
        }
        return active ? "Pending" : "Inactive";
    }
}
