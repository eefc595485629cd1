package dev.sluice.conformance.gates;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.config.Configuration;
import dev.sluice.api.feature.FeatureGates;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// `/metrics` has the names, labels and buckets of L8.1 to L8.5, and the gates that switch some of them do so.
class MetricNamesTest {
    private static final Path ROOT = Path.of("..");
    private static final Pattern SERIES = Pattern.compile("kueue_(\\w+)\\{(.*)} (\\S+)");
    private static final Pattern LABEL = Pattern.compile("(\\w+)=\"([^\"]*)\"");
    private static final Pattern ROW = Pattern.compile("\\| ([a-z0-9_, †…]+) \\| ([^|]*) \\|.*");

    /// What is counted only where there are workers, without the prefix of the others: `MetricsOfClustersTest` shows it.
    private static final Set<String> ABSENT =
            Set.of("multikueue_workloads_dispatched_total", "multikueue_workloads_admitted_total");

    private static final String SETTINGS =
            """
            metrics: {enableClusterQueueResources: true}
            fairSharing: {preemptionStrategies: [LessThanOrEqualToFinalShare]}
            """;
    private static final String BY_USAGE =
            "admissionFairSharing: {usageHalfLifeTime: 10m, usageSamplingInterval: 5m}\n";

    /// Label names by metric, as the page has them.
    private static Map<String, Set<String>> labels(Stage stage) {
        Map<String, Set<String>> found = new TreeMap<>();
        for (String line : page(stage)) {
            Matcher series = SERIES.matcher(line);
            if (series.matches()) {
                Set<String> names = new TreeSet<>();
                Matcher label = LABEL.matcher(series.group(2));
                while (label.find()) {
                    names.add(label.group(1));
                }
                names.remove("le");
                found.put(series.group(1).replaceFirst("_(bucket|sum|count)$", ""), names);
            }
        }
        return found;
    }

    private static List<String> page(Stage stage) {
        return Objects.requireNonNull(stage.client().raw("/metrics")).lines().toList();
    }

    private static double value(Stage stage, String series) {
        return page(stage).stream()
                .filter(line -> line.startsWith("kueue_" + series))
                .map(line -> line.substring(line.lastIndexOf(' ') + 1))
                .mapToDouble(text -> Double.parseDouble(text.replace("+Inf", "Infinity")))
                .findFirst()
                .orElse(Double.NaN);
    }

    /// What the tables of L8 list, with the labels that they name.
    private static Map<String, Set<String>> specified() throws IOException {
        Map<String, Set<String>> all = new TreeMap<>();
        String text = Files.readString(ROOT.resolve("docs/spec/lifecycle.md"));
        String section =
                text.substring(text.indexOf("### 8.1 Metrics"), text.indexOf("### 8.2 Events"));
        Set<String> labels = Set.of();
        for (String line : section.lines().toList()) {
            Matcher row = ROW.matcher(line);
            if (!row.matches() || line.contains("---")) {
                continue;
            }
            String cell = row.group(2).replaceAll("\\([^)]*\\)", "").strip();
            if (!cell.equals("same")) {
                labels =
                        cell.equals("") ? Set.of() : new TreeSet<>(Arrays.asList(cell.split(", ")));
            }
            for (String name : row.group(1).replace("†", "").split(", ")) {
                all.put(whole(name), labels);
            }
        }
        all.remove("name");
        return all;
    }

    /// Names of LocalQueues' histograms are shortened there: `…ready_wait_time…`.
    private static String whole(String name) {
        return name.startsWith("…") ? "local_queue_" + name.replace("…", "") + "_seconds" : name;
    }

    /// Teams of one cohort: a job is preempted for another one, one waits for ever.
    private static Stage eventful(Stage stage) throws Exception {
        stage.create(
                """
                apiVersion: kueue.x-k8s.io/v1beta2
                kind: Cohort
                metadata: {name: root}
                ---
                apiVersion: kueue.x-k8s.io/v1beta2
                kind: Cohort
                metadata: {name: all}
                spec: {parentName: root}
                """);
        AdmissionConstraintTest.cohort(stage);
        stage.job("borrower", "a", "5", "{}").after(Duration.ofSeconds(2));
        stage.create(
                """
                apiVersion: kueue.x-k8s.io/v1beta2
                kind: ClusterQueue
                metadata: {name: strong}
                spec:
                  namespaceSelector: {}
                  cohortName: all
                  preemption: {reclaimWithinCohort: Any, withinClusterQueue: LowerPriority}
                  resourceGroups:
                  - coveredResources: [cpu]
                    flavors:
                    - name: f
                      resources: [{name: cpu, nominalQuota: 1}]
                ---
                apiVersion: kueue.x-k8s.io/v1beta2
                kind: LocalQueue
                metadata: {name: strong, namespace: ns}
                spec: {clusterQueue: strong}
                """);
        stage.create(
                Stage.manifest("other", "b", "1", "{}")
                        .replace("image:", "command: [sleep, '60']\n        image:"));
        stage.job("owner", "strong", "1", "{}").after(Duration.ofSeconds(5));
        stage.job("polite", "none", "1", "{kueue.x-k8s.io/cannot-borrow: 'true'}");
        return stage.after(Duration.ofSeconds(5));
    }

    @Test
    void everyNameHasItsLabels() throws Exception {
        try (Stage stage = everythingHappens()) {
            Map<String, Set<String>> found = labels(stage);
            List<String> wrong = new ArrayList<>();
            specified()
                    .forEach(
                            (name, labels) -> {
                                Set<String> expected = new TreeSet<>(labels);
                                expected.add("replica_role");
                                if (!ABSENT.contains(name) && !expected.equals(found.get(name))) {
                                    wrong.add(name + ": " + expected + ", got " + found.get(name));
                                }
                            });
            assertThat(wrong).isEmpty();
            assertThat(found.keySet()).doesNotContainAnyElementsOf(ABSENT);
        }
    }

    /// Whatever has a metric in L8.
    static Stage everythingHappens() throws Exception {
        Stage stage = eventful(Stage.withPods(SETTINGS + BY_USAGE));
        more(stage);
        EngineMetricsTest.collide(stage);
        return stage.queue(
                "used", 1, "admissionScope: {admissionMode: UsageBasedAdmissionFairSharing}");
    }

    /// An elastic job grows, one is deactivated, stops and gives its quota back, another one comes to its end.
    private static void more(Stage stage) throws Exception {
        stage.create(
                        Stage.manifest(
                                        "elastic",
                                        "b",
                                        "100m",
                                        "{kueue.x-k8s.io/elastic-job: 'true'}")
                                .replace(
                                        "spec:\n  template", "spec:\n  completions: 4\n  template"))
                .after(Duration.ofSeconds(3))
                .patchJob("elastic", "{\"spec\": {\"parallelism\": 2}}")
                .after(Duration.ofSeconds(3));
        stage.patchWorkload("owner", "{\"spec\": {\"active\": false}}");
        stage.after(Duration.ofMinutes(2));
    }

    @Test
    void cohortsAddUpWhatIsBelowThem() throws Exception {
        try (Stage stage = eventful(Stage.with(SETTINGS))) {
            assertThat(value(stage, "cohort_subtree_quota{cohort=\"all\",flavor=\"f\""))
                    .isEqualTo(6);
            assertThat(value(stage, "cohort_subtree_quota{cohort=\"root\"")).isEqualTo(6);
            assertThat(value(stage, "cohort_info{cohort=\"all\",parent_cohort=\"root\"")).isOne();
            assertThat(value(stage, "cluster_queue_info{cluster_queue=\"b\",parent_cohort=\"all\""))
                    .isOne();
            assertThat(value(stage, "cohort_subtree_resource_reservations{cohort=\"root\""))
                    .isEqualTo(2);
            assertThat(value(stage, "cohort_subtree_admitted_active_workloads{cohort=\"root\""))
                    .isEqualTo(2);
            assertThat(value(stage, "cohort_subtree_admitted_workloads_total{cohort=\"root\""))
                    .isEqualTo(3);
            assertThat(value(stage, "cluster_queue_nominal_quota{cluster_queue=\"b\""))
                    .isEqualTo(4);
            assertThat(value(stage, "cluster_queue_borrowing_limit{cluster_queue=\"b\""))
                    .isInfinite();
            assertThat(value(stage, "cluster_queue_resource_pending{cluster_queue=\"none\""))
                    .isOne();
        }
    }

    /// L8.4
    @Test
    void bucketsAreAsSaid() throws Exception {
        try (Stage stage = eventful(Stage.with(SETTINGS))) {
            assertThat(bounds(stage, "quota_reserved_wait_time_seconds"))
                    .hasSize(14)
                    .startsWith(1.0, 2.5, 5.0, 10.0);
            assertThat(bounds(stage, "admission_wait_time_seconds")).hasSize(16);
            assertThat(bounds(stage, "workload_creation_latency_seconds"))
                    .hasSize(11)
                    .startsWith(0.01, 0.02);
        }
    }

    private static List<Double> bounds(Stage stage, String metric) {
        return page(stage).stream()
                .filter(line -> line.startsWith("kueue_" + metric + "_bucket"))
                .map(line -> line.replaceFirst(".*le=\"([^\"]*)\".*", "$1"))
                .filter(bound -> !bound.equals("+Inf"))
                .map(Double::valueOf)
                .distinct()
                .sorted()
                .toList();
    }

    /// Gates LocalQueueMetrics, MetricsForCohorts and MetricForWorkloadCreationLatency: on by default, here off.
    @Test
    void gatesSwitchFamiliesOff() throws Exception {
        Map<String, Boolean> off =
                Map.of(
                        "LocalQueueMetrics", false,
                        "MetricsForCohorts", false,
                        "MetricForWorkloadCreationLatency", false);
        try (Stage stage =
                eventful(
                        new Stage(
                                Configuration.read(SETTINGS, FeatureGates.defaults().with(off))))) {
            assertThat(labels(stage).keySet())
                    .contains("pending_workloads", "admitted_workloads_total")
                    .noneMatch(name -> name.startsWith("local_queue_"))
                    .noneMatch(name -> name.startsWith("cohort_"))
                    .doesNotContain("cluster_queue_info", "workload_creation_latency_seconds");
        }
    }

    /// A panel about a metric that does not exist is empty for ever.
    @Test
    void theDashboardAsksForWhatThereIs() throws IOException {
        Set<String> known = new TreeSet<>(specified().keySet());
        known.removeAll(ABSENT);
        known.add("admission_constrained_workloads_total");
        Matcher named =
                Pattern.compile("kueue_(\\w+)")
                        .matcher(Files.readString(ROOT.resolve("deploy/grafana-dashboard.json")));
        Set<String> asked = new TreeSet<>();
        while (named.find()) {
            asked.add(named.group(1).replaceFirst("_(bucket|sum|count)$", ""));
        }
        assertThat(asked).hasSizeGreaterThan(10);
        assertThat(known).containsAll(asked);
    }

    /// `metrics.localQueueMetrics.localQueueSelector` chooses by labels.
    @Test
    void onlyChosenLocalQueuesHaveMetrics() throws Exception {
        String chosen =
                "metrics: {localQueueMetrics: {localQueueSelector: {matchLabels: {watched: 'yes'}}}}";
        try (Stage stage = Stage.with(chosen)) {
            stage.queue("q", 1, "").job("a", "q", "1", "{}");
            assertThat(labels(stage).keySet())
                    .contains("admitted_workloads_total")
                    .noneMatch(name -> name.startsWith("local_queue_"));
        }
    }
}
