package dev.sluice.controllers.scheduling.process;

import dev.sluice.controllers.event.EventRecorder;
import dev.sluice.controllers.scheduling.Scheduling;
import dev.sluice.podscheduler.Explanation;
import dev.sluice.podscheduler.config.SchedulerConfiguration;
import dev.sluice.podscheduler.cycle.TieBreak;
import dev.sluice.podscheduler.metrics.SchedulerMetrics;
import dev.sluice.reconcile.Clock;
import dev.sluice.reconcile.Cluster;
import dev.sluice.reconcile.Key;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.LinkedHashMap;
import java.util.SequencedMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;

/// The pod scheduler beside an API server that it reaches like any other client: caches filled by lists and watches, leader
/// election, and answers to who asks how it is.
///
/// ```
///   lists done (S5.65) ──▶ ready, follows everything, decides nothing ──lease──▶ decides ──lease lost, or close──▶ decides nothing
/// ```
public final class SchedulerProcess implements AutoCloseable {
    private static final long ANSWER_SECONDS_MAX = 5;

    private final Cluster cluster;
    private final Scheduling scheduling;
    private final Leadership leadership;
    private final HealthEndpoints health;
    private volatile boolean synced;
    private volatile boolean closing;

    private SchedulerProcess(
            KubernetesClient client,
            SchedulerConfiguration configuration,
            Clock clock,
            String identity,
            InetSocketAddress listen)
            throws IOException {
        cluster = new Cluster(client, clock);
        leadership = new Leadership(configuration.leaderElection(), identity);
        scheduling =
                new Scheduling(
                        cluster,
                        new EventRecorder(cluster, identity),
                        configuration.profiles(),
                        configuration.backoff(),
                        TieBreak.BY_UID,
                        leadership::isHeld);
        SequencedMap<String, BooleanSupplier> live = new LinkedHashMap<>();
        live.put("leaderElection", leadership::isHealthy);
        SequencedMap<String, BooleanSupplier> ready = new LinkedHashMap<>();
        ready.put("sched-handler-sync", () -> synced);
        ready.put("shutdown", () -> !closing);
        health = HealthEndpoints.open(listen, live, ready, this::metrics, this::explain);
    }

    /// Starts and returns once everything is known; from then on the scheduler acts whenever it has the lease.
    ///
    /// @param client is closed with the process
    /// @param identity of this process among those that want the lease, and in events
    /// @param listen where health and metrics are told; port 0 for any
    /// @throws IOException when that address cannot be had
    public static SchedulerProcess start(
            KubernetesClient client,
            SchedulerConfiguration configuration,
            Clock clock,
            String identity,
            InetSocketAddress listen)
            throws IOException, InterruptedException {
        SchedulerProcess process =
                new SchedulerProcess(client, configuration, clock, identity, listen);
        process.cluster.start();
        process.synced = true;
        process.leadership.gained().thenRun(process.scheduling::wake);
        process.leadership.start(client);
        return process;
    }

    private String metrics() {
        return answer(scheduling.samples().thenApply(SchedulerMetrics::text));
    }

    private String explain(String pod) {
        int slash = pod.indexOf('/');
        Key key = new Key(pod.substring(0, slash), pod.substring(slash + 1));
        return answer(
                scheduling
                        .explain(key)
                        .thenApply(
                                known ->
                                        known.map(Explanation::text)
                                                .orElse("There is no pod " + key)));
    }

    /// What the scheduler's loop says, if it has time; else nothing.
    private static String answer(CompletableFuture<String> answer) {
        try {
            return answer.get(ANSWER_SECONDS_MAX, TimeUnit.SECONDS);
        } catch (TimeoutException | ExecutionException busy) {
            return "";
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return "";
        }
    }

    /// Where health and metrics are told.
    public int port() {
        return health.port();
    }

    /// Done when this process decides.
    public CompletableFuture<Void> leads() {
        return leadership.gained();
    }

    /// Done when it will decide no more, because it lost the lease or was closed.
    public CompletableFuture<Void> ended() {
        return leadership.ended();
    }

    /// Whether [#close] was called.
    public boolean isClosing() {
        return closing;
    }

    @Override
    public void close() {
        closing = true;
        leadership.close();
        cluster.close();
        health.close();
    }
}
