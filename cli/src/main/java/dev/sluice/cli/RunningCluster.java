package dev.sluice.cli;

import dev.sluice.api.config.Configuration;
import dev.sluice.apiserver.ApiServerConfig;
import dev.sluice.apiserver.StartupFailure;
import dev.sluice.apiserver.admission.NotReadyTaint;
import dev.sluice.conformance.embedded.SluiceCluster;
import dev.sluice.localcluster.LocalCluster;
import dev.sluice.localcluster.node.NodePool;
import dev.sluice.reconcile.Cache;
import io.fabric8.kubernetes.api.model.Node;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// A whole cluster with Sluice in this process, and the kubeconfig that leads to it.
final class RunningCluster implements AutoCloseable {
    private static final Duration NODES_READY_MAX = Duration.ofSeconds(30);

    private final LocalCluster cluster;
    private final KubeconfigFile kubeconfig;

    private RunningCluster(LocalCluster cluster, KubeconfigFile kubeconfig) {
        this.cluster = cluster;
        this.kubeconfig = kubeconfig;
    }

    /// Starts it.
    ///
    /// @param config of the API server; what checks nodes is added
    /// @throws Refusal when it cannot start; nothing is left running then
    static RunningCluster start(
            ApiServerConfig config,
            Optional<Path> wantedKubeconfig,
            int nodes,
            Configuration settings,
            Map<String, String> environment)
            throws InterruptedException {
        Optional<Path> data = Optional.ofNullable(config.data());
        ApiServerConfig server = config.withAdmission(List.of(new NotReadyTaint()));
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
            awaitNodes(cluster, nodes);
            return new RunningCluster(
                    cluster,
                    KubeconfigFile.write(cluster.server(), wantedKubeconfig, data, environment));
        } catch (Refusal refusal) {
            cluster.close();
            throw refusal;
        }
    }

    /// Waits until the nodes can take pods.
    private static void awaitNodes(LocalCluster cluster, int nodes) throws InterruptedException {
        Cache<Node> known = cluster.cluster().cache(Node.class);
        CountDownLatch ready = new CountDownLatch(1);
        known.onChange(
                _ -> {
                    if (known.all().stream().filter(RunningCluster::isReady).count() >= nodes) {
                        ready.countDown();
                    }
                });
        if (nodes > 0 && !ready.await(NODES_READY_MAX.toSeconds(), TimeUnit.SECONDS)) {
            throw new Refusal(
                    "the nodes were not ready after " + NODES_READY_MAX.toSeconds() + " s");
        }
    }

    private static boolean isReady(Node node) {
        return node.getSpec().getTaints().isEmpty()
                && node.getStatus() != null
                && node.getStatus().getConditions().stream()
                        .anyMatch(
                                condition ->
                                        condition.getType().equals("Ready")
                                                && condition.getStatus().equals("True"));
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
