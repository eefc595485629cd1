package dev.sluice.conformance.scheduler;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.podscheduler.cluster.NodeState;
import dev.sluice.podscheduler.framework.Diagnosis.Refusal;
import dev.sluice.podscheduler.framework.PostFilterPlugin.Rescue;
import dev.sluice.podscheduler.framework.Status;
import dev.sluice.podscheduler.preemption.Candidate;
import dev.sluice.podscheduler.preemption.PreemptionSearch.Found;
import java.util.Comparator;
import java.util.List;

/// What preemption found and would do, in the form of the recordings.
final class Rescues {
    private Rescues() {}

    static ObjectNode describe(Found found, Rescue rescue) {
        ObjectNode result = JsonNodeFactory.instance.objectNode();
        result.put("eligible", found.notEligible() == null);
        Status.Code code = rescue.status().code();
        result.put("code", code.text());
        result.put("nomination", nomination(rescue, found));
        if (!found.potential().isEmpty()) {
            names(result.putArray("potentialNodes"), found.potential());
        }
        if (!found.candidates().isEmpty()) {
            candidates(result.putObject("candidates"), found.candidates());
            names(result.putArray("chosen"), found.best().stream().map(Candidate::node).toList());
        }
        if (!found.rejected().isEmpty()) {
            rejected(result.putObject("rejected"), found.rejected());
        }
        return result;
    }

    private static String nomination(Rescue rescue, Found found) {
        if (found.notEligible() != null) {
            return "keep";
        }
        return rescue.nominatedNode() == null ? "clear" : "set";
    }

    private static void candidates(ObjectNode out, List<Candidate> candidates) {
        for (Candidate candidate : candidates) {
            ObjectNode node = out.putObject(candidate.node().name());
            ArrayNode victims = node.putArray("victims");
            candidate.victims().forEach(victim -> victims.add(victim.key()));
            node.put("pdbViolations", candidate.violations());
        }
    }

    private static void rejected(ObjectNode out, List<Refusal> rejected) {
        for (Refusal refusal : rejected) {
            if (refusal.node() == null) {
                continue;
            }
            ObjectNode node = out.putObject(refusal.node().name());
            if (!refusal.plugin().equals("DefaultPreemption")) {
                node.put("plugin", refusal.plugin());
            }
            node.put("code", refusal.status().code().text());
            ArrayNode reasons = node.putArray("reasons");
            refusal.status().reasons().forEach(reasons::add);
        }
    }

    private static void names(ArrayNode out, List<NodeState> nodes) {
        nodes.stream().map(NodeState::name).sorted(Comparator.naturalOrder()).forEach(out::add);
    }
}
