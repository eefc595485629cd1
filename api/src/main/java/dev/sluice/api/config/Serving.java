package dev.sluice.api.config;

import dev.sluice.api.selector.Selectors;
import dev.sluice.model.LabelSelector;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// How a process of controllers serves and runs (A14, 14.1): everything of a configuration file that is no matter of
/// queueing. A process that stands beside an API server goes by it; one that has the API server inside needs no
/// certificates, endpoints or leader of its own.
///
/// @param metricsAddress where `/metrics` is served; `0`: nowhere
/// @param localQueueSelector which LocalQueues have metrics of their own, by their labels
/// @param customLabels further labels of metrics (gate CustomMetricLabels)
/// @param healthAddress where the two health endpoints are served
/// @param concurrencyByKind workers of a controller, by `Kind.group`
public record Serving(
        Webhook webhook,
        String metricsAddress,
        boolean clusterQueueResourceMetrics,
        boolean localQueueMetrics,
        LabelSelector localQueueSelector,
        List<CustomLabel> customLabels,
        String healthAddress,
        String readinessEndpoint,
        String livenessEndpoint,
        String pprofAddress,
        LeaderElection leaderElection,
        Map<String, Integer> concurrencyByKind,
        Duration cacheSyncTimeout,
        Tls tls,
        boolean managesCertificates,
        String webhookServiceName,
        String webhookSecretName,
        String visibilityAddress,
        int visibilityPort) {

    private static final int PORT_MAX = 65_535;
    private static final int LABELS_MAX = 20;
    private static final Pattern LABEL_NAME = Pattern.compile("[a-zA-Z][a-zA-Z0-9_]*");
    private static final Pattern SERVICE_NAME = Pattern.compile("[a-z]([-a-z0-9]{0,61}[a-z0-9])?");
    private static final Pattern SECRET_NAME =
            Pattern.compile("[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?");

    public Serving {
        customLabels = List.copyOf(customLabels);
        concurrencyByKind = Map.copyOf(concurrencyByKind);
    }

    /// Where webhooks are served.
    public record Webhook(int port, String host, String certDir) {}

    /// Which of several processes acts.
    public record LeaderElection(
            boolean leaderElect,
            String resourceName,
            String resourceNamespace,
            String resourceLock,
            Duration leaseDuration,
            Duration renewDeadline,
            Duration retryPeriod) {}

    /// What a TLS endpoint offers.
    public record Tls(String minVersion, List<String> cipherSuites) {
        public Tls {
            cipherSuites = List.copyOf(cipherSuites);
        }
    }

    /// A label of metrics that comes from a label or annotation of an object (A14, 14.2).
    public record CustomLabel(
            String name,
            String sourceKind,
            String labelKey,
            String annotationKey,
            List<String> values) {
        public CustomLabel {
            values = List.copyOf(values);
        }
    }

    /// The kinds whose controllers can be given more or fewer workers.
    public static final Set<String> WITH_WORKERS =
            Set.of("Job.batch", "Pod", "StatefulSet.apps", "Workload.kueue.x-k8s.io");

    /// Workers of a controller.
    ///
    /// @param kind what it looks after, as `Kind.group`
    /// @param otherwise how many there are if the file does not say
    public int workers(String kind, int otherwise) {
        return concurrencyByKind.getOrDefault(kind, otherwise);
    }

    static Serving read(Section root) {
        Section metrics = root.section("metrics");
        Section localQueues = metrics.section("localQueueMetrics");
        Section health = root.section("health");
        Section controller = root.section("controller");
        Section certificates = root.section("internalCertManagement");
        Section visibility = root.section("visibilityServer");
        Serving read =
                new Serving(
                        webhook(root.section("webhook")),
                        metrics.string("bindAddress", ":8443"),
                        metrics.bool("enableClusterQueueResources", false),
                        localQueues.bool("enable", true),
                        selector(localQueues),
                        customLabels(metrics),
                        health.string("healthProbeBindAddress", ":8081"),
                        health.string("readinessEndpointName", "readyz"),
                        health.string("livenessEndpointName", "healthz"),
                        root.string("pprofBindAddress", ""),
                        leaderElection(root.section("leaderElection")),
                        concurrency(controller),
                        duration(controller, "cacheSyncTimeout", Duration.ofMinutes(2)),
                        tls(root.section("tls")),
                        certificates.bool("enable", true),
                        name(
                                certificates,
                                "webhookServiceName",
                                "kueue-webhook-service",
                                SERVICE_NAME),
                        name(
                                certificates,
                                "webhookSecretName",
                                "kueue-webhook-server-cert",
                                SECRET_NAME),
                        visibility.string("bindAddress", ""),
                        port(visibility, "bindPort", 8082));
        List.of(metrics, localQueues, health, controller, certificates, visibility)
                .forEach(Section::done);
        return read;
    }

    private static LabelSelector selector(Section localQueues) {
        if (!localQueues.has("localQueueSelector")) {
            return LabelSelector.EVERYTHING;
        }
        try {
            return Selectors.of(localQueues.raw("localQueueSelector"));
        } catch (IllegalArgumentException malformed) {
            localQueues.complain("localQueueSelector", String.valueOf(malformed.getMessage()));
            return LabelSelector.EVERYTHING;
        }
    }

    private static Webhook webhook(Section section) {
        Webhook read =
                new Webhook(
                        port(section, "port", 9443),
                        section.string("host", ""),
                        section.string("certDir", "/tmp/k8s-webhook-server/serving-certs"));
        section.done();
        return read;
    }

    private static LeaderElection leaderElection(Section section) {
        LeaderElection read =
                new LeaderElection(
                        section.bool("leaderElect", false),
                        section.string("resourceName", "c1f6bfd2.kueue.x-k8s.io"),
                        section.string("resourceNamespace", ""),
                        section.string("resourceLock", "leases"),
                        duration(section, "leaseDuration", Duration.ofSeconds(15)),
                        duration(section, "renewDeadline", Duration.ofSeconds(10)),
                        duration(section, "retryPeriod", Duration.ofSeconds(2)));
        if (read.leaseDuration().compareTo(read.renewDeadline()) <= 0) {
            section.complain("renewDeadline", "must be shorter than leaseDuration");
        }
        section.done();
        return read;
    }

    private static Tls tls(Section section) {
        String version =
                section.oneOf("minVersion", "VersionTLS12", Set.of("VersionTLS12", "VersionTLS13"));
        List<String> suites = section.strings("cipherSuites");
        if (version.equals("VersionTLS13") && !suites.isEmpty()) {
            section.complain("cipherSuites", "must not be set together with VersionTLS13");
        }
        section.raw("curvePreferences");
        section.done();
        return new Tls(version, suites);
    }

    private static Map<String, Integer> concurrency(Section controller) {
        Map<String, Integer> workers = new TreeMap<>();
        controller
                .numbers("groupKindConcurrency")
                .forEach(
                        (kind, number) -> {
                            if (number.signum() <= 0 || number.stripTrailingZeros().scale() > 0) {
                                controller.complain(
                                        "groupKindConcurrency." + kind,
                                        number + ": expected a whole number greater than 0");
                            } else {
                                workers.put(kind, number.intValue());
                            }
                        });
        return workers;
    }

    private static List<CustomLabel> customLabels(Section metrics) {
        List<CustomLabel> labels = metrics.list("customLabels", Serving::customLabel);
        Set<String> names = new HashSet<>();
        for (CustomLabel label : labels) {
            if (!names.add(label.name())) {
                metrics.complain("customLabels", "\"" + label.name() + "\" is listed twice");
            }
        }
        Map<String, Long> byKind =
                labels.stream()
                        .collect(
                                Collectors.groupingBy(
                                        CustomLabel::sourceKind, Collectors.counting()));
        byKind.forEach(
                (kind, count) -> {
                    int max = kind.equals("Workload") ? 2 : 6;
                    if (count > max) {
                        metrics.complain(
                                "customLabels",
                                "%d entries of %s: expected at most %d"
                                        .formatted(count, kind, max));
                    }
                });
        if (labels.size() > LABELS_MAX) {
            metrics.complain(
                    "customLabels", labels.size() + " entries: expected at most " + LABELS_MAX);
        }
        return labels;
    }

    private static CustomLabel customLabel(Section section) {
        CustomLabel label =
                new CustomLabel(
                        section.string("name", ""),
                        section.oneOf(
                                "sourceKind",
                                "ClusterQueue",
                                Set.of("ClusterQueue", "LocalQueue", "Cohort", "Workload")),
                        section.string("sourceLabelKey", ""),
                        section.string("sourceAnnotationKey", ""),
                        section.strings("trackedValues"));
        if (!LABEL_NAME.matcher(label.name()).matches()) {
            section.complain(
                    "name",
                    "\"%s\": expected a letter, then letters, digits and _"
                            .formatted(label.name()));
        }
        if (!label.labelKey().isEmpty() && !label.annotationKey().isEmpty()) {
            section.complain("sourceAnnotationKey", "must not be set together with sourceLabelKey");
        }
        boolean ofWorkloads = label.sourceKind().equals("Workload");
        int max = ofWorkloads ? 12 : 16;
        if (label.values().size() > max || ofWorkloads && label.values().isEmpty()) {
            section.complain(
                    "trackedValues",
                    "%d values: expected %d to %d"
                            .formatted(label.values().size(), ofWorkloads ? 1 : 0, max));
        }
        return label;
    }

    /// A name that matters only while certificates are our own business: with `enable: false` it may say anything.
    private static String name(Section section, String field, String otherwise, Pattern form) {
        String name = section.string(field, otherwise);
        if (section.bool("enable", true) && !form.matcher(name).matches()) {
            section.complain(field, "\"" + name + "\": expected a DNS name such as " + otherwise);
        }
        return name;
    }

    private static Duration duration(Section section, String field, Duration otherwise) {
        Duration read = section.duration(field, otherwise);
        return read == null ? otherwise : read;
    }

    private static int port(Section section, String field, int otherwise) {
        Integer port = section.integer(field, otherwise, 1);
        if (port != null && port > PORT_MAX) {
            section.complain(field, port + ": expected 1 to " + PORT_MAX);
        }
        return port == null ? otherwise : port;
    }
}
