package dev.sluice.apiserver;

import dev.sluice.apiserver.admission.ObjectReader;
import dev.sluice.apiserver.http.ApiRequest;
import dev.sluice.apiserver.http.ApiResponse;
import dev.sluice.apiserver.kind.KindRegistry;
import dev.sluice.apiserver.security.User;

/// One Kubernetes API server: its store, its kinds, its request chain and, unless told otherwise, its port. Several can
/// live in one process.
public final class ApiServer implements AutoCloseable {
    private ApiServer() {}

    /// Opens the store, makes or reads the credentials, listens. Returns when the server is ready.
    ///
    /// @throws StartupFailure when it cannot, with a sentence that says why
    public static ApiServer start(ApiServerConfig config) throws StartupFailure {
        throw new StartupFailure("not there yet");
    }

    /// Serves one request of a user who is already authenticated, on the caller's thread, which may block (virtual
    /// threads are meant). The in-process way in (H1.2).
    public ApiResponse handle(ApiRequest request, User user) {
        throw new UnsupportedOperationException("not there yet");
    }

    /// The port it listens on, or -1.
    public int port() {
        return -1;
    }

    /// The newest committed revision (H5.1).
    public long revision() {
        return 0;
    }

    /// A kubeconfig for the administrator, with certificates and token inside (H7.2).
    public String adminKubeconfig() {
        return "";
    }

    /// The administrator's bearer token.
    public String adminToken() {
        return "";
    }

    /// The certificate of the authority that signed the server's, as PEM.
    public String caCertificate() {
        return "";
    }

    /// What is served now.
    public KindRegistry kinds() {
        return new KindRegistry(java.util.List.of());
    }

    /// Reads straight from memory.
    public ObjectReader objects() {
        throw new UnsupportedOperationException("not there yet");
    }

    /// Stops taking requests, ends watches cleanly, finishes writes, closes the store (H5.42).
    @Override
    public void close() {}
}
