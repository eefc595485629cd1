package dev.sluice.localcluster.inprocess;

import dev.sluice.apiserver.http.ApiRequest;
import dev.sluice.apiserver.http.ApiResponse;
import dev.sluice.apiserver.security.User;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.net.ConnectException;

/// A door that can be shut: behind it the server goes on, before it requests fail as if nobody listened at the address. Watches
/// that came through it end when their [InProcessConnection] is cut.
public final class ShuttableDoor implements Door {
    private final Door door;
    private volatile boolean shut;

    public ShuttableDoor(Door door) {
        this.door = door;
    }

    /// From now on requests fail, or are served again.
    public void shut(boolean now) {
        shut = now;
    }

    public boolean isShut() {
        return shut;
    }

    @Override
    public ApiResponse handle(ApiRequest request, User user) {
        if (shut) {
            throw refused();
        }
        return door.handle(request, user);
    }

    /// What a client makes of an address at which nobody listens.
    public static KubernetesClientException refused() {
        return new KubernetesClientException(
                "the server cannot be reached", new ConnectException("Connection refused"));
    }
}
