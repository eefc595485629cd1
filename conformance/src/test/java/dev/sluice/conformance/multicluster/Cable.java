package dev.sluice.conformance.multicluster;

import dev.sluice.apiserver.ApiServer;
import dev.sluice.apiserver.http.ApiRequest;
import dev.sluice.apiserver.http.ApiResponse;
import dev.sluice.apiserver.security.User;
import dev.sluice.localcluster.inprocess.InProcessConnection;
import dev.sluice.reconcile.Clock;
import dev.sluice.reconcile.Cluster;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.net.ConnectException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;

/// The way to a worker in this process, which can be cut, and which can swallow everything.
final class Cable {
    private static final User MANAGER =
            new User("manager", "", Set.of(User.MASTERS, "system:authenticated"));

    private final ApiServer server;
    private final List<InProcessConnection> connections = new CopyOnWriteArrayList<>();
    private volatile boolean cut;
    private volatile CountDownLatch passable = new CountDownLatch(0);

    Cable(ApiServer server) {
        this.server = server;
    }

    Cluster connect(String labels, Clock clock) {
        InProcessConnection connection = new InProcessConnection(this::handle, MANAGER);
        connections.add(connection);
        return new Cluster(connection.client(), connection, clock, labels);
    }

    private ApiResponse handle(ApiRequest request, User user) {
        try {
            passable.await();
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            throw new KubernetesClientException("interrupted", stop);
        }
        if (cut) {
            throw new KubernetesClientException(
                    "no answer", new ConnectException("Connection refused"));
        }
        return server.handle(request, user);
    }

    /// Ends all connections, and refuses new ones.
    void cut() {
        cut = true;
        connections.forEach(InProcessConnection::close);
        connections.clear();
    }

    void mend() {
        cut = false;
    }

    /// From now on no request is answered; watches stand.
    void swallow() {
        passable = new CountDownLatch(1);
    }

    /// What was swallowed is answered.
    void release() {
        passable.countDown();
    }

    /// How often a connection was made.
    int made() {
        return connections.size();
    }
}
