package dev.sluice.controllers.metrics;

import dev.sluice.api.config.Configuration;
import dev.sluice.api.feature.FeatureGate;
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

/// All metrics of one control plane, as a page in Prometheus' text format. Names, labels and buckets are the peer's.
public final class Metrics {
    /// Every series says which copy of the controllers it is from; there is one.
    static final Labels ROLE = Labels.of("replica_role", "standalone");

    private final PrometheusRegistry registry = new PrometheusRegistry();
    private final CycleMeters cycles;

    /// Adds what it watches to the cluster.
    public Metrics(Cluster cluster, Configuration settings, QueueReports reports) {
        boolean localQueues =
                settings.serving().localQueueMetrics()
                        && settings.gates().isOn(FeatureGate.LOCAL_QUEUE_METRICS);
        this.cycles = new CycleMeters(registry);
        new WorkloadMeters(cluster, registry, localQueues);
        new QueueMeters(
                        cluster,
                        reports,
                        localQueues,
                        settings.serving().clusterQueueResourceMetrics())
                .register(registry);
        buildInfo();
    }

    private void buildInfo() {
        Gauge.builder()
                .name("kueue_build_info")
                .help("What this was built from; the value is 1")
                .constLabels(ROLE)
                .labelNames("git_version", "platform", "compiler")
                .register(registry)
                .labelValues(
                        "sluice",
                        System.getProperty("os.name") + "/" + System.getProperty("os.arch"),
                        "java " + Runtime.version().feature())
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
            PrometheusTextFormatWriter.create()
                    .write(page, registry.scrape(), EscapingScheme.DEFAULT);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return page.toString(StandardCharsets.UTF_8);
    }
}
