package dev.sluice.reconcile;

import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.Map;

/// The way of single requests to an API server: one that is in the same process needs neither addresses nor sockets.
@FunctionalInterface
public interface Transport {
    /// An answer of the server, a refusal too.
    ///
    /// @param body empty when there is none
    record Answer(int code, byte[] body) {}

    /// Sends one request and waits for its answer, which may leave out `managedFields`.
    ///
    /// @param path without query, `/api/v1/namespaces/default/pods`
    /// @param query parameters, one value each
    /// @param contentType of the body; ignored when there is none
    /// @param body empty for none
    /// @throws KubernetesClientException when the server cannot be reached
    Answer send(
            String method, String path, Map<String, String> query, String contentType, byte[] body);
}
