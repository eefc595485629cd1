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
    private final List<Made> connections = new CopyOnWriteArrayList<>();
    private volatile boolean cut;
    private volatile CountDownLatch passable = new CountDownLatch(0);

    Cable(ApiServer server) {
        this.server = server;
    }

    private record Made(InProcessConnection connection, Cluster cluster) {
        boolean isQuiet() {
            return connection.isClosed() || (connection.isCaughtUp() && cluster.quiet());
        }
    }

    Cluster connect(String labels, Clock clock) {
        InProcessConnection connection = new InProcessConnection(this::handle, MANAGER);
        Cluster cluster = new Cluster(connection.client(), connection, clock, labels);
        connections.add(new Made(connection, cluster));
        return cluster;
    }

    /// Whether the manager has dealt with all that has happened on the worker.
    boolean isQuiet() {
        return connections.stream().allMatch(Made::isQuiet);
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
        connections.forEach(made -> made.connection().close());
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
