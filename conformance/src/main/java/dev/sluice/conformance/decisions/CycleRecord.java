package dev.sluice.conformance.decisions;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.api.config.Configuration;
import dev.sluice.api.v1beta2.Workload;
import dev.sluice.controllers.queueing.DecisionTexts;
import dev.sluice.controllers.workload.Facts;
import dev.sluice.engine.Decision;
import dev.sluice.engine.Engine;
import dev.sluice.engine.QueueCounts;
import dev.sluice.engine.reason.Deviation;
import dev.sluice.engine.spec.LocalQueueKey;
import dev.sluice.engine.spec.Reservation.PodSetReservation;
import dev.sluice.engine.spec.WorkloadKey;
import dev.sluice.model.Amounts;
import io.fabric8.kubernetes.api.model.Condition;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Writes down what a cycle did, in the form of the recordings.
final class CycleRecord {
    private final WorldObjects objects;
    private final Engine engine;
    private final Set<PeerHabit> habits;
    private final Configuration configuration;
    private final Map<WorkloadKey, String> states = new TreeMap<>();
    private final Map<WorkloadKey, String> gone = new TreeMap<>();

    /// A workload that was looked at.
    ///
    /// @param condition its condition `QuotaReserved` right after the cycle
    record Head(Decision decision, @Nullable Condition condition) {}

    CycleRecord(
            WorldObjects objects,
            Engine engine,
            Configuration configuration,
            Set<PeerHabit> habits) {
        this.habits = habits;
        this.objects = objects;
        this.engine = engine;
        this.configuration = configuration;
    }

    /// A workload was deleted.
    void deleted(WorkloadKey key) {
        gone.put(key, "Deleted");
    }

    /// What the cycle with these heads did. Everything but the heads is read as it is now.
    JsonNode of(List<Head> unordered) {
        ObjectNode cycle = object();
        List<Head> heads =
                unordered.stream()
                        .sorted(Comparator.comparing(head -> head.decision().workload()))
                        .toList();
        if (heads.isEmpty()) {
            cycle.put("idle", true);
            putUnlessEmpty(cycle, "states", states());
            return cycle;
        }
        ArrayNode names = cycle.putArray("heads");
        heads.forEach(head -> names.add(head.decision().workload().toString()));
        ArrayNode admitted = array();
        ArrayNode preempting = array();
        ArrayNode pending = array();
        for (Head head : heads) {
            switch (head.decision()) {
                case Decision.Admit admit -> admitted.add(admitted(admit));
                case Decision.Preempt preempt -> {
                    preempting.add(preempting(preempt));
                    pending.add(pending(head));
                }
                case Decision.Pending _, Decision.Migrate _ -> pending.add(pending(head));
            }
        }
        putUnlessEmpty(cycle, "admitted", admitted);
        putUnlessEmpty(cycle, "preempting", preempting);
        putUnlessEmpty(cycle, "pending", pending);
        putUnlessEmpty(cycle, "queues", queues());
        putUnlessEmpty(cycle, "usage", usage());
        if (configuration.fairSharing() != null) {
            putUnlessEmpty(cycle, "shares", shares());
        }
        if (configuration.admissionFairSharing() != null) {
            putUnlessEmpty(cycle, "consumed", consumed());
        }
        putUnlessEmpty(cycle, "states", states());
        return cycle;
    }

    private static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }

    private static ArrayNode array() {
        return JsonNodeFactory.instance.arrayNode();
    }

    private static void putUnlessEmpty(ObjectNode parent, String name, JsonNode value) {
        if (!value.isEmpty()) {
            parent.set(name, value);
        }
    }

    private static ObjectNode admitted(Decision.Admit admit) {
        ObjectNode entry = object();
        entry.put("workload", admit.workload().toString());
        entry.put("clusterQueue", admit.clusterQueue());
        ArrayNode podSets = entry.putArray("podSets");
        for (PodSetReservation podSet : admit.podSets()) {
            ObjectNode written = podSets.addObject();
            written.put("name", podSet.name());
            written.put("count", podSet.count());
            ObjectNode flavors = object();
            podSet.flavors().forEach(flavors::put);
            putUnlessEmpty(written, "flavors", flavors);
            ObjectNode usage = object();
            podSet.usage().forEach((r, v) -> usage.put(r, Amounts.format(r, v)));
            putUnlessEmpty(written, "usage", usage);
        }
        String considered = DecisionTexts.flavorsConsidered(admit.assignment());
        if (!considered.isEmpty()) {
            entry.put("considered", considered);
        }
        entry.put("admitted", admit.admitted());
        return entry;
    }

    private ObjectNode preempting(Decision.Preempt preempt) {
        ObjectNode entry = object();
        entry.put("workload", preempt.workload().toString());
        ArrayNode victims = entry.putArray("victims");
        Workload preemptor = objects.workload(preempt.workload());
        preempt.victims().stream()
                .sorted(Comparator.comparing(Decision.Victim::workload))
                .forEach(
                        victim -> {
                            ObjectNode written = victims.addObject();
                            written.put("workload", victim.workload().toString());
                            if (victim.alreadyEvicted()) {
                                written.put("already", true);
                            } else {
                                written.put("reason", victim.reason().text());
                                written.put(
                                        "message",
                                        DecisionTexts.preempted(
                                                victim,
                                                Objects.requireNonNullElse(
                                                        preemptor.getMetadata().getUid(), ""),
                                                ""));
                            }
                        });
        return entry;
    }

    private ObjectNode pending(Head head) {
        WorkloadKey key = head.decision().workload();
        ObjectNode entry = object();
        entry.put("workload", key.toString());
        Condition condition = head.condition();
        if (condition != null) {
            boolean nameless =
                    habits.contains(PeerHabit.EMPTY_REASON)
                            && head.decision().deviations().contains(Deviation.R4_21_REASON);
            if (!nameless) {
                entry.put("reason", condition.getReason());
            }
            entry.put("message", condition.getMessage());
        }
        entry.put(
                "queued",
                switch (engine.place(key).kind()) {
                    case ACTIVE -> "active";
                    case PARKED -> "inadmissible";
                    case NONE -> "none";
                });
        return entry;
    }

    private ObjectNode queues() {
        ObjectNode queues = object();
        for (String name : objects.clusterQueues().keySet()) {
            ObjectNode queue = object();
            putUnlessEmpty(queue, "active", names(engine.active(name)));
            putUnlessEmpty(queue, "inadmissible", names(engine.parked(name)));
            putUnlessEmpty(queues, name, queue);
        }
        return queues;
    }

    private static ArrayNode names(List<WorkloadKey> keys) {
        ArrayNode names = array();
        keys.forEach(key -> names.add(key.toString()));
        return names;
    }

    private ObjectNode usage() {
        ObjectNode usage = object();
        for (String name : objects.clusterQueues().keySet()) {
            QueueCounts counts = engine.counts(name);
            ObjectNode flavors = object();
            if (counts != null) {
                counts.reserved().forEach((f, used) -> putUnlessEmpty(flavors, f, amounts(used)));
            }
            putUnlessEmpty(usage, name, flavors);
        }
        return usage;
    }

    private static ObjectNode amounts(Map<String, Long> amounts) {
        ObjectNode written = object();
        amounts.forEach(
                (resource, amount) -> {
                    if (amount != 0) {
                        written.put(resource, Amounts.format(resource, amount));
                    }
                });
        return written;
    }

    private ObjectNode shares() {
        ObjectNode shares = object();
        for (String name : objects.clusterQueues().keySet()) {
            long share = engine.shareOfClusterQueue(name);
            if (share != 0) {
                shares.put(name, share);
            }
        }
        return shares;
    }

    private ObjectNode consumed() {
        ObjectNode consumed = object();
        for (LocalQueueKey key : objects.localQueues().keySet()) {
            ObjectNode resources = object();
            engine.consumed(key).forEach((r, v) -> putDecimal(resources, r, v));
            engine.pendingPenalties(key)
                    .forEach((r, v) -> putDecimal(resources, r + " pending", v));
            putUnlessEmpty(consumed, key.toString(), resources);
        }
        return consumed;
    }

    private static void putDecimal(ObjectNode resources, String name, BigDecimal value) {
        BigDecimal decimal = value.setScale(9, RoundingMode.HALF_EVEN);
        if (decimal.signum() != 0) {
            resources.put(
                    name,
                    new dev.sluice.model.Quantity(
                                    decimal.stripTrailingZeros(),
                                    dev.sluice.model.Quantity.Format.DECIMAL)
                            .toString());
        }
    }

    /// Workloads whose state is not what it was when this was last asked.
    private ObjectNode states() {
        Map<WorkloadKey, String> changed = new TreeMap<>(gone);
        gone.keySet().forEach(states::remove);
        gone.clear();
        objects.workloads()
                .forEach(
                        (key, workload) -> {
                            String state = state(workload);
                            if (!state.equals(states.put(key, state))) {
                                changed.put(key, state);
                            }
                        });
        ObjectNode written = object();
        changed.forEach((key, state) -> written.put(key.toString(), state));
        return written;
    }

    private static String state(Workload workload) {
        if (Facts.finished(workload)) {
            return "Finished";
        }
        if (Facts.reserved(workload)) {
            if (Facts.evicted(workload)) {
                return "Evicting";
            }
            return Facts.admitted(workload) ? "Admitted" : "QuotaReserved";
        }
        return Facts.active(workload) ? "Pending" : "Inactive";
    }
}
