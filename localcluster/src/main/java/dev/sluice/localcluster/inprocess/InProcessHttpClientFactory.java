package dev.sluice.localcluster.inprocess;

import dev.sluice.apiserver.security.User;
import io.fabric8.kubernetes.client.http.HttpClient;

/// Makes fabric8 transports to one API server of this process, as one user.
public final class InProcessHttpClientFactory implements HttpClient.Factory {
    private final Door door;
    private final User user;
    private final Pumps pumps;

    InProcessHttpClientFactory(Door door, User user, Pumps pumps) {
        this.door = door;
        this.user = user;
        this.pumps = pumps;
    }

    Pumps pumps() {
        return pumps;
    }

    Door door() {
        return door;
    }

    User user() {
        return user;
    }

    @Override
    public InProcessHttpClientBuilder newBuilder() {
        return new InProcessHttpClientBuilder(this);
    }
}
