package dev.sluice.localcluster.inprocess;

import dev.sluice.apiserver.http.ApiRequest;
import dev.sluice.apiserver.http.ApiResponse;
import dev.sluice.apiserver.security.User;
import io.fabric8.kubernetes.client.KubernetesClientException;

/// The way into an API server: `ApiServer::handle`.
@FunctionalInterface
public interface Door {
    /// Serves one request on the caller's thread, which may block.
    ///
    /// @throws KubernetesClientException when there is nobody behind the door
    ApiResponse handle(ApiRequest request, User user);
}
