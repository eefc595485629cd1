package dev.sluice.cli;

import dev.sluice.api.config.Configuration;
import dev.sluice.apiserver.ApiServerConfig;
import dev.sluice.apiserver.audit.AuditLog;
import dev.sluice.apiserver.error.FileFault;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// Which clusters this process is to keep up: one, or a manager with workers, all with the same settings.
///
/// @param server of the manager; those of the workers are like it, with data, port and audit log of their own
/// @param nodes in each cluster
/// @param workers how many; with none there is one cluster that manages nobody
record FleetPlan(ApiServerConfig server, int nodes, int workers, Configuration settings) {
    private static final int PORT_MAX = 65_535;

    /// The names of the workers.
    List<String> names() {
        return IntStream.rangeClosed(1, workers).mapToObj(i -> "worker" + i).toList();
    }

    /// What the server of a worker is told.
    ///
    /// @param above its port is the next free one above this; 0 for any
    /// @throws Refusal when there is none
    ApiServerConfig worker(String name, int above) {
        Path data = server.data();
        ApiServerConfig own =
                server.withData(data == null ? null : folder(data).resolve(name))
                        .withPort(above == 0 ? 0 : freeAbove(above));
        AuditLog.Settings audit = server.exposure().audit();
        return audit == null ? own : own.withExposure(server.exposure().withAudit(audit.of(name)));
    }

    /// Workers whose data are there, and which this plan leaves out.
    ///
    /// @throws Refusal when that cannot be seen
    List<String> leftOut() {
        Path data = server.data();
        if (data == null || !Files.isDirectory(folder(data))) {
            return List.of();
        }
        try (Stream<Path> there = Files.list(folder(data))) {
            return there.map(folder -> folder.getFileName().toString())
                    .filter(name -> !names().contains(name))
                    .sorted()
                    .toList();
        } catch (IOException unreadable) {
            throw new Refusal(folder(data) + " cannot be read: " + FileFault.reason(unreadable));
        }
    }

    /// Where the data of workers lie.
    private static Path folder(Path data) {
        return data.resolve("workers");
    }

    private int freeAbove(int port) {
        return IntStream.rangeClosed(port + 1, PORT_MAX)
                .filter(this::isFree)
                .findFirst()
                .orElseThrow(
                        () ->
                                new Refusal(
                                        "there is no free port above "
                                                + port
                                                + ", expected a lower --port, or 0 (any free one)"));
    }

    private boolean isFree(int port) {
        try (ServerSocket probe = new ServerSocket()) {
            probe.bind(new InetSocketAddress(server.exposure().host(), port));
            return true;
        } catch (IOException taken) {
            return false;
        }
    }
}
