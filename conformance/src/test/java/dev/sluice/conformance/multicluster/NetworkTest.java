package dev.sluice.conformance.multicluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.config.Configuration;
import dev.sluice.apiserver.ApiServerConfig;
import dev.sluice.apiserver.StartupFailure;
import dev.sluice.conformance.embedded.SluiceCluster;
import dev.sluice.controllers.multicluster.Connector;
import dev.sluice.localcluster.LocalCluster;
import dev.sluice.reconcile.Cluster;
import dev.sluice.reconcile.Loss;
import dev.sluice.reconcile.ManualClock;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.client.Config;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// L5.3 to L5.5 over HTTPS, between two servers.
class NetworkTest {
    private static final String CONNECTED = "True Active: Connected";

    /// Below the ports that Linux gives away by itself.
    private static final int PORTS = 10_000;

    private static final int PORTS_END = 32_000;

    @TempDir private Path data;

    @Test
    void aWorkerThatWasRestartedIsConnectedAgain() throws Exception {
        try (ManagingCluster manager = ManagingCluster.onNetwork()) {
            LocalCluster worker = start();
            int port = worker.server().port();
            manager.secret("one", worker.server().adminKubeconfig()).cluster("one", "one");
            assertThat(manager.active("one")).isEqualTo(CONNECTED);

            worker.close();
            manager.await("one", active -> active.contains("connection attempts: 1"));
            assertThat(manager.active("one"))
                    .isEqualTo(
                            "False ClientConnectionFailed: failed to get server groups: Get \"https://127.0.0.1:%1$d/api\": dial tcp 127.0.0.1:%1$d: connect: connection refused; connection attempts: 1, next connection attempt: 2026-01-01T00:00:05Z"
                                    .formatted(port));
            try (LocalCluster again = on(port)) {
                manager.after(Duration.ofSeconds(5));

                assertThat(manager.active("one")).isEqualTo(CONNECTED);
                assertThat(again.server().port()).isEqualTo(port);
            }
        }
    }

    /// It ends no watch, so only a question shows that nobody answers any more.
    @Test
    void aNetworkThatSwallowsEverythingIsNoticed() throws Exception {
        try (LocalCluster worker = start();
                Relay relay = new Relay(worker.server().port());
                ManagingCluster manager = ManagingCluster.onNetwork()) {
            manager.secret("one", over(relay, worker)).cluster("one", "one");
            assertThat(manager.active("one")).isEqualTo(CONNECTED);

            relay.swallow();
            manager.turnUntil("one", active -> !active.equals(CONNECTED));
            assertThat(manager.active("one"))
                    .isEqualTo(
                            "False ClientConnectionFailed: GET /version was not answered within 15 s");
            manager.turnUntil("one", active -> active.contains("attempts: 1"));
            assertThat(manager.active("one"))
                    .contains("not connected within 60 s: no watch of Job, Workload yet;");
            relay.pass();
            manager.turnUntil("one", CONNECTED::equals);
            manager.forget("one");
            assertThat(relay.isLeftWithin(ManagingCluster.PATIENCE)).isTrue();
        }
    }

    @Test
    void aWatchThatEndsIsMadeAnewAndMissesNothing() throws Exception {
        List<Loss> losses = new CopyOnWriteArrayList<>();
        CountDownLatch seen = new CountDownLatch(2);
        try (LocalCluster worker = start();
                Relay relay = new Relay(worker.server().port());
                Cluster remote =
                        Connector.NETWORK.connect(
                                Config.fromKubeconfig(over(relay, worker)),
                                "of=manager",
                                new ManualClock(Instant.EPOCH))) {
            remote.cache(ConfigMap.class).onChange(_ -> seen.countDown());
            assertThat(remote.link(losses::add).establish(Duration.ofMinutes(1))).isEmpty();

            map(worker, "before", "manager");
            relay.drop();
            map(worker, "other", "nobody");
            map(worker, "after", "manager");

            assertThat(seen.await(1, TimeUnit.MINUTES)).isTrue();
            assertThat(remote.cache(ConfigMap.class).all())
                    .extracting(map -> map.getMetadata().getName())
                    .containsExactlyInAnyOrder("before", "after");
            assertThat(losses).isEmpty();
        }
    }

    private static void map(LocalCluster worker, String name, String of) {
        worker.client()
                .resource(
                        new ConfigMapBuilder()
                                .withNewMetadata()
                                .withName(name)
                                .withNamespace("default")
                                .addToLabels("of", of)
                                .endMetadata()
                                .build())
                .create();
    }

    private static String over(Relay relay, LocalCluster worker) {
        return worker.server()
                .adminKubeconfig()
                .replace(":" + worker.server().port(), ":" + relay.port());
    }

    /// A worker whose port nobody else gets while it is away.
    private LocalCluster start() throws InterruptedException {
        while (true) {
            try {
                return on(ThreadLocalRandom.current().nextInt(PORTS, PORTS_END));
            } catch (StartupFailure taken) {
                // The next one.
            }
        }
    }

    private LocalCluster on(int port) throws StartupFailure, InterruptedException {
        return LocalCluster.start(
                SluiceCluster.on(
                                ApiServerConfig.durable(data).withPort(port),
                                Configuration.defaults())
                        .withoutPodRunner());
    }
}
