package dev.sluice.controllers.multicluster;

import dev.sluice.api.condition.Conditions;
import dev.sluice.api.condition.QueueConditions;
import dev.sluice.api.feature.FeatureGate;
import dev.sluice.api.v1beta2.KubeConfigSource;
import dev.sluice.api.v1beta2.MultiKueueCluster;
import dev.sluice.api.v1beta2.MultiKueueClusterStatus;
import dev.sluice.api.v1beta2.Workload;
import dev.sluice.controllers.event.EventRecorder;
import dev.sluice.controllers.event.Happening;
import dev.sluice.reconcile.Cache;
import dev.sluice.reconcile.Change;
import dev.sluice.reconcile.Cluster;
import dev.sluice.reconcile.Key;
import dev.sluice.reconcile.Link;
import dev.sluice.reconcile.Loop;
import dev.sluice.reconcile.Loss;
import dev.sluice.reconcile.Outcome;
import dev.sluice.reconcile.Reconciler;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Connects the clusters of MultiKueueClusters, notices when they are gone, tries again, and writes how things stand
/// (L5.1 to L5.7, A11.1).
///
/// An attempt to connect keeps its worker of the loop until it is over. There are so many of them that clusters which hang
/// are in nobody's way.
final class ClusterReconciler implements Reconciler {
    private static final Logger LOG = LoggerFactory.getLogger(ClusterReconciler.class);
    private static final int ATTEMPTS_AT_ONCE_MAX = 100;
    private static final String FAILED = "ClientConnectionFailed";
    private static final String REPORTER = "multikueuecluster-controller";
    private static final String NO_WORKLOADS =
            "the server has no Workloads of kueue.x-k8s.io/v1beta2: is job queueing installed there?";
    private static final String DEPRECATED = "DeprecatedPathUsage";

    /// A file that is not there may lie in a folder that is not there either, which cannot be watched.
    private static final Duration LOOK_AGAIN = Duration.ofMinutes(1);

    private final Cluster manager;
    private final Cache<MultiKueueCluster> clusters;
    private final Sources sources;
    private final Connector connector;
    private final String labels;
    private final Workers workers;
    private final EventRecorder events;
    private final Loop loop;
    private final FolderWatch files;
    private final Map<String, Connection> connections = new ConcurrentHashMap<>();

    /// Adds what it watches to the manager's cluster.
    ///
    /// @param labels of the objects of a worker that are watched
    ClusterReconciler(
            Cluster manager,
            String namespace,
            KubeconfigPaths paths,
            Connector connector,
            String labels,
            Workers workers,
            EventRecorder events) {
        this.manager = manager;
        this.clusters = manager.cache(MultiKueueCluster.class);
        Cache<Secret> secrets = manager.cache(Secret.class, namespace);
        this.sources = new Sources(secrets, namespace, paths);
        this.connector = connector;
        this.labels = labels;
        this.workers = workers;
        this.events = events;
        this.loop = manager.loop("multikueue-cluster", ATTEMPTS_AT_ONCE_MAX, this);
        clusters.onChange(this::changed);
        secrets.onChange(
                change -> find(source -> isSecret(source, change.key())).forEach(this::lookAgain));
        this.files =
                new FolderWatch(
                        manager.clock(), () -> find(Sources::isPath).forEach(this::lookAgain));
        manager.onClose(files::close);
        loop.onEach(clusters);
    }

    /// One that is described anew, or deleted, is not waited for any longer.
    private void changed(Change<MultiKueueCluster> change) {
        boolean described =
                change.before() != null
                        && change.after() != null
                        && change.after().getMetadata().getDeletionTimestamp() == null
                        && change.before()
                                .getMetadata()
                                .getGeneration()
                                .equals(change.after().getMetadata().getGeneration());
        if (!described) {
            lookAgain(change.key());
        }
    }

    private List<Key> find(Predicate<KubeConfigSource> source) {
        return clusters.all().stream()
                .filter(cluster -> Sources.kubeConfig(cluster).filter(source).isPresent())
                .map(Key::of)
                .toList();
    }

    private static boolean isSecret(KubeConfigSource source, Key secret) {
        return !Sources.isPath(source) && source.location().equals(secret.name());
    }

    private void lookAgain(Key key) {
        Connection connection = connections.get(key.name());
        if (connection != null) {
            connection.abandonAttempt();
        }
        loop.enqueue(key);
    }

    @Override
    public Outcome reconcile(Key key) {
        MultiKueueCluster cluster = clusters.get(key).orElse(null);
        if (cluster == null || cluster.getMetadata().getDeletionTimestamp() != null) {
            close(connections.remove(key.name()));
            workers.forgotten(key.name());
            return Outcome.done();
        }
        Sources.kubeConfig(cluster)
                .filter(Sources::isPath)
                .flatMap(source -> sources.paths().allowed(source.location()))
                .ifPresent(files::follow);
        return switch (sources.of(cluster)) {
            case Access.Usable usable -> follow(key, usable);
            case Access.Refused refused -> refused(key, refused);
        };
    }

    private Outcome refused(Key key, Access.Refused refused) {
        close(connections.remove(key.name()));
        unusable(key.name());
        write(key, false, refused.reason().text(), refused.message());
        return clusters.get(key).filter(ClusterReconciler::isInFile).isPresent()
                ? Outcome.again(LOOK_AGAIN)
                : Outcome.done();
    }

    private static boolean isInFile(MultiKueueCluster cluster) {
        return Sources.kubeConfig(cluster).filter(Sources::isPath).isPresent();
    }

    private Outcome follow(Key key, Access.Usable access) {
        Connection connection = connections.get(key.name());
        if (connection == null) {
            connection = new Connection(access);
            connections.put(key.name(), connection);
        } else if (!connection.isBy(access)) {
            lost(key, connection, "connecting anew, the kubeconfig has changed");
            connection = new Connection(access);
            connections.put(key.name(), connection);
        } else if (connection.stands()) {
            write(key, true, "Active", "Connected");
            return Outcome.done();
        } else if (!connection.lossInWords().isEmpty()) {
            lost(key, connection, connection.lossInWords());
        }
        Instant now = manager.clock().instant();
        Instant next = connection.attempts().next();
        if (next.isAfter(now)) {
            write(key, false, FAILED, connection.attempts().message());
            return Outcome.again(Duration.between(now, next));
        }
        return attempt(key, connection);
    }

    private void lost(Key key, Connection connection, String why) {
        LOG.atWarn()
                .addKeyValue("cluster", key)
                .addKeyValue("cause", why)
                .log("worker cluster is lost");
        close(connection);
        unusable(key.name());
        write(key, false, FAILED, why);
    }

    private Outcome attempt(Key key, Connection connection) {
        if (connection.attempts().failed() == 0) {
            tellOfDeprecation(key);
        }
        Cluster worker;
        try {
            worker = connector.connect(connection.access().config(), labels, manager.clock());
        } catch (KubernetesClientException noClient) {
            // Its words may show what is in the kubeconfig.
            return refused(
                    key,
                    new Access.Refused(
                            Access.Reason.BAD_REST_CONFIG,
                            "no client can be made of the certificates and keys of the kubeconfig"));
        }
        manager.attach(worker);
        Link link = connection.begin(worker, () -> loop.enqueue(key));
        if (!isCurrent(key, connection)) {
            link.abandon();
        }
        worker.cache(Workload.class);
        workers.connecting(key.name(), worker);
        Optional<Loss> failure;
        try {
            failure = link.establish(connection.attempts().patience());
            if (failure.isEmpty() && link.lacks(Workload.class)) {
                failure = Optional.of(new Loss.Silent(NO_WORKLOADS));
            }
        } catch (InterruptedException stop) {
            close(connection);
            Thread.currentThread().interrupt();
            return Outcome.done();
        }
        return failure.isEmpty()
                ? succeeded(key, connection, worker)
                : failed(key, connection, failure.get());
    }

    /// Whether nobody has described the worker anew since it was read how it is reached.
    private boolean isCurrent(Key key, Connection connection) {
        return clusters.get(key)
                .filter(cluster -> cluster.getMetadata().getDeletionTimestamp() == null)
                .map(sources::of)
                .filter(Access.Usable.class::isInstance)
                .map(Access.Usable.class::cast)
                .filter(connection::isBy)
                .isPresent();
    }

    private Outcome succeeded(Key key, Connection connection, Cluster worker) {
        connection.succeeded();
        LOG.atInfo().addKeyValue("cluster", key).log("worker cluster is connected");
        workers.connected(key.name(), worker);
        write(key, true, "Active", "Connected");
        // It may have been lost, or described anew, while that was told.
        return Outcome.again(Duration.ZERO);
    }

    private Outcome failed(Key key, Connection connection, Loss why) {
        close(connection);
        if (why instanceof Loss.Abandoned) {
            return Outcome.again(Duration.ZERO);
        }
        Instant now = manager.clock().instant();
        connection.failed(why, now);
        unusable(key.name());
        write(key, false, FAILED, connection.attempts().message());
        return Outcome.again(Duration.between(now, connection.attempts().next()));
    }

    private void close(@Nullable Connection connection) {
        Cluster worker = connection == null ? null : connection.cluster();
        if (connection != null && worker != null) {
            connection.end();
            manager.detach(worker);
            worker.close();
        }
    }

    /// From the first moment on that a worker cannot be used its time runs (L5.7), also when it never could.
    private void unusable(String name) {
        if (workers.connected(name).isPresent() || workers.lostSince(name).isEmpty()) {
            workers.lost(name, manager.clock().instant());
        }
    }

    private void tellOfDeprecation(Key key) {
        clusters.get(key)
                .filter(cluster -> sources.paths().anywhere() && isInFile(cluster))
                .ifPresent(
                        cluster ->
                                events.record(
                                        cluster,
                                        Happening.warning(
                                                REPORTER,
                                                DEPRECATED,
                                                "A kubeconfig outside of %s is deprecated: gate %s is off"
                                                        .formatted(
                                                                sources.paths().folder(),
                                                                FeatureGate
                                                                        .MULTIKUEUE_KUBE_CONFIG_PATH_VALIDATION
                                                                        .text()))));
    }

    private void write(Key key, boolean active, String reason, String message) {
        MultiKueueCluster cluster = clusters.get(key).orElse(null);
        if (cluster == null) {
            return;
        }
        List<Condition> present =
                cluster.getStatus() == null ? List.of() : cluster.getStatus().conditions();
        List<Condition> changed =
                Conditions.with(
                        present,
                        Conditions.condition(
                                QueueConditions.ACTIVE,
                                active,
                                reason,
                                message,
                                cluster.getMetadata().getGeneration(),
                                manager.clock().instant()));
        if (!changed.equals(present)) {
            MultiKueueCluster written = new MultiKueueCluster();
            written.setMetadata(cluster.getMetadata());
            written.setSpec(cluster.getSpec());
            written.setStatus(new MultiKueueClusterStatus(changed));
            manager.updateStatus(written);
        }
    }
}
