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
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/// A whole cluster with Sluice in this process, whose nodes take pods.
record RunningCluster(LocalCluster cluster) implements AutoCloseable {
    private static final Duration NODES_READY_MAX = Duration.ofSeconds(30);

    /// Starts it.
    ///
    /// @param config of the API server; what checks nodes is added
    /// @param prepare done when our kinds are there, before any controller runs
    /// @throws Refusal when it cannot start; nothing is left running then
    static RunningCluster start(
            ApiServerConfig config,
            int nodes,
            Configuration settings,
            Consumer<KubernetesClient> prepare)
            throws InterruptedException {
        ApiServerConfig server = config.withAdmission(List.of(new NotReadyTaint()));
        RunningCluster running;
        try {
            running =
                    new RunningCluster(
                            LocalCluster.start(
                                    SluiceCluster.on(server, settings)
                                            .prepared(prepare)
                                            .withNodes(NodePool.DEFAULT.withCount(nodes))));
        } catch (StartupFailure failure) {
            throw new Refusal(String.valueOf(failure.getMessage()));
        }
        try {
            running.awaitNodes(nodes);
            return running;
        } catch (Refusal refusal) {
            running.close();
            throw refusal;
        }
    }

    /// Waits until the nodes can take pods.
    private void awaitNodes(int nodes) throws InterruptedException {
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

    int port() {
        return cluster.server().port();
    }

    @Override
    public void close() {
        cluster.close();
    }
}
