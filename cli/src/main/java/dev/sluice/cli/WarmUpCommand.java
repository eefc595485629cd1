package dev.sluice.cli;

import dev.sluice.api.config.Configuration;
import dev.sluice.apiserver.security.Exposure;
import dev.sluice.cli.client.Api;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/// `sluice warm-up`: a short life of a cluster, so that the JVM may record what a start needs. The launcher calls it after a build.
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
    public Integer call() throws InterruptedException {
        try (RunningCluster running =
                RunningCluster.start(
                        Optional.empty(),
                        0,
                        Exposure.LEAST,
                        Optional.empty(),
                        4,
                        Configuration.defaults(),
                        Map.of())) {
            running.cluster().awaitQuiet(Duration.ofSeconds(20));
            Api api = new Api(running.cluster().client());
            LOOKED_AT.forEach(api::get);
        }
        return 0;
    }
}
