package dev.sluice.cli;

import dev.sluice.api.config.Configuration;
import dev.sluice.apiserver.ApiServerConfig;
import dev.sluice.cli.client.Api;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;

/// `sluice warm-up`: a short life of a cluster on disk, with clients over HTTPS, so that the JVM may record what a start and the
/// first seconds after it need. The launcher calls it after a build.
@Command(name = "warm-up", hidden = true, description = "Starts a cluster and ends it again.")
final class WarmUpCommand implements Callable<Integer> {
    private static final List<String> LOOKED_AT =
            List.of(
                    "/api",
                    "/apis",
                    "/openapi/v3",
                    "/api/v1/nodes",
                    "/api/v1/pods",
                    "/apis/batch/v1/jobs",
                    "/apis/kueue.x-k8s.io/v1beta2/clusterqueues",
                    "/apis/kueue.x-k8s.io/v1beta2/workloads");

    @Override
    public Integer call() throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("sluice-warm-up-");
        try (Fleet running =
                Fleet.start(
                        new FleetPlan(
                                ApiServerConfig.durable(folder.resolve("data")),
                                4,
                                0,
                                Configuration.defaults()),
                        Optional.of(folder.resolve("kubeconfig")),
                        Map.of())) {
            running.manager().awaitQuiet(Duration.ofSeconds(20));
            Api api = new Api(running.manager().client());
            LOOKED_AT.forEach(api::get);
            WarmUpClient.of(running.manager().server()).run();
            running.manager().awaitQuiet(Duration.ofSeconds(60));
        } finally {
            remove(folder);
        }
        return 0;
    }

    private static void remove(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
