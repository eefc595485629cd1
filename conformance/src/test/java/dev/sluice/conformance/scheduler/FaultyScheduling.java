package dev.sluice.conformance.scheduler;

import dev.sluice.apiserver.ApiServerConfig;
import dev.sluice.apiserver.http.ApiRequest;
import dev.sluice.apiserver.http.ApiResponse;
import dev.sluice.apiserver.security.User;
import dev.sluice.controllers.event.EventRecorder;
import dev.sluice.controllers.scheduling.Scheduling;
import dev.sluice.localcluster.LocalCluster;
import dev.sluice.localcluster.LocalClusterConfig;
import dev.sluice.localcluster.inprocess.InProcessConnection;
import dev.sluice.localcluster.node.NodePool;
import dev.sluice.podscheduler.config.SchedulerConfiguration;
import dev.sluice.podscheduler.cycle.TieBreak;
import dev.sluice.reconcile.Cluster;
import dev.sluice.reconcile.ManualClock;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// A cluster without controllers and a scheduler on it whose way to the server can be disturbed, on a clock that is turned by hand.
final class FaultyScheduling implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    /// Where pods live.
    static final String NAMESPACE = "default";

    private final ManualClock clock = new ManualClock(Instant.parse("2026-01-01T00:00:00Z"));
    private final AtomicReference<Disturbance> disturbance =
            new AtomicReference<>(Disturbance.NONE);
    private final LocalCluster cluster;
    private final InProcessConnection connection;
    private final Cluster own;
    private final Scheduling scheduling;

    /// What becomes of a request of the scheduler.
    @FunctionalInterface
    interface Disturbance {
        Disturbance NONE = (_, served) -> served.get();

        /// @param served lets the server do it, and answers what it answers
        ApiResponse answer(ApiRequest request, Supplier<ApiResponse> served);
    }

    static boolean isBinding(ApiRequest request) {
        return request.method().equals("POST") && request.path().endsWith("/binding");
    }

    FaultyScheduling(SchedulerConfiguration configuration) throws Exception {
        this(configuration, _ -> {}, Disturbance.NONE);
    }

    /// @param before what is there before the scheduler comes
    /// @param first its first requests are disturbed by this
    FaultyScheduling(
            SchedulerConfiguration configuration,
            Consumer<KubernetesClient> before,
            Disturbance first)
            throws Exception {
        cluster =
                LocalCluster.start(
                        LocalClusterConfig.on(ApiServerConfig.ephemeral().withPort(-1))
                                .withNodes(NodePool.DEFAULT.withCount(0))
                                .withClock(clock)
                                .withoutPodRunner());
        User scheduler = new User("system:kube-scheduler", "", Set.of(User.MASTERS));
        connection =
                new InProcessConnection(
                        (request, user) ->
                                disturbance
                                        .get()
                                        .answer(
                                                request,
                                                () -> cluster.server().handle(request, user)),
                        scheduler);
        own = new Cluster(connection.client(), clock);
        scheduling =
                new Scheduling(
                        own,
                        new EventRecorder(own, "test"),
                        configuration.profiles(),
                        configuration.backoff(),
                        TieBreak.BY_UID);
        cluster.awaitQuiet(PATIENCE);
        before.accept(cluster.client());
        disturbance.set(first);
        own.start();
    }

    Scheduling scheduling() {
        return scheduling;
    }

    KubernetesClient client() {
        return cluster.client();
    }

    /// From now on.
    void disturb(Disturbance by) {
        disturbance.set(by);
    }

    /// From now on nothing is disturbed.
    void leaveAlone() {
        disturbance.set(Disturbance.NONE);
    }

    /// An answer of a server that fails.
    static ApiResponse failure(int code, String message) {
        String status =
                "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"status\":\"Failure\",\"code\":%d,\"message\":\"%s\"}"
                        .formatted(code, message);
        return new ApiResponse.Whole(
                code,
                Map.of("Content-Type", List.of("application/json")),
                status.getBytes(StandardCharsets.UTF_8));
    }

    Node node(String name, int cpus) {
        Map<String, Quantity> room =
                Map.of(
                        "cpu", new Quantity(String.valueOf(cpus)),
                        "memory", new Quantity("8Gi"),
                        "pods", new Quantity("110"));
        return client().resource(
                        new NodeBuilder()
                                .withNewMetadata()
                                .withName(name)
                                .endMetadata()
                                .withNewStatus()
                                .withCapacity(room)
                                .withAllocatable(room)
                                .endStatus()
                                .build())
                .create();
    }

    static PodBuilder pod(String name, String cpu) {
        return new PodBuilder()
                .withNewMetadata()
                .withNamespace(NAMESPACE)
                .withName(name)
                .endMetadata()
                .withNewSpec()
                .addNewContainer()
                .withName("c")
                .withImage("registry.example.com/work:1")
                .withNewResources()
                .addToRequests("cpu", new Quantity(cpu))
                .endResources()
                .endContainer()
                .endSpec();
    }

    Pod create(PodBuilder pod) {
        return client().resource(pod.build()).create();
    }

    Pod get(String name) {
        return Objects.requireNonNull(
                client().pods().inNamespace(NAMESPACE).withName(name).get(), name);
    }

    PodCondition scheduled(String name) {
        return get(name).getStatus().getConditions().stream()
                .filter(condition -> condition.getType().equals("PodScheduled"))
                .findFirst()
                .orElseThrow();
    }

    /// Lets time pass.
    void pass(Duration time) throws InterruptedException {
        settle();
        Instant end = clock.instant().plus(time);
        Instant next;
        while ((next = clock.nextAlarm().orElse(null)) != null && !next.isAfter(end)) {
            clock.advanceTo(next);
            settle();
        }
        clock.advanceTo(end);
        settle();
    }

    /// Returns when nothing happens any more at this instant.
    void settle() throws InterruptedException {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (!isQuiet()) {
            if (System.nanoTime() > end) {
                throw new AssertionError("no rest within " + PATIENCE + ": " + own.busyWith());
            }
            cluster.awaitQuiet(PATIENCE);
            Thread.onSpinWait();
        }
    }

    private boolean isQuiet() {
        return own.quiet() && connection.isCaughtUp() && cluster.isQuiet() && own.quiet();
    }

    @Override
    public void close() {
        own.close();
        connection.close();
        cluster.close();
    }
}
