package dev.sluice.api.validation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.api.feature.FeatureGate;
import dev.sluice.api.feature.FeatureGates;
import dev.sluice.api.name.Annotations;
import dev.sluice.model.Amounts;
import dev.sluice.model.Quantity;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Rules for the status of Workloads (A7.4, A7.5, A7.10, A7.13 to A7.17).
final class WorkloadStatusRules implements Rules {
    private final FeatureGates gates;

    WorkloadStatusRules(FeatureGates gates) {
        this.gates = gates;
    }

    @Override
    public List<Complaint> check(JsonNode object, @Nullable JsonNode old) {
        Map<String, JsonNode> podSets = byName(object.at("/spec/podSets"));
        List<Complaint> complaints = new ArrayList<>();
        complaints.addAll(admission(object, old, podSets));
        complaints.addAll(reclaimable(object, old, podSets));
        complaints.addAll(checks(object, old, podSets));
        if (old != null) {
            complaints.addAll(clusterName(object, old));
        }
        return complaints;
    }

    private static Map<String, JsonNode> byName(JsonNode list) {
        Map<String, JsonNode> byName = new LinkedHashMap<>();
        list.forEach(e -> byName.put(e.path("name").asText("main"), e));
        return byName;
    }

    /// A7.10, A7.13
    private List<Complaint> admission(
            JsonNode object, @Nullable JsonNode old, Map<String, JsonNode> podSets) {
        JsonNode admission = object.at("/status/admission");
        boolean absent = admission.isMissingNode() || admission.isNull();
        if (WorkloadRules.isReserved(object) && absent) {
            boolean before =
                    old != null
                            && WorkloadRules.isReserved(old)
                            && old.at("/status/admission").isMissingNode();
            return before
                    ? List.of()
                    : List.of(
                            Complaint.required(
                                    "status.admission",
                                    "must be set while the QuotaReserved condition is true"));
        }
        if (absent) {
            return List.of();
        }
        List<Complaint> complaints = new ArrayList<>();
        if (WorkloadRules.isReserved(object)) {
            complaints.addAll(assignments(admission.path("podSetAssignments"), podSets));
        }
        JsonNode before = old == null ? null : old.at("/status/admission");
        if (before != null
                && before.isObject()
                && !fixed(before).equals(fixed(admission))
                && !(WorkloadRules.isElastic(object) && shrinks(before, admission))) {
            complaints.add(
                    Complaint.immutable("status.admission", FieldOrder.ofAdmission(admission)));
        }
        return complaints;
    }

    /// Whether only the pods of an elastic workload, and their usage, have become fewer.
    private boolean shrinks(JsonNode before, JsonNode after) {
        if (!gates.isOn(FeatureGate.ELASTIC_JOBS_VIA_WORKLOAD_SLICES)
                || !withoutAmounts(before).equals(withoutAmounts(after))) {
            return false;
        }
        JsonNode old = before.path("podSetAssignments");
        for (int i = 0; i < old.size(); i++) {
            int now = after.path("podSetAssignments").path(i).path("count").asInt(0);
            if (now > old.path(i).path("count").asInt(0)) {
                return false;
            }
        }
        return true;
    }

    private JsonNode withoutAmounts(JsonNode admission) {
        JsonNode copy = fixed(admission);
        for (JsonNode assignment : copy.path("podSetAssignments")) {
            ((ObjectNode) assignment).remove(List.of("count", "resourceUsage"));
        }
        return copy;
    }

    /// An admission without what may change: the places of the pods (A7.10).
    private JsonNode fixed(JsonNode admission) {
        JsonNode copy = admission.deepCopy();
        if (gates.isOn(FeatureGate.TOPOLOGY_AWARE_SCHEDULING)) {
            for (JsonNode assignment : copy.path("podSetAssignments")) {
                ((ObjectNode) assignment)
                        .remove(List.of("topologyAssignment", "delayedTopologyRequest"));
            }
        }
        return copy;
    }

    private static List<Complaint> assignments(
            JsonNode assignments, Map<String, JsonNode> podSets) {
        List<Complaint> complaints = new ArrayList<>();
        for (int i = 0; i < assignments.size(); i++) {
            JsonNode assignment = assignments.get(i);
            String path = "status.admission.podSetAssignments[" + i + "]";
            String name = assignment.path("name").asText("main");
            if (!podSets.containsKey(name)) {
                complaints.add(Complaint.notFound(path + ".name", name));
            }
            int count = assignment.path("count").asInt(0);
            for (Map.Entry<String, JsonNode> usage :
                    assignment.path("resourceUsage").properties()) {
                Quantity quantity = QuotaRules.quantity(usage.getValue());
                if (count > 0
                        && quantity != null
                        && Amounts.ofRequest(usage.getKey(), quantity) % count != 0) {
                    complaints.add(
                            Complaint.invalid(
                                    path + ".resourceUsage[" + usage.getKey() + "]",
                                    quantity.toString(),
                                    "is not a multiple of " + count));
                }
            }
        }
        return complaints;
    }

    /// A7.14, A7.15
    private static List<Complaint> reclaimable(
            JsonNode object, @Nullable JsonNode old, Map<String, JsonNode> podSets) {
        Map<String, JsonNode> present = byName(object.at("/status/reclaimablePods"));
        List<Complaint> complaints = new ArrayList<>();
        boolean elastic = WorkloadRules.isElastic(object);
        Map<String, JsonNode> before =
                old == null ? Map.of() : byName(old.at("/status/reclaimablePods"));
        present.forEach(
                (name, entry) -> {
                    String path = "status.reclaimablePods[" + name + "]";
                    JsonNode podSet = podSets.get(name);
                    int count = entry.path("count").asInt();
                    if (podSet == null) {
                        complaints.add(
                                Complaint.unsupported(
                                        path + ".name", name, List.copyOf(podSets.keySet())));
                    } else if (count > podSet.path("count").asInt(1)
                            && !(elastic && entry.equals(before.get(name)))) {
                        complaints.add(
                                Complaint.invalid(
                                        path + ".count",
                                        count,
                                        "should be less or equal to "
                                                + podSet.path("count").asInt(1)));
                    }
                });
        if (old != null
                && !elastic
                && WorkloadRules.isReserved(old)
                && WorkloadRules.isReserved(object)) {
            before.forEach((name, entry) -> fallen(name, entry, present, complaints));
        }
        return complaints;
    }

    private static void fallen(
            String name,
            JsonNode before,
            Map<String, JsonNode> present,
            List<Complaint> complaints) {
        String path = "status.reclaimablePods[" + name + "]";
        JsonNode now = present.get(name);
        int least = before.path("count").asInt();
        if (now == null) {
            complaints.add(Complaint.required(path, "cannot be removed"));
        } else if (now.path("count").asInt() < least) {
            complaints.add(
                    Complaint.invalid(
                            path + ".count",
                            now.path("count").asInt(),
                            "cannot be less than " + least));
        }
    }

    /// A7.4, A7.5
    private static List<Complaint> checks(
            JsonNode object, @Nullable JsonNode old, Map<String, JsonNode> podSets) {
        JsonNode checks = object.at("/status/admissionChecks");
        Map<String, JsonNode> before =
                old == null ? Map.of() : byName(old.at("/status/admissionChecks"));
        List<Complaint> complaints = new ArrayList<>();
        for (int i = 0; i < checks.size(); i++) {
            JsonNode check = checks.get(i);
            String path = "status.admissionChecks[" + i + "].podSetUpdates";
            JsonNode updates = check.path("podSetUpdates");
            for (int j = 0; j < updates.size(); j++) {
                complaints.addAll(update(updates.get(j), path + "[" + j + "]", podSets));
            }
            JsonNode earlier = before.get(check.path("name").asText());
            if (earlier != null
                    && isReady(earlier)
                    && isReady(check)
                    && !earlier.path("podSetUpdates").equals(updates)) {
                complaints.add(Complaint.immutable(path, updates));
            }
        }
        return complaints;
    }

    private static boolean isReady(JsonNode check) {
        return check.path("state").asText().equals("Ready");
    }

    private static List<Complaint> update(
            JsonNode update, String path, Map<String, JsonNode> podSets) {
        List<Complaint> complaints = new ArrayList<>();
        String name = update.path("name").asText();
        if (!podSets.containsKey(name)) {
            complaints.add(
                    Complaint.unsupported(path + ".name", name, List.copyOf(podSets.keySet())));
        }
        complaints.addAll(Names.complaintsAboutLabels(path + ".labels", update.path("labels")));
        complaints.addAll(
                Names.complaintsAboutAnnotations(
                        path + ".annotations", update.path("annotations")));
        complaints.addAll(
                Names.complaintsAboutLabels(path + ".nodeSelector", update.path("nodeSelector")));
        complaints.addAll(
                ResourceFlavorRules.tolerations(update.path("tolerations"), path + ".tolerations"));
        return complaints;
    }

    /// A7.17
    private static List<Complaint> clusterName(JsonNode object, JsonNode old) {
        String name = object.at("/status/clusterName").asText("");
        boolean isSet = !name.isEmpty() && old.at("/status/clusterName").asText("").isEmpty();
        if (!isSet
                || !WorkloadRules.annotation(object, Annotations.WORKLOAD_SLICE_REPLACEMENT_FOR)
                        .isEmpty()) {
            return List.of();
        }
        for (JsonNode nominated : old.at("/status/nominatedClusterNames")) {
            if (nominated.asText().equals(name)) {
                return List.of();
            }
        }
        return List.of(
                Complaint.invalid(
                        "status.clusterName",
                        name,
                        "when setting clusterName it must be one of the nominatedClusterNames"));
    }
}
