package dev.sluice.controllers.scheduling.process;

import dev.sluice.podscheduler.config.LeaderElection;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.extended.leaderelection.LeaderCallbacks;
import io.fabric8.kubernetes.client.extended.leaderelection.LeaderElectionConfigBuilder;
import io.fabric8.kubernetes.client.extended.leaderelection.LeaderElectorBuilder;
import io.fabric8.kubernetes.client.extended.leaderelection.resourcelock.LeaseLock;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Whether this process is the one that may act (S5.70). It becomes so once, by a Lease, and for good ceases to be when it could
/// not renew the lease or has given it up.
final class Leadership implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Leadership.class);

    /// One may wait for an answer of the server while another looks at the time.
    private static final int ELECTORS = 2;

    private static final long ENDS_WITHIN_SECONDS = 5;

    private final LeaderElection election;
    private final String identity;
    private final CompletableFuture<Void> gained = new CompletableFuture<>();
    private final CompletableFuture<Void> ended = new CompletableFuture<>();

    /// The elector's own, which ends before the client does. What it still wants to do then is dropped: it has nothing to say any more.
    private final ThreadPoolExecutor electors =
            new ThreadPoolExecutor(
                    ELECTORS,
                    ELECTORS,
                    0,
                    TimeUnit.SECONDS,
                    new LinkedBlockingQueue<>(),
                    Thread.ofPlatform().daemon().name("sluice-leader-", 0).factory(),
                    new ThreadPoolExecutor.DiscardPolicy());

    private @Nullable CompletableFuture<?> running;
    private volatile boolean leading;

    /// @param identity of this process among those that want the lease
    Leadership(LeaderElection election, String identity) {
        this.election = election;
        this.identity = identity;
    }

    /// Without an election this process leads at once.
    void start(KubernetesClient client) {
        if (!election.enabled()) {
            gain();
            return;
        }
        var lock = new LeaseLock(election.namespace(), election.name(), identity);
        running =
                new LeaderElectorBuilder(client, electors)
                        .withConfig(
                                new LeaderElectionConfigBuilder()
                                        .withName(election.name())
                                        .withLock(lock)
                                        .withLeaseDuration(election.lasts())
                                        .withRenewDeadline(election.renewWithin())
                                        .withRetryPeriod(election.retryEach())
                                        .withReleaseOnCancel(true)
                                        .withLeaderCallbacks(
                                                new LeaderCallbacks(
                                                        this::gain, this::end, this::told))
                                        .build())
                        .build()
                        .start();
    }

    private void gain() {
        leading = true;
        gained.complete(null);
    }

    private void end() {
        leading = false;
        ended.complete(null);
    }

    private void told(String leader) {
        LOG.atInfo().addKeyValue("leader", leader).addKeyValue("self", identity).log("leader");
    }

    /// Whether it may act now.
    boolean isHeld() {
        return leading;
    }

    /// Whether it may still act or may come to.
    boolean isHealthy() {
        return !ended.isDone();
    }

    /// Done when it may act.
    CompletableFuture<Void> gained() {
        return gained;
    }

    /// Done when it may no longer act.
    CompletableFuture<Void> ended() {
        return ended;
    }

    /// Gives the lease up, so that the next one need not wait for its end. Afterwards the client may be closed: nobody uses it.
    @Override
    public void close() {
        leading = false;
        if (running != null) {
            running.cancel(true);
        }
        electors.shutdown();
        try {
            if (!electors.awaitTermination(ENDS_WITHIN_SECONDS, TimeUnit.SECONDS)) {
                LOG.warn("the election goes on after its end");
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
        end();
    }
}
