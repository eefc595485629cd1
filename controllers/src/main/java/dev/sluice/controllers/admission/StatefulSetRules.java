package dev.sluice.controllers.admission;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.api.config.Configuration;
import dev.sluice.api.feature.FeatureGate;
import dev.sluice.api.name.Annotations;
import dev.sluice.api.v1beta2.Kueue;
import dev.sluice.controllers.job.WorkloadName;
import dev.sluice.controllers.pod.RoleHash;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/// What a StatefulSet in a queue must not change (L3.65): all its pods are admitted together, for what they ask then. It goes
/// to zero, or comes from there. One that a gate holds has asked for nothing yet, and may change (KEP-6915).
record StatefulSetRules(Configuration settings) {
    private static final String REPLICAS = "spec.replicas";
    private static final List<String> CONTAINERS = List.of("containers", "initContainers");

    List<FieldError> changed(JsonNode old, JsonNode set, String namespace, Lookup lookup) {
        if (held(old)) {
            return List.of();
        }
        List<FieldError> errors = new ArrayList<>(scaled(old, replicas(set), namespace, lookup));
        shape(old.at("/spec/template/spec"), set.at("/spec/template/spec"), errors);
        return errors;
    }

    private boolean held(JsonNode old) {
        return settings.gates().isOn(FeatureGate.SCHEDULING_GATED_BY)
                && !Review.annotation(old, Annotations.SCHEDULING_GATED_BY).isBlank();
    }

    /// @param replicas how many there are to be
    List<FieldError> scaled(JsonNode old, int replicas, String namespace, Lookup lookup) {
        int before = replicas(old);
        if (before == replicas || replicas == 0 || held(old)) {
            return List.of();
        }
        if (before != 0) {
            return List.of(FieldError.immutable(REPLICAS, String.valueOf(replicas)));
        }
        if (old.at("/status/replicas").asInt() > 0) {
            return List.of(FieldError.forbidden(REPLICAS, "scaling down is still in progress"));
        }
        return workloadIsReady(old, namespace, lookup)
                ? List.of()
                : List.of(
                        FieldError.forbidden(
                                REPLICAS,
                                "workload from previous scale-down is still being deleted"));
    }

    private static int replicas(JsonNode set) {
        return set.at("/spec/replicas").asInt(1);
    }

    /// Whether the Workload, if there is one, holds nothing any more and can be used again.
    private boolean workloadIsReady(JsonNode set, String namespace, Lookup lookup) {
        JsonNode workload =
                lookup.object(
                        Kueue.API_VERSION,
                        "Workload",
                        namespace,
                        WorkloadName.of(
                                "StatefulSet",
                                "apps",
                                set.at("/metadata/name").asText(),
                                set.at("/metadata/uid").asText(),
                                settings.gates().isOn(FeatureGate.SHORT_WORKLOAD_NAMES)));
        if (workload == null) {
            return true;
        }
        boolean active = workload.at("/spec/active").asBoolean(true);
        for (JsonNode condition : workload.at("/status/conditions")) {
            if (condition.path("type").asText().equals("QuotaReserved")) {
                return condition.path("status").asText().equals("False")
                        && (!active || condition.path("reason").asText().equals("OnHold"));
            }
        }
        return !active;
    }

    /// What decides about the role of the pods, and what they need (L3.13).
    private static void shape(JsonNode old, JsonNode now, List<FieldError> errors) {
        JsonNode before = RoleHash.canonical(old).path("spec");
        JsonNode after = RoleHash.canonical(now).path("spec");
        Set<String> fields = new TreeSet<>();
        before.fieldNames().forEachRemaining(fields::add);
        after.fieldNames().forEachRemaining(fields::add);
        for (String field : fields) {
            JsonNode one = before.path(field);
            JsonNode other = after.path(field);
            String path = "spec.template.spec." + field;
            if (CONTAINERS.contains(field) && one.size() == other.size()) {
                for (int i = 0; i < other.size(); i++) {
                    unchanged(one.get(i), other.get(i), "ports", path + "[" + i + "].", errors);
                    unchanged(
                            one.get(i).path("resources"),
                            other.get(i).path("resources"),
                            "requests",
                            path + "[" + i + "].resources.",
                            errors);
                }
            } else {
                unchanged(before, after, field, "spec.template.spec.", errors);
            }
        }
    }

    private static void unchanged(
            JsonNode one, JsonNode other, String field, String path, List<FieldError> errors) {
        JsonNode wanted = other.path(field);
        if (!one.path(field).equals(wanted)) {
            errors.add(
                    FieldError.immutable(
                            path + field, wanted.isMissingNode() ? "null" : wanted.toString()));
        }
    }
}
