package dev.sluice.localcluster.inprocess;

import dev.sluice.apiserver.http.ApiRequest;
import dev.sluice.apiserver.http.ApiResponse;
import dev.sluice.apiserver.security.User;

/// The way into an API server: `ApiServer::handle`.
@FunctionalInterface
public interface Door {
    /// Serves one request on the caller's thread, which may block.
    ApiResponse handle(ApiRequest request, User user);
}
