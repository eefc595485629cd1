package dev.sluice.api.conversion;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.api.v1beta2.Kueue;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Turns objects of our kinds from `v1beta1` into `v1beta2` and back (A16). What one version cannot say is lost on the way
/// to it. Pure.
public final class Versions {
    private static final String OLD = Kueue.GROUP + "/v1beta1";
    private static final String NEW = Kueue.GROUP + "/v1beta2";

    /// Counters that an object of these kinds has as soon as it has a status.
    private static final List<String> COUNTERS =
            List.of("pendingWorkloads", "reservingWorkloads", "admittedWorkloads");

    private static final String WORKLOAD_CLASS_SOURCE = Kueue.GROUP + "/workloadpriorityclass";
    private static final String POD_CLASS_SOURCE = "scheduling.k8s.io/priorityclass";

    private Versions() {}

    /// Changes the object in place, all but its `apiVersion`; one of another group, or already in the version, is left.
    public static void convert(ObjectNode object, String toApiVersion) {
        String from = object.path("apiVersion").asText();
        String kind = object.path("kind").asText();
        if (from.equals(OLD) && toApiVersion.equals(NEW)) {
            upgrade(kind, object);
        } else if (from.equals(NEW) && toApiVersion.equals(OLD)) {
            downgrade(kind, object);
        }
    }

    private static void upgrade(String kind, ObjectNode object) {
        ObjectNode spec = part(object, "spec");
        ObjectNode status = part(object, "status");
        switch (kind) {
            case "ClusterQueue" -> {
                rename(spec, "cohort", "cohortName");
                checksToStrategy(spec);
                fungibility(spec);
                zeroCounters(object);
            }
            case "LocalQueue" -> {
                rename(status, "flavorUsage", "flavorsUsage");
                zeroCounters(object);
            }
            case "Workload" -> {
                classToReference(spec);
                templateMetadata(spec);
                rename(
                        status,
                        "accumulatedPastExexcutionTimeSeconds",
                        "accumulatedPastExecutionTimeSeconds");
                object.withObjectProperty("status");
            }
            case "MultiKueueCluster" -> clusterToSource(spec);
            default -> {
                // The other kinds differ at most in fields that one version does not know.
            }
        }
    }

    private static void downgrade(String kind, ObjectNode object) {
        ObjectNode spec = part(object, "spec");
        ObjectNode status = part(object, "status");
        switch (kind) {
            case "ClusterQueue" -> rename(spec, "cohortName", "cohort");
            case "LocalQueue" -> rename(status, "flavorsUsage", "flavorUsage");
            case "Workload" -> {
                referenceToClass(spec);
                rename(
                        status,
                        "accumulatedPastExecutionTimeSeconds",
                        "accumulatedPastExexcutionTimeSeconds");
            }
            case "MultiKueueCluster" -> sourceToCluster(spec);
            default -> {
                // See above.
            }
        }
    }

    private static @Nullable ObjectNode part(ObjectNode object, String name) {
        return object.get(name) instanceof ObjectNode part ? part : null;
    }

    private static void rename(@Nullable ObjectNode object, String from, String to) {
        JsonNode value = object == null ? null : object.remove(from);
        if (object != null && value != null && !value.isNull()) {
            object.set(to, value);
        }
    }

    private static void zeroCounters(ObjectNode object) {
        ObjectNode status = object.withObjectProperty("status");
        for (String counter : COUNTERS) {
            if (!status.has(counter)) {
                status.put(counter, 0);
            }
        }
    }

    /// A list of checks becomes a strategy without conditions; an empty one leaves the strategy as it is.
    private static void checksToStrategy(@Nullable ObjectNode spec) {
        JsonNode checks = spec == null ? null : spec.remove("admissionChecks");
        if (spec == null || checks == null || checks.isEmpty()) {
            return;
        }
        ArrayNode rules = spec.putObject("admissionChecksStrategy").putArray("admissionChecks");
        checks.forEach(check -> rules.addObject().put("name", check.asText()));
    }

    /// The old names of "do not look further" (R5.18).
    private static void fungibility(@Nullable ObjectNode spec) {
        if (spec == null || !(spec.get("flavorFungibility") instanceof ObjectNode fungibility)) {
            return;
        }
        for (String when : List.of("whenCanBorrow", "whenCanPreempt")) {
            if (Set.of("Borrow", "Preempt").contains(fungibility.path(when).asText())) {
                fungibility.put(when, "MayStopSearch");
            }
        }
    }

    /// A class without a known source is lost.
    private static void classToReference(@Nullable ObjectNode spec) {
        if (spec == null) {
            return;
        }
        JsonNode name = spec.remove("priorityClassName");
        JsonNode source = spec.remove("priorityClassSource");
        if (name == null || name.asText().isEmpty() || source == null) {
            return;
        }
        switch (source.asText()) {
            case WORKLOAD_CLASS_SOURCE ->
                    reference(spec, Kueue.GROUP, "WorkloadPriorityClass", name.asText());
            case POD_CLASS_SOURCE ->
                    reference(spec, "scheduling.k8s.io", "PriorityClass", name.asText());
            default -> {
                // Nobody knows what it named.
            }
        }
    }

    private static void reference(ObjectNode spec, String group, String kind, String name) {
        spec.putObject("priorityClassRef").put("group", group).put("kind", kind).put("name", name);
    }

    private static void referenceToClass(@Nullable ObjectNode spec) {
        JsonNode reference = spec == null ? null : spec.remove("priorityClassRef");
        if (spec != null && reference != null) {
            boolean ofWorkloads = reference.path("group").asText().equals(Kueue.GROUP);
            spec.put("priorityClassName", reference.path("name").asText());
            spec.put("priorityClassSource", ofWorkloads ? WORKLOAD_CLASS_SOURCE : POD_CLASS_SOURCE);
        }
    }

    private static void templateMetadata(@Nullable ObjectNode spec) {
        if (spec != null) {
            for (JsonNode podSet : spec.path("podSets")) {
                if (podSet.get("template") instanceof ObjectNode template) {
                    template.withObjectProperty("metadata");
                }
            }
        }
    }

    private static void clusterToSource(@Nullable ObjectNode spec) {
        if (spec == null) {
            return;
        }
        JsonNode kubeConfig = spec.remove("kubeConfig");
        JsonNode profile = spec.remove("clusterProfileRef");
        ObjectNode source = spec.putObject("clusterSource");
        if (kubeConfig != null && !kubeConfig.path("location").asText().isEmpty()) {
            source.set("kubeConfig", kubeConfig);
        }
        if (profile != null && !profile.isNull()) {
            source.set("clusterProfileRef", profile);
        }
    }

    private static void sourceToCluster(@Nullable ObjectNode spec) {
        if (spec != null && spec.remove("clusterSource") instanceof ObjectNode source) {
            spec.setAll(source);
        }
    }
}
