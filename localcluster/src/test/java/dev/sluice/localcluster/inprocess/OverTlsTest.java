package dev.sluice.localcluster.inprocess;

import dev.sluice.apiserver.ApiServer;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;

/// The same contract as any other client sees it, so that the two can not grow apart.
class OverTlsTest extends ClientContract {
    @Override
    KubernetesClient connect(ApiServer server) {
        return new KubernetesClientBuilder()
                .withConfig(Config.fromKubeconfig(server.adminKubeconfig()))
                .build();
    }
}
