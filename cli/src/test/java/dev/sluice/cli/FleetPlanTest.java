package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.api.config.Configuration;
import dev.sluice.apiserver.ApiServerConfig;
import dev.sluice.apiserver.audit.AuditLog;
import dev.sluice.apiserver.audit.AuditPolicy;
import dev.sluice.apiserver.security.Exposure;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What the servers of workers are told.
class FleetPlanTest {
    @TempDir private Path folder;

    @Test
    void aWorkerTakesTheNextFreePort() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            int port = taken.getLocalPort();
            assertThat(plan(ApiServerConfig.ephemeral()).worker("worker1", port - 1).port())
                    .isGreaterThan(port);
        }
    }

    @Test
    void anyPortOfTheManagerMeansAnyForItsWorkers() {
        assertThat(plan(ApiServerConfig.ephemeral()).worker("worker1", 0).port()).isZero();
    }

    @Test
    void noPortIsLeftAboveTheLast() {
        assertThatThrownBy(() -> plan(ApiServerConfig.ephemeral()).worker("worker1", 65_535))
                .isInstanceOf(Refusal.class)
                .hasMessageContaining("no free port above 65535");
    }

    @Test
    void dataAndAuditLogOfAWorkerAreItsOwn() {
        Exposure recorded =
                Exposure.LEAST.withAudit(
                        new AuditLog.Settings(
                                folder.resolve("audit.log"), AuditPolicy.CHANGES, 1000, 1));
        ApiServerConfig worker =
                plan(ApiServerConfig.durable(folder).withExposure(recorded)).worker("worker2", 0);
        assertThat(worker.data()).isEqualTo(folder.resolve("workers/worker2"));
        assertThat(worker.exposure().audit())
                .extracting(AuditLog.Settings::file)
                .isEqualTo(folder.resolve("worker2-audit.log"));
        assertThat(plan(ApiServerConfig.ephemeral()).worker("worker1", 0).data()).isNull();
    }

    @Test
    void whoIsLeftOutIsSeenInTheData() throws IOException {
        FleetPlan plan = plan(ApiServerConfig.durable(folder));
        assertThat(plan.leftOut()).isEmpty();
        Files.createDirectories(folder.resolve("workers/worker1"));
        Files.createDirectories(folder.resolve("workers/worker3"));
        assertThat(plan.leftOut()).containsExactly("worker3");
    }

    private static FleetPlan plan(ApiServerConfig server) {
        return new FleetPlan(server, 0, 2, Configuration.defaults());
    }
}
