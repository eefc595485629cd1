package dev.sluice.conformance.lifecycle;

import dev.sluice.apiserver.security.User;
import dev.sluice.controllers.multicluster.Connector;
import dev.sluice.localcluster.LocalCluster;
import dev.sluice.localcluster.inprocess.Door;
import dev.sluice.localcluster.inprocess.InProcessConnection;
import dev.sluice.localcluster.inprocess.ShuttableDoor;
import dev.sluice.reconcile.Clock;
import dev.sluice.reconcile.Cluster;
import io.fabric8.kubernetes.client.Config;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The ways from a manager to its workers, through this process. Each worker has an address and a token of its own, which its
/// kubeconfig names; nobody listens at any other address. A way can be made impassable.
final class WorkerLinks implements Connector, AutoCloseable {
    private static final User MANAGER = new User("manager", "", User.ADMIN.groups());

    /// Of the block that is kept for documentation: no machine ever has it.
    private static final String SERVER = "https://192.0.2.%d:6443";

    private final Map<String, Worker> byName = new LinkedHashMap<>();
    private final List<Connection> made = new CopyOnWriteArrayList<>();

    private record Worker(String server, String token, ShuttableDoor door) {}

    private record Connection(
            InProcessConnection way, Cluster cluster, @Nullable ShuttableDoor door) {
        boolean isBusy() {
            return !way.isClosed() && !(way.isCaughtUp() && cluster.quiet());
        }

        Stream<String> busyWith() {
            return Stream.concat(
                    way.isCaughtUp() ? Stream.of() : Stream.of("watches of a worker"),
                    cluster.busyWith().stream());
        }
    }

    /// A way to one more worker.
    void add(String name, LocalCluster worker) {
        byName.put(
                name,
                new Worker(
                        SERVER.formatted(byName.size() + 1),
                        "token-of-the-manager-for-" + name,
                        new ShuttableDoor(worker.server()::handle)));
    }

    /// What the manager's Secret of a worker holds.
    String kubeconfig(String name) {
        Worker worker = worker(name);
        return """
                apiVersion: v1
                kind: Config
                clusters:
                - name: worker
                  cluster:
                    server: %s
                users:
                - name: manager
                  user:
                    token: %s
                contexts:
                - name: worker
                  context:
                    cluster: worker
                    user: manager
                current-context: worker
                """
                .formatted(worker.server(), worker.token());
    }

    /// Makes the way to a worker impassable, which ends its watches, or passable again.
    void open(String name, boolean open) {
        ShuttableDoor door = worker(name).door();
        door.shut(!open);
        if (!open) {
            made.stream()
                    .filter(connection -> connection.door() == door)
                    .forEach(connection -> connection.way().cut());
        }
    }

    private Worker worker(String name) {
        Worker worker = byName.get(name);
        if (worker == null) {
            throw new ScenarioFault("there is no worker " + name + ", only " + byName.keySet());
        }
        return worker;
    }

    @Override
    public Cluster connect(Config config, String labels, Clock clock) {
        String server = config.getMasterUrl().replaceFirst("/+$", "");
        Worker worker =
                byName.values().stream()
                        .filter(each -> each.server().equals(server))
                        .findFirst()
                        .orElse(null);
        Door door = worker == null ? (_, _) -> refused() : worker.door();
        boolean known = worker != null && worker.token().equals(token(config));
        InProcessConnection way = new InProcessConnection(door, known ? MANAGER : User.ANONYMOUS);
        Cluster cluster = new Cluster(way.client(), way, clock, labels);
        made.add(new Connection(way, cluster, worker == null ? null : worker.door()));
        return cluster;
    }

    /// A client that was made from a kubeconfig keeps it apart from one that was given.
    private static @Nullable String token(Config config) {
        String given = config.getOauthToken();
        return given == null ? config.getAutoOAuthToken() : given;
    }

    private static <T> T refused() {
        throw ShuttableDoor.refused();
    }

    /// Whether the manager has dealt with everything that has come over these ways.
    boolean areQuiet() {
        return made.stream().noneMatch(Connection::isBusy);
    }

    /// What keeps them from being quiet, in words.
    List<String> busyWith() {
        return made.stream().filter(Connection::isBusy).flatMap(Connection::busyWith).toList();
    }

    @Override
    public void close() {
        made.forEach(connection -> connection.cluster().close());
    }
}
