package dev.sluice.api.validation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.api.condition.WorkloadConditions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What KEP-8303 and the peer call by different names in a Workload's status: whether a preemption gate is open (`state`,
/// `position`), and that the workload waits for one (`PreemptionBlocked`, `BlockedOnPreemptionGates`). Who writes or changes
/// one name, has written the other; two that disagree are refused.
public final class PreemptionGateNames implements Rules {
    private static final String STATE = "state";
    private static final String POSITION = "position";
    private static final Set<String> VALUES = Set.of("Closed", "Open");
    private static final String PEERS = WorkloadConditions.BLOCKED_ON_PREEMPTION_GATES;
    private static final String KEPS = WorkloadConditions.PREEMPTION_BLOCKED;

    @Override
    public List<Complaint> check(JsonNode object, @Nullable JsonNode old) {
        List<Complaint> complaints = new ArrayList<>();
        JsonNode gates = gates(object);
        for (int i = 0; i < gates.size(); i++) {
            JsonNode state = gates.get(i).path(STATE);
            String position = gates.get(i).path(POSITION).asText();
            if (!state.isMissingNode() && !state.asText().equals(position)) {
                complaints.add(
                        Complaint.invalid(
                                "status.preemptionGates[" + i + "].state",
                                state,
                                "must agree with position, which is \"%s\"".formatted(position)));
            }
        }
        JsonNode keps = condition(object, KEPS);
        JsonNode peers = condition(object, PEERS);
        if (!keps.path("status").equals(peers.path("status"))) {
            complaints.add(
                    Complaint.invalid(
                            "status.conditions[%s].status".formatted(KEPS),
                            keps.path("status").asText(),
                            "must agree with the condition %s, which is \"%s\""
                                    .formatted(PEERS, peers.path("status").asText())));
        }
        return complaints;
    }

    /// Has each name follow the other where only that one was written or changed.
    public static void complete(ObjectNode workload, @Nullable JsonNode old) {
        for (JsonNode gate : gates(workload)) {
            if (gate instanceof ObjectNode here) {
                completeGate(here, old == null ? here.objectNode() : gate(old, here));
            }
        }
        JsonNode keps = condition(workload, KEPS);
        JsonNode peers = condition(workload, PEERS);
        if (keps.equals(renamed(peers, KEPS))) {
            return;
        }
        JsonNode before = old == null ? workload.objectNode() : old;
        boolean kepsChanged = !keps.equals(condition(before, KEPS));
        boolean peersChanged = !peers.equals(condition(before, PEERS));
        boolean bothThere = !keps.isMissingNode() && !peers.isMissingNode();
        if (kepsChanged && peersChanged && bothThere) {
            return;
        }
        boolean kepsLeads = kepsChanged == peersChanged ? peers.isMissingNode() : kepsChanged;
        if (kepsLeads) {
            follow(workload, keps, PEERS);
        } else {
            follow(workload, peers, KEPS);
        }
    }

    /// Forgets what nobody is to read here.
    public static void forget(ObjectNode workload) {
        for (JsonNode gate : gates(workload)) {
            if (gate instanceof ObjectNode here) {
                here.remove(STATE);
            }
        }
    }

    private static void completeGate(ObjectNode gate, JsonNode before) {
        String state = gate.path(STATE).asText();
        String position = gate.path(POSITION).asText();
        if (state.equals(position)) {
            return;
        }
        boolean stateChanged = !state.equals(before.path(STATE).asText());
        boolean positionChanged = !position.equals(before.path(POSITION).asText());
        if (VALUES.contains(position) && (state.isEmpty() || !stateChanged)) {
            gate.put(STATE, position);
        } else if (VALUES.contains(state) && (position.isEmpty() || !positionChanged)) {
            gate.put(POSITION, state);
        }
    }

    private static JsonNode gates(JsonNode workload) {
        return workload.path("status").path("preemptionGates");
    }

    private static JsonNode gate(JsonNode old, JsonNode like) {
        return named(gates(old), "name", like.path("name").asText());
    }

    private static JsonNode condition(JsonNode workload, String type) {
        return named(workload.path("status").path("conditions"), "type", type);
    }

    private static JsonNode named(JsonNode list, String key, String name) {
        for (JsonNode element : list) {
            if (element.path(key).asText().equals(name)) {
                return element;
            }
        }
        return list.path(-1);
    }

    private static JsonNode renamed(JsonNode condition, String type) {
        return condition instanceof ObjectNode there
                ? there.deepCopy().put("type", type)
                : condition;
    }

    /// The condition of the other name says the same from now on; it is not there if this one is not.
    private static void follow(ObjectNode workload, JsonNode condition, String other) {
        ArrayNode conditions = workload.withObject("/status").withArrayProperty("conditions");
        for (int i = conditions.size() - 1; i >= 0; i--) {
            if (conditions.get(i).path("type").asText().equals(other)) {
                conditions.remove(i);
            }
        }
        if (!condition.isMissingNode()) {
            conditions.add(renamed(condition, other));
        }
    }
}
