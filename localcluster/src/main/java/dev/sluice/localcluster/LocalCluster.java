package dev.sluice.localcluster;

import dev.sluice.apiserver.ApiServer;
import dev.sluice.apiserver.StartupFailure;
import dev.sluice.apiserver.security.User;
import dev.sluice.localcluster.access.PolicyChecks;
import dev.sluice.localcluster.access.RoleAggregation;
import dev.sluice.localcluster.cron.CronJobController;
import dev.sluice.localcluster.disruption.DisruptionController;
import dev.sluice.localcluster.event.CoreEvents;
import dev.sluice.localcluster.gc.GarbageCollector;
import dev.sluice.localcluster.inprocess.InProcessConnection;
import dev.sluice.localcluster.job.JobController;
import dev.sluice.localcluster.metrics.ResourceMetrics;
import dev.sluice.localcluster.namespace.NamespaceController;
import dev.sluice.localcluster.namespace.RootCertificatePublisher;
import dev.sluice.localcluster.namespace.ServiceAccountController;
import dev.sluice.localcluster.node.NodeAgent;
import dev.sluice.localcluster.node.NodeKeeper;
import dev.sluice.localcluster.node.NodeLifecycle;
import dev.sluice.localcluster.quota.QuotaController;
import dev.sluice.localcluster.replica.DaemonSetController;
import dev.sluice.localcluster.replica.DeploymentController;
import dev.sluice.localcluster.replica.ReplicaSetController;
import dev.sluice.localcluster.replica.StatefulSetController;
import dev.sluice.localcluster.service.EndpointSliceController;
import dev.sluice.localcluster.service.EndpointsController;
import dev.sluice.localcluster.volume.ClaimBinder;
import dev.sluice.reconcile.Cluster;
import dev.sluice.reconcile.Outcome;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A whole cluster in this process: an API server, the controllers that every cluster has (jobs, garbage, namespaces),
/// nodes that pass time, and whatever else is plugged in. Several can live side by side.
///
/// ```
///   LocalClusterConfig ──start──▶ server up ─▶ prepared ─▶ controllers registered ─▶ caches filled ─▶ running
/// ```
public final class LocalCluster implements AutoCloseable {
    private static final User CONTROLLERS =
            new User(
                    "system:kube-controller-manager",
                    "",
                    Set.of(User.MASTERS, "system:authenticated"));

    private final ApiServer server;
    private final InProcessConnection connection;
    private final Cluster cluster;
    private final @Nullable GarbageCollector garbage;
    private final @Nullable NodeAgent agent;

    private LocalCluster(LocalClusterConfig config, ApiServer server) {
        this.server = server;
        connection = new InProcessConnection(server::handle, CONTROLLERS);
        config.pages().forEach(server::serve);
        config.prepare().forEach(step -> step.accept(connection.client()));
        cluster = new Cluster(connection.client(), connection, config.clock());
        CoreEvents events = new CoreEvents(cluster);
        Set<StandardController> standard = config.standard();
        standard.forEach(controller -> register(controller, config, events));
        agent =
                config.runsPods() && standard.contains(StandardController.NODES)
                        ? new NodeAgent(cluster, events, config.annotations(), true)
                        : null;
        if (agent != null) {
            server.serveLogs(NodeAgent.output(config.annotations()));
            new ResourceMetrics(cluster).serveOn(server.kinds());
        }
        garbage =
                standard.contains(StandardController.GARBAGE)
                        ? new GarbageCollector(cluster, connection, server.kinds())
                        : null;
        if (garbage != null) {
            cluster.loop("kinds", 1, _ -> followKinds())
                    .onEach(cluster.cache(CustomResourceDefinition.class));
        }
        config.controllers().forEach(each -> each.accept(cluster, server.kinds()));
    }

    private void register(
            StandardController controller, LocalClusterConfig config, CoreEvents events) {
        switch (controller) {
            case NAMESPACE -> new NamespaceController(cluster, connection, server.kinds());
            case SERVICE_ACCOUNT -> new ServiceAccountController(cluster);
            case ROOT_CERTIFICATE -> new RootCertificatePublisher(cluster, server.caCertificate());
            case JOB -> new JobController(cluster, events);
            case CRON_JOB -> new CronJobController(cluster, events);
            case REPLICA_SET -> new ReplicaSetController(cluster, events);
            case DEPLOYMENT -> new DeploymentController(cluster, events);
            case STATEFUL_SET -> new StatefulSetController(cluster, events);
            case DAEMON_SET -> new DaemonSetController(cluster, events);
            case DISRUPTION -> new DisruptionController(cluster);
            case ENDPOINTS -> new EndpointsController(cluster);
            case ENDPOINT_SLICE -> new EndpointSliceController(cluster);
            case VOLUME_CLAIMS -> new ClaimBinder(cluster);
            case ROLE_AGGREGATION -> new RoleAggregation(cluster);
            case RESOURCE_QUOTA -> new QuotaController(cluster, server);
            case POLICY_STATUS -> new PolicyChecks(cluster, server);
            case NODE_LIFECYCLE -> new NodeLifecycle(cluster);
            case NODES -> new NodeKeeper(cluster, config.nodes());
            case GARBAGE -> {
                // It outlives its registration: the constructor keeps it.
            }
        }
    }

    private Outcome followKinds() {
        follow();
        return Outcome.done();
    }

    private void follow() {
        if (garbage != null) {
            garbage.follow();
        }
    }

    /// Starts everything; returns when all controllers run.
    ///
    /// @throws StartupFailure when the API server cannot start
    public static LocalCluster start(LocalClusterConfig config)
            throws StartupFailure, InterruptedException {
        ApiServer server = ApiServer.start(config.server().withClock(config.clock()));
        boolean running = false;
        LocalCluster cluster = null;
        try {
            cluster = new LocalCluster(config, server);
            cluster.follow();
            cluster.cluster.start();
            running = true;
            return cluster;
        } finally {
            if (!running && cluster != null) {
                cluster.close();
            } else if (!running) {
                server.close();
            }
        }
    }

    public ApiServer server() {
        return server;
    }

    /// The caches and loops of all its controllers.
    public Cluster cluster() {
        return cluster;
    }

    /// A client as the controllers have it.
    public KubernetesClient client() {
        return connection.client();
    }

    /// The nodes' agent; empty when somebody else plays it.
    public Optional<NodeAgent> agent() {
        return Optional.ofNullable(agent);
    }

    /// Whether nothing happens any more unless time goes on or somebody writes: no controller has work, and every
    /// watch has been dealt with up to the newest revision.
    ///
    /// Work may come out of a watch after the loops were found idle, and a write out of work after the watches were
    /// found empty; so loops are looked at again in the end, and nothing may have been written meanwhile.
    public boolean isQuiet() {
        long revision = server.revision();
        return cluster.quiet()
                && connection.isCaughtUp()
                && cluster.quiet()
                && server.revision() == revision;
    }

    /// Runs `changes` while no controller starts anything: to them all of it happens at one instant.
    public void atOnce(Runnable changes) {
        cluster.atOnce(changes);
    }

    /// Waits until [#isQuiet], looking again and again.
    ///
    /// @throws IllegalStateException when that does not come within `patience`; it names what is busy
    public void awaitQuiet(Duration patience) throws InterruptedException {
        long end = System.nanoTime() + patience.toNanos();
        while (!isQuiet()) {
            if (System.nanoTime() > end) {
                throw new IllegalStateException(
                        "not quiet after "
                                + patience
                                + ", at revision "
                                + server.revision()
                                + ": "
                                + cluster.busyWith());
            }
            // Work is done by other threads, mostly within a millisecond.
            Thread.sleep(0, 200_000);
        }
    }

    /// Stops the controllers, then the server.
    @Override
    public void close() {
        if (garbage != null) {
            garbage.close();
        }
        cluster.close();
        connection.close();
        server.close();
    }
}
