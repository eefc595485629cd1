package dev.sluice.localcluster.inprocess;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.apiserver.ApiServer;
import dev.sluice.apiserver.ApiServerConfig;
import dev.sluice.apiserver.StartupFailure;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import org.junit.jupiter.api.Test;

/// The same contract as any other client sees it, so that the two can not grow apart.
class OverTlsTest extends ClientContract {
    @Override
    KubernetesClient connect(ApiServer server) {
        return new KubernetesClientBuilder()
                .withConfig(Config.fromKubeconfig(server.adminKubeconfig()))
                .build();
    }

    @Test
    void theCertificateOfTheKubeconfigIsEnough() throws StartupFailure {
        try (ApiServer server = ApiServer.start(ApiServerConfig.ephemeral())) {
            Config config = Config.fromKubeconfig(server.adminKubeconfig());
            config.setOauthToken(null);
            config.setAutoOAuthToken(null);
            try (KubernetesClient client =
                    new KubernetesClientBuilder().withConfig(config).build()) {
                assertThat(client.namespaces().withName("default").get()).isNotNull();
            }
        }
    }
}
