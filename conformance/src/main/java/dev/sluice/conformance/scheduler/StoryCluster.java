package dev.sluice.conformance.scheduler;

import dev.sluice.apiserver.ApiServerConfig;
import dev.sluice.apiserver.StartupFailure;
import dev.sluice.apiserver.admission.PodSchedulingReadiness;
import dev.sluice.apiserver.security.User;
import dev.sluice.conformance.embedded.Answer;
import dev.sluice.conformance.embedded.Requests;
import dev.sluice.controllers.event.EventRecorder;
import dev.sluice.controllers.scheduling.Scheduling;
import dev.sluice.localcluster.LocalCluster;
import dev.sluice.localcluster.LocalClusterConfig;
import dev.sluice.localcluster.inprocess.InProcessConnection;
import dev.sluice.localcluster.node.NodePool;
import dev.sluice.podscheduler.config.SchedulerConfiguration;
import dev.sluice.podscheduler.cycle.TieBreak;
import dev.sluice.podscheduler.metrics.Sample;
import dev.sluice.reconcile.Cluster;
import dev.sluice.reconcile.ManualClock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/// An API server and a scheduler that can be stopped and started, on a clock that moves only when it is told to. Nodes exist
/// only as objects.
final class StoryCluster implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final User SCHEDULER =
            new User("system:kube-scheduler", "", Set.of(User.MASTERS, "system:authenticated"));

    private final ManualClock clock = new ManualClock(START);
    private final LocalCluster cluster;
    private SchedulerConfiguration configuration;
    private volatile boolean knowsGates = true;
    private @Nullable Running scheduler;

    private record Running(InProcessConnection connection, Cluster cluster, Scheduling scheduling) {
        void close() {
            cluster.close();
            connection.close();
        }
    }

    StoryCluster(SchedulerConfiguration configuration) throws StartupFailure, InterruptedException {
        this.configuration = configuration;
        cluster =
                LocalCluster.start(
                        LocalClusterConfig.on(
                                        ApiServerConfig.ephemeral()
                                                .withPort(-1)
                                                .withAdmission(
                                                        List.of(
                                                                new PodSchedulingReadiness(
                                                                        () -> knowsGates))))
                                .withNodes(NodePool.DEFAULT.withCount(0))
                                .withClock(clock)
                                .withoutPodRunner());
        startScheduler();
    }

    /// Starts it with another configuration, which it keeps.
    void startScheduler(SchedulerConfiguration other) throws InterruptedException {
        configuration = other;
        startScheduler();
    }

    void startScheduler() throws InterruptedException {
        InProcessConnection connection =
                new InProcessConnection(cluster.server()::handle, SCHEDULER);
        Cluster own = new Cluster(connection.client(), connection, clock);
        Scheduling scheduling =
                new Scheduling(
                        own,
                        new EventRecorder(own, "story"),
                        configuration.profiles(),
                        configuration.backoff(),
                        TieBreak.BY_HEAP);
        own.start();
        scheduler = new Running(connection, own, scheduling);
    }

    /// Turns the feature of scheduling gates on or off in the API server (S1.71).
    void knowGates(boolean on) {
        knowsGates = on;
    }

    void stopScheduler() {
        if (scheduler != null) {
            scheduler.close();
            scheduler = null;
        }
    }

    Answer send(String method, String path, @Nullable String contentType, @Nullable String body) {
        if (method.equals("DELETE") && body == null) {
            return requests().send(method, path, "application/json", "{}");
        }
        return requests()
                .send(
                        method,
                        path,
                        body != null && contentType == null ? "application/json" : contentType,
                        body);
    }

    Answer table(String path) {
        return requests().table(path);
    }

    private Requests requests() {
        return new Requests(cluster.client());
    }

    /// Lets the time pass until nothing has changed for `quiet`.
    void rest(Duration quiet) {
        settle();
        Instant end = clock.instant().plus(quiet);
        Instant next;
        while ((next = clock.nextAlarm().orElse(null)) != null && !next.isAfter(end)) {
            clock.advanceTo(next);
            settle();
        }
        clock.advanceTo(end);
        settle();
    }

    /// Returns when nothing happens any more at this instant.
    void settle() {
        long end = System.nanoTime() + PATIENCE.toNanos();
        try {
            while (!isQuiet()) {
                if (System.nanoTime() > end) {
                    throw new StoryFault("the cluster did not come to rest within " + PATIENCE);
                }
                // Work is done by other threads, mostly within a millisecond.
                Thread.sleep(0, 200_000);
            }
        } catch (InterruptedException stopped) {
            throw stopped(stopped);
        }
    }

    private boolean isQuiet() {
        long revision = cluster.server().revision();
        return isSchedulerQuiet()
                && cluster.isQuiet()
                && isSchedulerQuiet()
                && cluster.server().revision() == revision;
    }

    private boolean isSchedulerQuiet() {
        return scheduler == null
                || (scheduler.cluster().quiet()
                        && scheduler.connection().isCaughtUp()
                        && scheduler.cluster().quiet());
    }

    private static IllegalStateException stopped(InterruptedException stopped) {
        Thread.currentThread().interrupt();
        return new IllegalStateException("the run was interrupted", stopped);
    }

    /// The scheduler's numbers; none while it is stopped.
    List<Sample> samples() {
        try {
            return scheduler == null ? List.of() : scheduler.scheduling().samples().get();
        } catch (InterruptedException stopped) {
            throw stopped(stopped);
        } catch (ExecutionException failed) {
            throw new IllegalStateException("the scheduler gave no numbers", failed.getCause());
        }
    }

    @Override
    public void close() {
        stopScheduler();
        cluster.close();
    }
}
