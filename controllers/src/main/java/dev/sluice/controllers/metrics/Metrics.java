package dev.sluice.controllers.metrics;

import dev.sluice.api.config.Configuration;
import dev.sluice.api.feature.FeatureGate;
import dev.sluice.api.feature.FeatureGates;
import dev.sluice.api.v1beta2.LocalQueue;
import dev.sluice.api.v1beta2.PodSetRequest;
import dev.sluice.api.v1beta2.Workload;
import dev.sluice.controllers.job.JobKinds;
import dev.sluice.controllers.queueing.QueueReports;
import dev.sluice.reconcile.Cluster;
import io.prometheus.metrics.config.EscapingScheme;
import io.prometheus.metrics.core.metrics.Gauge;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.Labels;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;

/// All metrics of one control plane, as a page in Prometheus' text format. Names, labels and buckets are the peer's.
public final class Metrics {
    /// Every series says which copy of the controllers it is from; there is one.
    static final Labels ROLE = Labels.of("replica_role", "standalone");

    private final PrometheusRegistry registry = new PrometheusRegistry();

    /// Apart from the counters: the library takes a gauge `x` and a counter `x_total` for one name.
    private final PrometheusRegistry moment = new PrometheusRegistry();

    private final CycleMeters cycles;

    /// Adds what it watches to the cluster.
    ///
    /// @param requests what a waiting workload asks for
    public Metrics(
            Cluster cluster,
            Configuration settings,
            QueueReports reports,
            Function<Workload, List<PodSetRequest>> requests) {
        FeatureGates gates = settings.gates();
        LocalQueueChoice localQueues =
                new LocalQueueChoice(
                        settings.serving().localQueueMetrics()
                                && gates.isOn(FeatureGate.LOCAL_QUEUE_METRICS),
                        settings.serving().localQueueSelector(),
                        cluster.cache(LocalQueue.class));
        boolean cohorts = gates.isOn(FeatureGate.METRICS_FOR_COHORTS);
        this.cycles = new CycleMeters(registry);
        new WorkloadMeters(cluster, registry, localQueues, cohorts);
        new StayMeters(
                cluster,
                registry,
                JobKinds.of(settings),
                gates.isOn(FeatureGate.METRIC_FOR_WORKLOAD_CREATION_LATENCY));
        Gauges gauges = new Gauges(moment);
        new QueueMeters(
                        cluster,
                        reports,
                        localQueues,
                        settings.serving().clusterQueueResourceMetrics())
                .register(gauges);
        new BacklogMeters(cluster, localQueues, requests).register(gauges);
        if (cohorts) {
            new CohortMeters(cluster, reports).register(gauges);
        }
        buildInfo();
    }

    private void buildInfo() {
        Gauge.builder()
                .name("kueue_build_info")
                .help("What this was built from; the value is 1")
                .constLabels(ROLE)
                .labelNames(
                        "git_version",
                        "git_commit",
                        "build_date",
                        "go_version",
                        "compiler",
                        "platform")
                .register(registry)
                .labelValues(
                        "sluice",
                        "",
                        "",
                        "",
                        "java " + Runtime.version().feature(),
                        System.getProperty("os.name") + "/" + System.getProperty("os.arch"))
                .set(1);
    }

    /// A scheduling cycle is over.
    ///
    /// @param success whether anybody was admitted
    public void cycle(boolean success, Duration length) {
        cycles.cycle(success, length);
    }

    /// The page.
    public String text() {
        ByteArrayOutputStream page = new ByteArrayOutputStream();
        try {
            for (PrometheusRegistry part : List.of(registry, moment)) {
                PrometheusTextFormatWriter.create()
                        .write(page, part.scrape(), EscapingScheme.DEFAULT);
            }
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return page.toString(StandardCharsets.UTF_8);
    }
}
