package dev.sluice.api.validation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.sluice.api.feature.FeatureGate;
import dev.sluice.api.feature.FeatureGates;
import dev.sluice.api.name.Annotations;
import dev.sluice.model.Quantity;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Rules for Workloads and their status (A7).
public final class WorkloadRules implements Rules {
    private static final JsonMapper JSON = new JsonMapper();

    private final FeatureGates gates;

    public WorkloadRules(FeatureGates gates) {
        this.gates = gates;
    }

    @Override
    public List<Complaint> check(JsonNode object, @Nullable JsonNode old) {
        List<Complaint> complaints = new ArrayList<>();
        if (gates.isOn(FeatureGate.SCHEDULING_GATED_BY)) {
            complaints.addAll(new GateAnnotationRules().check(object, old));
        }
        if (gates.isOn(FeatureGate.WORKLOAD_ADMISSION_CONSTRAINTS)) {
            complaints.addAll(new ConstraintRules().check(object, old));
        }
        if (gates.isOn(FeatureGate.KEP_8303_NAMES)) {
            complaints.addAll(new PreemptionGateNames().check(object, old));
        }
        complaints.addAll(priorityBoost(object));
        JsonNode podSets = object.at("/spec/podSets");
        for (int i = 0; i < podSets.size(); i++) {
            complaints.addAll(podSet(podSets.get(i), "spec.podSets[" + i + "]"));
        }
        complaints.addAll(partialAdmission(object, podSets));
        if (old != null && isReserved(old)) {
            complaints.addAll(podSetsUnchanged(podSets, old.at("/spec/podSets")));
        }
        complaints.addAll(new WorkloadStatusRules(gates).check(object, old));
        return complaints;
    }

    static boolean isReserved(JsonNode workload) {
        return hasCondition(workload, "QuotaReserved");
    }

    static boolean hasCondition(JsonNode workload, String type) {
        for (JsonNode condition : workload.at("/status/conditions")) {
            if (condition.path("type").asText().equals(type)) {
                return condition.path("status").asText().equals("True");
            }
        }
        return false;
    }

    static boolean isElastic(JsonNode workload) {
        return annotation(workload, Annotations.ELASTIC_JOB).equals("true");
    }

    static String annotation(JsonNode object, String key) {
        return Metadata.annotation(object, key);
    }

    /// A7.19
    private List<Complaint> priorityBoost(JsonNode object) {
        JsonNode value =
                object.path("metadata").path("annotations").path(Annotations.PRIORITY_BOOST);
        if (value.isMissingNode() || !gates.isOn(FeatureGate.PRIORITY_BOOST)) {
            return List.of();
        }
        try {
            Integer.parseInt(value.asText());
            return List.of();
        } catch (NumberFormatException e) {
            return List.of(
                    Complaint.invalid(
                            "metadata.annotations[" + Annotations.PRIORITY_BOOST + "]",
                            value.asText(),
                            "must be a signed 32-bit integer"));
        }
    }

    /// A7.1 to A7.3
    private List<Complaint> podSet(JsonNode podSet, String path) {
        JsonNode template = podSet.path("template");
        JsonNode pod = template.path("spec");
        String podPath = path + ".template.spec";
        List<Complaint> complaints = new ArrayList<>();
        for (String list : List.of("initContainers", "containers")) {
            JsonNode containers = pod.path(list);
            for (int i = 0; i < containers.size(); i++) {
                String field = "%s.%s[%d].resources".formatted(podPath, list, i);
                complaints.addAll(resources(containers.get(i).path("resources"), field, true));
            }
        }
        complaints.addAll(resources(pod.path("resources"), podPath + ".resources", false));
        if (gates.isOn(FeatureGate.WORKLOAD_VALIDATION_FOR_POD_SET_METADATA)) {
            JsonNode metadata = template.path("metadata");
            String field = path + ".template.metadata";
            complaints.addAll(
                    Names.complaintsAboutLabels(field + ".labels", metadata.path("labels")));
            complaints.addAll(
                    Names.complaintsAboutAnnotations(
                            field + ".annotations", metadata.path("annotations")));
        }
        if (gates.isOn(FeatureGate.TAS_VALIDATE_WORKLOAD_SLICE_SIZE)) {
            complaints.addAll(slices(podSet.path("topologyRequest"), path + ".topologyRequest"));
        }
        return complaints;
    }

    private List<Complaint> resources(JsonNode resources, String path, boolean ofContainer) {
        boolean positive = gates.isOn(FeatureGate.WORKLOAD_VALIDATE_RESOURCES_ARE_NON_NEGATIVE);
        List<Complaint> complaints = new ArrayList<>();
        for (String list : List.of("requests", "limits")) {
            for (Map.Entry<String, JsonNode> entry : resources.path(list).properties()) {
                String field = "%s.%s[%s]".formatted(path, list, entry.getKey());
                if (ofContainer && entry.getKey().equals("pods")) {
                    complaints.add(
                            Complaint.invalid(
                                    field, "pods", "the key is reserved for internal kueue use"));
                }
                Quantity quantity = QuotaRules.quantity(entry.getValue());
                if (positive && quantity != null && quantity.signum() < 0) {
                    complaints.add(
                            Complaint.invalid(
                                    field,
                                    quantity.toString(),
                                    "must be greater than or equal to 0"));
                }
            }
        }
        return complaints;
    }

    private static List<Complaint> slices(JsonNode request, String path) {
        boolean topology = request.hasNonNull("podSetSliceRequiredTopology");
        boolean size = request.hasNonNull("podSetSliceSize");
        if (topology && !size) {
            return List.of(
                    Complaint.required(
                            path + ".podSetSliceSize",
                            "must be set when podSetSliceRequiredTopology is specified"));
        }
        return size && !topology
                ? List.of(
                        Complaint.forbidden(
                                path + ".podSetSliceSize",
                                "may not be set when podSetSliceRequiredTopology is not specified"))
                : List.of();
    }

    private static List<Complaint> partialAdmission(JsonNode object, JsonNode podSets) {
        int minCounts = 0;
        for (JsonNode podSet : podSets) {
            minCounts += podSet.hasNonNull("minCount") ? 1 : 0;
        }
        if (minCounts > 1) {
            return List.of(
                    Complaint.invalid(
                            "spec.podSets", minCounts, "at most one podSet can use minCount"));
        }
        return minCounts == 1 && isElastic(object)
                ? List.of(
                        Complaint.invalid(
                                "spec.podSets",
                                minCounts,
                                "partial admission and elastic job cannot be used together"))
                : List.of();
    }

    /// A7.9: only a count may fall. Spelling does not count: who reads a Workload and writes it may turn `1` into `"1"`.
    private List<Complaint> podSetsUnchanged(JsonNode podSets, JsonNode before) {
        if (podSets.size() != before.size()) {
            return List.of(Complaint.immutable("spec.podSets", podSets));
        }
        List<Complaint> complaints = new ArrayList<>();
        boolean mayShrink = gates.isOn(FeatureGate.ELASTIC_JOBS_VIA_WORKLOAD_SLICES);
        for (int i = 0; i < podSets.size(); i++) {
            JsonNode podSet = podSets.get(i);
            JsonNode old = before.get(i);
            if (podSet.equals(old)) {
                continue;
            }
            int count = podSet.path("count").asInt();
            int oldCount = old.path("count").asInt();
            boolean allowed = count == oldCount || (mayShrink && count < oldCount);
            if (!allowed || !sameButForCount(podSet, old)) {
                complaints.add(
                        Complaint.immutable("spec.podSets." + i, FieldOrder.ofPodSet(podSet)));
            }
        }
        return complaints;
    }

    private static boolean sameButForCount(JsonNode podSet, JsonNode old) {
        List<String> compared = List.of("count", "template");
        return FieldOrder.without(podSet, compared).equals(FieldOrder.without(old, compared))
                && template(podSet).equals(template(old));
    }

    private static PodTemplateSpec template(JsonNode podSet) {
        JsonNode template = podSet.path("template");
        if (!template.isObject()) {
            return new PodTemplateSpec();
        }
        PodTemplateSpec read = JSON.convertValue(template, PodTemplateSpec.class);
        if (read.getMetadata() == null) {
            read.setMetadata(new ObjectMeta());
        }
        return read;
    }
}
