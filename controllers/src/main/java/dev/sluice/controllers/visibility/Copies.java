package dev.sluice.controllers.visibility;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.api.condition.Conditions;
import dev.sluice.controllers.multicluster.DispatchOutlook;
import io.fabric8.kubernetes.api.model.Condition;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// What becomes of a manager's workload in its workers, as a part of the explanation:
///
/// ```
/// {"check": "…", "cluster": "w1", "cannot": ["preempt", "borrow"], "changesAt": TIME, "nextGateAt": TIME,
///  "copies": [{"cluster": "w1", "asked": true, "absentSince": TIME, "there": true,
///              "quotaSince": TIME, "reason": "…", "message": "…", "gate": "AskedFor", "gateSince": TIME}]}
/// ```
///
/// A copy has either `quotaSince`, or the reason why it has none there.
final class Copies {
    private Copies() {}

    static void addTo(ObjectNode node, DispatchOutlook outlook) {
        node.put("check", outlook.check());
        if (outlook.chosen() != null) {
            node.put("cluster", outlook.chosen());
        }
        if (!outlook.mayPreempt()) {
            node.withArray("cannot").add("preempt");
        }
        if (!outlook.mayBorrow()) {
            node.withArray("cannot").add("borrow");
        }
        time(node, "changesAt", outlook.changes());
        time(node, "nextGateAt", outlook.nextTurn());
        ArrayNode copies = node.putArray("copies");
        outlook.copies().forEach(copy -> copy(copy, copies.addObject()));
    }

    private static void copy(DispatchOutlook.Copy copy, ObjectNode node) {
        node.put("cluster", copy.cluster()).put("asked", copy.asked());
        time(node, "absentSince", copy.absentSince());
        node.put("there", copy.there());
        Condition quota = copy.quota();
        if (quota != null && "True".equals(quota.getStatus())) {
            node.put("quotaSince", quota.getLastTransitionTime());
        } else if (quota != null) {
            node.put("reason", quota.getReason()).put("message", quota.getMessage());
        }
        if (copy.gate() != DispatchOutlook.Gate.NONE) {
            node.put("gate", Explanations.camel(copy.gate()));
            time(node, "gateSince", copy.gateSince());
        }
    }

    private static void time(ObjectNode node, String field, @Nullable Instant time) {
        if (time != null) {
            node.put(field, Conditions.time(time));
        }
    }
}
