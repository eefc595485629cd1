package dev.sluice.localcluster.inprocess;

import dev.sluice.apiserver.ApiServer;
import dev.sluice.apiserver.security.User;
import io.fabric8.kubernetes.client.KubernetesClient;

/// The contract without a socket (H1.2).
class InProcessTest extends ClientContract {
    @Override
    KubernetesClient connect(ApiServer server) {
        return InProcessHttpClient.connect(server::handle, User.ADMIN);
    }
}
