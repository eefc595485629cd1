package dev.sluice.api.config;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.sluice.api.feature.FeatureGate;
import dev.sluice.api.feature.FeatureGates;
import dev.sluice.api.pod.ResourceTransformation;
import dev.sluice.api.selector.Selectors;
import dev.sluice.model.LabelRequirement;
import dev.sluice.model.LabelSelector;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/// The configuration of the controllers, `config.kueue.x-k8s.io/v1beta2` (A14), with all defaults filled in.
///
/// @param namespace where the controllers themselves live
/// @param manageJobsWithoutQueueName whether jobs without a queue name are held back too
/// @param managedJobsNamespaceSelector namespaces in which jobs are managed
/// @param gates the feature gates, with `featureGates` applied
/// @param waitForPodsReady null if the feature is off (A14.1)
/// @param fairSharing null if fair sharing is off
/// @param admissionFairSharing null if it is off
/// @param serving what is no matter of queueing
/// @param remarks a line for each thing that the file asks for and that has no effect
public record Configuration(
        String namespace,
        boolean manageJobsWithoutQueueName,
        LabelSelector managedJobsNamespaceSelector,
        FeatureGates gates,
        @Nullable WaitForPodsReady waitForPodsReady,
        Integrations integrations,
        @Nullable FairSharing fairSharing,
        @Nullable AdmissionFairSharing admissionFairSharing,
        Resources resources,
        Retention retention,
        MultiKueue multiKueue,
        Serving serving,
        List<String> remarks) {

    /// What `apiVersion` has to say, if it is there.
    public static final String API_VERSION = "config.kueue.x-k8s.io/v1beta2";

    /// The version before it, still read (A16.2).
    public static final String EARLIER_API_VERSION = "config.kueue.x-k8s.io/v1beta1";

    private static final String NAMESPACE = "kueue-system";
    private static final List<String> BOTH =
            List.of("LessThanOrEqualToFinalShare", "LessThanInitialShare");

    /// Time-outs of pods that do not become ready (A14, 14.3).
    ///
    /// @param timeout from admission to ready
    /// @param recoveryTimeout from the loss of readiness on; zero means for ever
    /// @param blockAdmission whether others wait until all admitted workloads are ready
    /// @param requeuingByCreation whether a workload evicted for this keeps its place in the queue
    /// @param backoffLimitCount how often it may come back; null means without limit
    public record WaitForPodsReady(
            Duration timeout,
            Duration recoveryTimeout,
            boolean blockAdmission,
            boolean requeuingByCreation,
            @Nullable Integer backoffLimitCount,
            int backoffBaseSeconds,
            int backoffMaxSeconds) {}

    /// Kinds of jobs that are managed (A14, 14.4).
    public record Integrations(
            List<String> frameworks,
            List<String> externalFrameworks,
            List<String> labelKeysToCopy) {}

    /// Preemption strategies in the order in which they are tried.
    public record FairSharing(List<String> preemptionStrategies) {}

    /// Order between LocalQueues by usage (R7.20).
    public record AdmissionFairSharing(
            Duration usageHalfLifeTime,
            Duration usageSamplingInterval,
            Map<String, Double> resourceWeights) {}

    /// How requests are counted (A14, 14.6).
    public record Resources(
            List<String> excludeResourcePrefixes,
            boolean ignoreUndeclared,
            List<ResourceTransformation> transformations) {

        /// Requests are counted as they are.
        public static final Resources PLAIN = new Resources(List.of(), false, List.of());
    }

    /// When objects are removed; null means never.
    public record Retention(
            @Nullable Duration afterFinished, @Nullable Duration afterDeactivatedByKueue) {}

    /// Several clusters (A14, 14.5; KEP-8303).
    ///
    /// @param gcInterval how often copies without an original are looked for; zero: never
    /// @param origin the value of the label on the copies
    /// @param workerLostTimeout how long a worker that does not answer keeps its workloads
    /// @param singleClusterPreemptionTimeout from the opening of one copy's preemption gate to that of the next
    public record MultiKueue(
            Duration gcInterval,
            String origin,
            Duration workerLostTimeout,
            Dispatcher dispatcher,
            Duration singleClusterPreemptionTimeout) {}

    /// What holds without a file.
    public static Configuration defaults() {
        return read(JsonNodeFactory.instance.objectNode(), FeatureGates.defaults());
    }

    /// Reads a file.
    ///
    /// @param yaml its text
    /// @param gates the gates that hold where the file says nothing
    /// @throws BadConfigurationException with a line for each thing that is wrong
    public static Configuration read(String yaml, FeatureGates gates) {
        JsonNode node;
        try {
            if (documents(yaml) > 1) {
                throw new BadConfigurationException(
                        List.of(
                                "configuration: several documents, expected one of kind Configuration"));
            }
            node = new KubernetesSerialization().unmarshal(yaml, JsonNode.class);
        } catch (KubernetesClientException | YamlEngineException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            String fault = String.valueOf(cause.getMessage()).replaceAll("\\s+", " ").strip();
            throw new BadConfigurationException(
                    List.of("configuration: neither YAML nor JSON: " + fault));
        }
        return read(node == null ? JsonNodeFactory.instance.objectNode() : node, gates);
    }

    private static long documents(String yaml) {
        var all = new Load(LoadSettings.builder().build()).loadAllFromString(yaml);
        return StreamSupport.stream(all.spliterator(), false).count();
    }

    /// Reads a configuration that is already parsed.
    ///
    /// @throws BadConfigurationException with a line for each thing that is wrong
    public static Configuration read(JsonNode node, FeatureGates gates) {
        List<String> complaints = new ArrayList<>();
        Configuration configuration = read(Section.root(node, complaints), gates);
        if (!complaints.isEmpty()) {
            throw new BadConfigurationException(complaints);
        }
        return configuration;
    }

    private static Configuration read(Section root, FeatureGates base) {
        boolean earlier =
                root.oneOf("apiVersion", API_VERSION, Set.of(API_VERSION, EARLIER_API_VERSION))
                        .equals(EARLIER_API_VERSION);
        root.oneOf("kind", "Configuration", Set.of("Configuration"));
        String namespace = root.string("namespace", NAMESPACE);
        FeatureGates gates = gates(root, base);
        Integrations integrations = integrations(root.section("integrations"), earlier);
        Serving serving = Serving.read(root);
        MultiKueue multiKueue =
                SeveralClusters.read(root.section("multiKueue"), gates, integrations.frameworks());
        Configuration read =
                new Configuration(
                        namespace,
                        root.bool("manageJobsWithoutQueueName", false),
                        namespaces(root, namespace),
                        gates,
                        waitForPodsReady(root.section("waitForPodsReady"), gates, earlier),
                        integrations,
                        fairSharing(root, earlier),
                        admissionFairSharing(root, gates),
                        resources(root.section("resources"), gates),
                        retention(root.section("objectRetentionPolicies")),
                        multiKueue,
                        serving,
                        remarks(root.node(), integrations, multiKueue, serving));
        clientConnection(root.section("clientConnection"));
        if (earlier) {
            root.raw("queueVisibility");
            complainAboutNewFields(root);
        }
        root.done();
        return read;
    }

    /// v1beta1 does not have them (A16.2).
    private static void complainAboutNewFields(Section root) {
        if (root.has("visibilityServer")) {
            root.complain("visibilityServer", "unknown field");
        }
        Section resources = root.section("resources");
        if (resources.has("quotaCheckStrategy")) {
            resources.complain("quotaCheckStrategy", "unknown field");
        }
    }

    private static List<String> remarks(
            JsonNode file, Integrations integrations, MultiKueue multiKueue, Serving serving) {
        List<String> remarks = new ArrayList<>(IdleFields.setIn(file));
        remarks.addAll(SeveralClusters.remarks(multiKueue));
        for (String framework : integrations.frameworks()) {
            if (Frameworks.KNOWN.contains(framework) && !Frameworks.queued(framework)) {
                remarks.add(
                        "integrations.frameworks: \""
                                + framework
                                + "\": jobs of this kind start at once, they are not queued yet");
            }
        }
        serving.concurrencyByKind().keySet().stream()
                .filter(kind -> !Serving.WITH_WORKERS.contains(kind))
                .sorted()
                .map(
                        kind ->
                                "controller.groupKindConcurrency: \"%s\" has no effect: only %s have workers of their own"
                                        .formatted(
                                                kind,
                                                String.join(
                                                        ", ", new TreeSet<>(Serving.WITH_WORKERS))))
                .forEach(remarks::add);
        return List.copyOf(remarks);
    }

    private static FeatureGates gates(Section root, FeatureGates base) {
        try {
            return base.with(root.switches("featureGates"));
        } catch (BadConfigurationException e) {
            root.complainAll(e.complaints());
            return base;
        }
    }

    private static LabelSelector namespaces(Section root, String namespace) {
        if (!root.has("managedJobsNamespaceSelector")) {
            return new LabelSelector(
                    Map.of(),
                    List.of(
                            new LabelRequirement(
                                    "kubernetes.io/metadata.name",
                                    LabelRequirement.Operator.NOT_IN,
                                    List.of("kube-system", namespace))));
        }
        LabelSelector selector;
        try {
            selector = Selectors.of(root.raw("managedJobsNamespaceSelector"));
        } catch (IllegalArgumentException e) {
            root.complain("managedJobsNamespaceSelector", String.valueOf(e.getMessage()));
            return LabelSelector.EVERYTHING;
        }
        for (String own : List.of("kube-system", namespace)) {
            if (selector.matches(Map.of("kubernetes.io/metadata.name", own))) {
                root.complain(
                        "managedJobsNamespaceSelector",
                        "should not match the \"" + own + "\" namespace");
            }
        }
        return selector;
    }

    /// In v1beta1 it is on only if the file says so, with defaults of its own (A16.2, A16.3).
    private static @Nullable WaitForPodsReady waitForPodsReady(
            Section section, FeatureGates gates, boolean earlier) {
        boolean on = !earlier || section.bool("enable", false);
        Duration timeout = section.duration("timeout", Duration.ofMinutes(earlier ? 5 : 30));
        Duration recovery = section.duration("recoveryTimeout", timeout);
        boolean block = section.bool("blockAdmission", earlier);
        Section requeuing = section.section("requeuingStrategy");
        String timestamp = requeuing.oneOf("timestamp", "Eviction", Set.of("Creation", "Eviction"));
        Integer limit = requeuing.integer("backoffLimitCount", null, 0);
        Integer base = requeuing.integer("backoffBaseSeconds", 60, 0);
        Integer max = requeuing.integer("backoffMaxSeconds", 3600, 0);
        requeuing.done();
        section.done();
        if (!on
                || gates.isOn(FeatureGate.DISABLE_WAIT_FOR_PODS_READY)
                || timeout == null
                || recovery == null
                || base == null
                || max == null) {
            return null;
        }
        return new WaitForPodsReady(
                timeout, recovery, block, timestamp.equals("Creation"), limit, base, max);
    }

    private static Integrations integrations(Section section, boolean earlier) {
        if (earlier) {
            section.raw("podOptions");
        }
        List<String> frameworks =
                section.has("frameworks") ? section.strings("frameworks") : List.of("batch/job");
        for (String framework : frameworks) {
            if (!Frameworks.KNOWN.contains(framework)) {
                section.complain(
                        "frameworks",
                        "\""
                                + framework
                                + "\": unknown framework"
                                + Section.meant(framework, Frameworks.KNOWN));
            }
        }
        if (Set.copyOf(frameworks).size() < frameworks.size()) {
            section.complain("frameworks", frameworks + ": a framework is listed twice");
        }
        Integrations read =
                new Integrations(
                        frameworks,
                        section.strings("externalFrameworks"),
                        section.strings("labelKeysToCopy"));
        section.done();
        return read;
    }

    /// In v1beta1 it is on only if the file says so, and both strategies are the default (A16.2).
    private static @Nullable FairSharing fairSharing(Section root, boolean earlier) {
        if (!root.has("fairSharing")) {
            return null;
        }
        Section section = root.section("fairSharing");
        boolean on = !earlier || section.bool("enable", false);
        List<String> strategies =
                earlier && !section.has("preemptionStrategies")
                        ? BOTH
                        : section.strings("preemptionStrategies");
        boolean ordered = strategies.size() < 2 || strategies.equals(BOTH);
        if (strategies.isEmpty() || !ordered || !BOTH.containsAll(strategies)) {
            section.complain(
                    "preemptionStrategies",
                    strategies
                            + ": expected [LessThanOrEqualToFinalShare], [LessThanInitialShare] or both in this order");
        }
        section.done();
        return on ? new FairSharing(List.copyOf(strategies)) : null;
    }

    private static @Nullable AdmissionFairSharing admissionFairSharing(
            Section root, FeatureGates gates) {
        if (!root.has("admissionFairSharing")) {
            return null;
        }
        Section section = root.section("admissionFairSharing");
        Duration half = section.duration("usageHalfLifeTime", Duration.ZERO);
        Duration interval = section.duration("usageSamplingInterval", Duration.ofMinutes(5));
        Map<String, Double> weights = new java.util.TreeMap<>();
        section.numbers("resourceWeights")
                .forEach(
                        (resource, weight) -> {
                            if (weight.signum() < 0) {
                                section.complain(
                                        "resourceWeights." + resource,
                                        weight + ": must be greater than or equal to 0");
                            }
                            weights.put(resource, weight.doubleValue());
                        });
        if (interval == null || !interval.isPositive()) {
            section.complain("usageSamplingInterval", "must be greater than 0");
        }
        section.done();
        if (!gates.isOn(FeatureGate.ADMISSION_FAIR_SHARING)) {
            return null;
        }
        return new AdmissionFairSharing(
                half == null ? Duration.ZERO : half,
                interval == null ? Duration.ofMinutes(5) : interval,
                Map.copyOf(weights));
    }

    private static Resources resources(Section section, FeatureGates gates) {
        List<String> excluded = section.strings("excludeResourcePrefixes");
        String strategy =
                section.oneOf(
                        "quotaCheckStrategy",
                        "BlockUndeclared",
                        Set.of("BlockUndeclared", "IgnoreUndeclared"));
        boolean ignore = strategy.equals("IgnoreUndeclared");
        if (ignore && !excluded.isEmpty()) {
            section.complain(
                    "quotaCheckStrategy",
                    "IgnoreUndeclared: must not be used together with excludeResourcePrefixes");
        }
        List<ResourceTransformation> transformations =
                section.list("transformations", Configuration::transformation);
        long inputs =
                transformations.stream().map(ResourceTransformation::input).distinct().count();
        if (inputs < transformations.size()) {
            section.complain("transformations", "an input is listed twice");
        }
        section.notYet("deviceClassMappings");
        section.done();
        return new Resources(
                excluded, ignore && gates.isOn(FeatureGate.QUOTA_CHECK_STRATEGY), transformations);
    }

    private static ResourceTransformation transformation(Section section) {
        String strategy = section.oneOf("strategy", "Retain", Set.of("Retain", "Replace"));
        String multiplyBy = section.string("multiplyBy", "");
        Map<String, String> factors = section.texts("outputs");
        String input = section.string("input", "");
        if (input.isEmpty()) {
            section.complain("input", "is required");
        }
        try {
            return ResourceTransformation.of(
                    input, strategy.equals("Replace"), multiplyBy, factors);
        } catch (IllegalArgumentException e) {
            section.complain("outputs", String.valueOf(e.getMessage()));
            return ResourceTransformation.of(input, false, "", Map.of());
        }
    }

    private static Retention retention(Section section) {
        Section workloads = section.section("workloads");
        Retention read =
                new Retention(
                        workloads.duration("afterFinished", null),
                        workloads.duration("afterDeactivatedByKueue", null));
        workloads.done();
        section.done();
        return read;
    }

    /// Limits of the client's rate: read, but the clients here have none.
    private static void clientConnection(Section section) {
        section.integer("qps", 300, 0);
        section.integer("burst", 500, 0);
        section.done();
    }
}
