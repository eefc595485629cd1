package dev.sluice.engine.recorded;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.engine.spec.ClusterQueueSpec;
import dev.sluice.engine.spec.CohortSpec;
import dev.sluice.engine.spec.EngineSettings;
import dev.sluice.engine.spec.Feature;
import dev.sluice.engine.spec.FlavorSpec;
import dev.sluice.engine.spec.Fungibility;
import dev.sluice.engine.spec.LocalQueueKey;
import dev.sluice.engine.spec.LocalQueueSpec;
import dev.sluice.engine.spec.PodSetSpec;
import dev.sluice.engine.spec.Preemption;
import dev.sluice.engine.spec.Quota;
import dev.sluice.engine.spec.ResourceGroup;
import dev.sluice.engine.spec.StopPolicy;
import dev.sluice.model.Amounts;
import dev.sluice.model.LabelRequirement;
import dev.sluice.model.LabelSelector;
import dev.sluice.model.NodeSelection;
import dev.sluice.model.NodeSelectorTerm;
import dev.sluice.model.PodRequests;
import dev.sluice.model.PodResources;
import dev.sluice.model.Quantity;
import dev.sluice.model.Taint;
import dev.sluice.model.Toleration;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Reads specs from the JSON of recorded objects.
final class SpecReader {

    private SpecReader() {}

    static EngineSettings settings(JsonNode config) {
        EngineSettings settings = EngineSettings.defaults();
        Set<Feature> features = EnumSet.copyOf(settings.features());
        for (Feature feature : Feature.values()) {
            JsonNode gate = config.path("featureGates").path(feature.text());
            if (!gate.isMissingNode()) {
                if (gate.asBoolean()) {
                    features.add(feature);
                } else {
                    features.remove(feature);
                }
            }
        }
        EngineSettings.FairSharing fair = null;
        if (config.has("fairSharing")) {
            List<EngineSettings.Strategy> strategies = new ArrayList<>();
            for (JsonNode name : config.get("fairSharing").path("preemptionStrategies")) {
                strategies.add(
                        name.asText().equals("LessThanInitialShare")
                                ? EngineSettings.Strategy.LESS_THAN_INITIAL_SHARE
                                : EngineSettings.Strategy.LESS_THAN_OR_EQUAL_TO_FINAL_SHARE);
            }
            if (strategies.isEmpty()) {
                strategies.add(EngineSettings.Strategy.LESS_THAN_OR_EQUAL_TO_FINAL_SHARE);
                strategies.add(EngineSettings.Strategy.LESS_THAN_INITIAL_SHARE);
            }
            fair = new EngineSettings.FairSharing(strategies);
        }
        EngineSettings.AdmissionFairSharing usage = null;
        JsonNode afs = config.path("admissionFairSharing");
        if (!afs.isMissingNode() && features.contains(Feature.ADMISSION_FAIR_SHARING)) {
            Map<String, Double> weights = new HashMap<>();
            afs.path("resourceWeights")
                    .properties()
                    .forEach(e -> weights.put(e.getKey(), e.getValue().asDouble()));
            usage =
                    new EngineSettings.AdmissionFairSharing(
                            duration(afs.path("usageHalfLifeTime").asText("0s")),
                            duration(afs.path("usageSamplingInterval").asText("5m")),
                            weights);
        }
        return new EngineSettings(
                features,
                fair,
                usage,
                config.path("quotaCheckStrategy").asText().equals("IgnoreUndeclared"),
                false,
                false);
    }

    static Duration duration(String text) {
        return Duration.parse("PT" + text.toUpperCase(java.util.Locale.ROOT));
    }

    static ClusterQueueSpec clusterQueue(JsonNode object) {
        JsonNode spec = object.path("spec");
        JsonNode preemption = spec.path("preemption");
        JsonNode borrow = preemption.path("borrowWithinCohort");
        JsonNode threshold = borrow.path("maxPriorityThreshold");
        JsonNode fungibility = spec.path("flavorFungibility");
        SequencedMap<String, Set<String>> checks = new LinkedHashMap<>();
        for (JsonNode check : spec.path("admissionChecksStrategy").path("admissionChecks")) {
            checks.put(
                    check.get("name").asText(),
                    new LinkedHashSet<>(texts(check.path("onFlavors"))));
        }
        return new ClusterQueueSpec(
                object.path("metadata").path("name").asText(),
                textOrNull(spec, "cohortName"),
                groups(spec),
                spec.path("queueingStrategy").asText().equals("StrictFIFO"),
                selector(spec.get("namespaceSelector")),
                new Fungibility(
                        fungibility.path("whenCanBorrow").asText().equals("TryNextFlavor"),
                        !fungibility.path("whenCanPreempt").asText().equals("MayStopSearch"),
                        fungibility.path("preference").asText().equals("PreemptionOverBorrowing")
                                ? Fungibility.Preference.PREEMPTION_OVER_BORROWING
                                : Fungibility.Preference.BORROWING_OVER_PREEMPTION),
                new Preemption(
                        policy(preemption.path("withinClusterQueue")),
                        policy(preemption.path("reclaimWithinCohort")),
                        new Preemption.BorrowWithinCohort(
                                borrow.path("policy").asText().equals("LowerPriority"),
                                threshold.isMissingNode() ? null : threshold.asInt())),
                stopPolicy(spec),
                checks,
                spec.path("fairSharing").path("weight").asDouble(1),
                spec.path("admissionScope")
                        .path("admissionMode")
                        .asText()
                        .equals("UsageBasedAdmissionFairSharing"),
                null,
                false);
    }

    static CohortSpec cohort(JsonNode object) {
        JsonNode spec = object.path("spec");
        return new CohortSpec(
                object.path("metadata").path("name").asText(),
                textOrNull(spec, "parentName"),
                groups(spec),
                spec.path("fairSharing").path("weight").asDouble(1));
    }

    static LocalQueueSpec localQueue(JsonNode object) {
        JsonNode spec = object.path("spec");
        JsonNode consumed =
                object.path("status")
                        .path("fairSharing")
                        .path("admissionFairSharingStatus")
                        .path("consumedResources");
        Map<String, BigDecimal> usage = new HashMap<>();
        consumed.properties()
                .forEach(e -> usage.put(e.getKey(), Quantity.parse(e.getValue().asText()).value()));
        return new LocalQueueSpec(
                new LocalQueueKey(
                        object.path("metadata").path("namespace").asText(),
                        object.path("metadata").path("name").asText()),
                spec.path("clusterQueue").asText(),
                stopPolicy(spec),
                spec.path("fairSharing").path("weight").asDouble(1),
                consumed.isMissingNode() ? null : usage);
    }

    static FlavorSpec flavor(JsonNode object) {
        JsonNode spec = object.path("spec");
        List<Taint> taints = new ArrayList<>();
        for (JsonNode taint : spec.path("nodeTaints")) {
            taints.add(
                    new Taint(
                            taint.path("key").asText(),
                            taint.path("value").asText(),
                            Taint.Effect.of(taint.path("effect").asText())));
        }
        return new FlavorSpec(
                object.path("metadata").path("name").asText(),
                textMap(spec.path("nodeLabels")),
                taints,
                tolerations(spec.path("tolerations")),
                null);
    }

    private static List<Toleration> tolerations(JsonNode list) {
        List<Toleration> tolerations = new ArrayList<>();
        for (JsonNode item : list) {
            String effect = item.path("effect").asText();
            tolerations.add(
                    new Toleration(
                            item.path("key").asText(),
                            item.path("operator").asText().equals("Exists")
                                    ? Toleration.Operator.EXISTS
                                    : Toleration.Operator.EQUAL,
                            item.path("value").asText(),
                            effect.isEmpty() ? null : Taint.Effect.of(effect),
                            null));
        }
        return tolerations;
    }

    private static List<ResourceGroup> groups(JsonNode spec) {
        List<ResourceGroup> groups = new ArrayList<>();
        for (JsonNode group : spec.path("resourceGroups")) {
            SequencedMap<String, Map<String, Quota>> flavors = new LinkedHashMap<>();
            for (JsonNode flavor : group.path("flavors")) {
                Map<String, Quota> quotas = new LinkedHashMap<>();
                for (JsonNode resource : flavor.path("resources")) {
                    String name = resource.path("name").asText();
                    quotas.put(
                            name,
                            new Quota(
                                    Amounts.ofQuota(
                                            name,
                                            Quantity.parse(resource.path("nominalQuota").asText())),
                                    limit(resource, "borrowingLimit", name),
                                    limit(resource, "lendingLimit", name)));
                }
                flavors.put(flavor.path("name").asText(), quotas);
            }
            groups.add(new ResourceGroup(texts(group.path("coveredResources")), flavors));
        }
        return groups;
    }

    private static @Nullable Long limit(JsonNode resource, String field, String name) {
        String text = textOrNull(resource, field);
        return text == null ? null : Amounts.ofQuota(name, Quantity.parse(text));
    }

    private static Preemption.Policy policy(JsonNode node) {
        return switch (node.asText()) {
            case "LowerPriority" -> Preemption.Policy.LOWER_PRIORITY;
            case "LowerOrNewerEqualPriority" -> Preemption.Policy.LOWER_OR_NEWER_EQUAL_PRIORITY;
            case "Any" -> Preemption.Policy.ANY;
            default -> Preemption.Policy.NEVER;
        };
    }

    private static StopPolicy stopPolicy(JsonNode spec) {
        return switch (spec.path("stopPolicy").asText()) {
            case "Hold" -> StopPolicy.HOLD;
            case "HoldAndDrain" -> StopPolicy.HOLD_AND_DRAIN;
            default -> StopPolicy.NONE;
        };
    }

    private static LabelSelector selector(@Nullable JsonNode node) {
        return node == null
                ? LabelSelector.NOTHING
                : new LabelSelector(
                        textMap(node.path("matchLabels")),
                        requirements(node.path("matchExpressions")));
    }

    private static List<LabelRequirement> requirements(JsonNode list) {
        List<LabelRequirement> all = new ArrayList<>();
        for (JsonNode item : list) {
            LabelRequirement.Operator operator =
                    LabelRequirement.Operator.of(item.path("operator").asText());
            if (operator != null) {
                all.add(
                        new LabelRequirement(
                                item.path("key").asText(), operator, texts(item.path("values"))));
            }
        }
        return all;
    }

    // ---- pod sets
    // ----------------------------------------------------------------------------------------------------

    static PodSetSpec podSet(
            JsonNode node, Map<String, Quantity> defaultRequests, JsonNode transformations) {
        JsonNode pod = node.path("template").path("spec");
        PodResources resources =
                new PodResources(
                        containers(pod.path("containers"), defaultRequests),
                        containers(pod.path("initContainers"), defaultRequests),
                        PodResources.Demand.NONE,
                        quantities(pod.path("overhead")));
        Map<String, Long> requests = new HashMap<>();
        Transformations.apply(PodRequests.of(resources), transformations)
                .forEach((name, amount) -> requests.put(name, Amounts.ofRequest(name, amount)));
        JsonNode min = node.path("minCount");
        return new PodSetSpec(
                node.path("name").asText(),
                node.path("count").asInt(),
                min.isMissingNode() ? null : min.asInt(),
                requests,
                selection(pod),
                tolerations(pod.path("tolerations")),
                pod.toString(),
                null,
                null);
    }

    private static List<PodResources.Container> containers(
            JsonNode list, Map<String, Quantity> defaultRequests) {
        List<PodResources.Container> containers = new ArrayList<>();
        for (JsonNode item : list) {
            Map<String, Quantity> limits = quantities(item.path("resources").path("limits"));
            Map<String, Quantity> requests = new HashMap<>(limits);
            requests.putAll(defaultRequests);
            requests.putAll(quantities(item.path("resources").path("requests")));
            containers.add(
                    new PodResources.Container(
                            item.path("name").asText(),
                            new PodResources.Demand(requests, limits),
                            item.path("restartPolicy").asText().equals("Always")));
        }
        return containers;
    }

    private static NodeSelection selection(JsonNode pod) {
        JsonNode required =
                pod.path("affinity")
                        .path("nodeAffinity")
                        .path("requiredDuringSchedulingIgnoredDuringExecution");
        List<NodeSelectorTerm> terms = new ArrayList<>();
        for (JsonNode term : required.path("nodeSelectorTerms")) {
            terms.add(
                    new NodeSelectorTerm(
                            requirements(term.path("matchExpressions")),
                            requirements(term.path("matchFields"))));
        }
        return new NodeSelection(
                textMap(pod.path("nodeSelector")), !required.isMissingNode(), terms);
    }

    // ---- plain JSON
    // --------------------------------------------------------------------------------------------------

    static Map<String, Quantity> quantities(JsonNode node) {
        Map<String, Quantity> all = new HashMap<>();
        node.properties().forEach(e -> all.put(e.getKey(), Quantity.parse(e.getValue().asText())));
        return all;
    }

    static List<String> texts(JsonNode list) {
        List<String> all = new ArrayList<>();
        list.forEach(item -> all.add(item.asText()));
        return all;
    }

    static Map<String, String> textMap(JsonNode node) {
        Map<String, String> all = new HashMap<>();
        node.properties().forEach(e -> all.put(e.getKey(), e.getValue().asText()));
        return all;
    }

    static @Nullable String textOrNull(JsonNode node, String field) {
        JsonNode value = node.get(field);
        return value == null ? null : value.asText();
    }
}
