package dev.sluice.controllers.metrics;

import dev.sluice.api.config.Configuration;
import dev.sluice.api.feature.FeatureGate;
import dev.sluice.api.feature.FeatureGates;
import dev.sluice.api.v1beta2.ClusterQueue;
import dev.sluice.api.v1beta2.LocalQueue;
import dev.sluice.api.v1beta2.Workload;
import dev.sluice.controllers.job.JobKinds;
import dev.sluice.controllers.multicluster.Dispatches;
import dev.sluice.controllers.queueing.QueueReports;
import dev.sluice.controllers.queueing.QueueingRoom;
import dev.sluice.engine.CycleReport;
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
import java.time.Instant;
import java.util.List;

/// All metrics of one control plane, as a page in Prometheus' text format. Names, labels and buckets are the peer's.
public final class Metrics {
    /// Every series says which copy of the controllers it is from; there is one.
    static final Labels ROLE = Labels.of("replica_role", "standalone");

    private final PrometheusRegistry registry = new PrometheusRegistry();

    /// Apart from the counters: the library takes a gauge `x` and a counter `x_total` for one name.
    private final PrometheusRegistry moment = new PrometheusRegistry();

    private final CycleMeters cycles;
    private final GateMeters gates;
    private final DispatchMeters dispatches;

    /// Adds what it watches to the cluster.
    ///
    /// @param room who knows what is in the queues
    public Metrics(Cluster cluster, Configuration settings, QueueingRoom room) {
        QueueReports reports = room.reports();
        FeatureGates features = settings.gates();
        LocalQueueChoice localQueues =
                new LocalQueueChoice(
                        settings.serving().localQueueMetrics()
                                && features.isOn(FeatureGate.LOCAL_QUEUE_METRICS),
                        settings.serving().localQueueSelector(),
                        cluster.cache(LocalQueue.class));
        boolean cohorts = features.isOn(FeatureGate.METRICS_FOR_COHORTS);
        Meters meters = new Meters(cluster, registry);
        this.cycles = new CycleMeters(meters);
        this.gates = new GateMeters(meters);
        this.dispatches = new DispatchMeters(meters);
        new WorkloadMeters(cluster, meters, localQueues, cohorts);
        new StayMeters(
                cluster,
                meters,
                JobKinds.types(settings),
                features.isOn(FeatureGate.METRIC_FOR_WORKLOAD_CREATION_LATENCY));
        Gauges gauges = new Gauges(moment);
        new QueueMeters(
                        cluster,
                        reports,
                        localQueues,
                        settings.serving().clusterQueueResourceMetrics())
                .register(gauges);
        new BacklogMeters(cluster, localQueues, room::requestsOf).register(gauges);
        cycles.register(gauges, cluster.cache(ClusterQueue.class));
        new ClassMeters(cluster.cache(ClusterQueue.class), room).register(gauges);
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
    /// @param report how workloads got into each other's way
    public void cycle(boolean success, Duration length, CycleReport report) {
        cycles.cycle(success, length, report);
    }

    /// A pod may start.
    ///
    /// @param gate the name of the gate that was removed
    /// @param workload the admitted one that the pod belongs to
    public void gateRemoved(String gate, Workload workload, Instant at) {
        gates.removed(gate, workload, at);
    }

    /// Counts what goes to other clusters.
    public Dispatches dispatches() {
        return dispatches;
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
