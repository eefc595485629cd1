package dev.sluice.controllers.multicluster;

import dev.sluice.reconcile.Clock;
import dev.sluice.reconcile.Cluster;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;

/// The way to a worker cluster.
@FunctionalInterface
public interface Connector {
    /// Over the network.
    Connector NETWORK =
            (config, labels, clock) ->
                    new Cluster(
                            new KubernetesClientBuilder()
                                    .withConfig(config)
                                    .withHttpClientFactory(new WorkerHttp())
                                    .build(),
                            null,
                            clock,
                            labels);

    /// A worker as the manager sees it: only the objects with these labels. Nothing has been asked of it yet.
    ///
    /// @param config where it is, and as whom
    /// @param labels a label selector
    Cluster connect(Config config, String labels, Clock clock);
}
