package dev.sluice.cli;

import dev.sluice.api.config.Configuration;
import dev.sluice.apiserver.ApiServerConfig;
import dev.sluice.apiserver.StartupFailure;
import dev.sluice.conformance.embedded.SluiceCluster;
import dev.sluice.localcluster.LocalCluster;
import dev.sluice.localcluster.node.NodePool;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/// A whole cluster with Sluice in this process, and the kubeconfig that leads to it.
final class RunningCluster implements AutoCloseable {
    private final LocalCluster cluster;
    private final KubeconfigFile kubeconfig;

    private RunningCluster(LocalCluster cluster, KubeconfigFile kubeconfig) {
        this.cluster = cluster;
        this.kubeconfig = kubeconfig;
    }

    /// Starts it.
    ///
    /// @throws Refusal when it cannot start; nothing is left running then
    static RunningCluster start(
            Optional<Path> data,
            int port,
            Optional<Path> wantedKubeconfig,
            int nodes,
            Configuration settings,
            Map<String, String> environment)
            throws InterruptedException {
        ApiServerConfig server =
                ApiServerConfig.ephemeral().withData(data.orElse(null)).withPort(port);
        LocalCluster cluster;
        try {
            cluster =
                    LocalCluster.start(
                            SluiceCluster.on(server, settings)
                                    .withNodes(NodePool.DEFAULT.withCount(nodes)));
        } catch (StartupFailure failure) {
            throw new Refusal(String.valueOf(failure.getMessage()));
        }
        try {
            return new RunningCluster(
                    cluster,
                    KubeconfigFile.write(cluster.server(), wantedKubeconfig, data, environment));
        } catch (Refusal refusal) {
            cluster.close();
            throw refusal;
        }
    }

    LocalCluster cluster() {
        return cluster;
    }

    Path kubeconfig() {
        return kubeconfig.path();
    }

    int port() {
        return cluster.server().port();
    }

    @Override
    public void close() {
        kubeconfig.close();
        cluster.close();
    }
}
