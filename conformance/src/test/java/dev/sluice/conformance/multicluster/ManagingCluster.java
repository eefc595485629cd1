package dev.sluice.conformance.multicluster;

import dev.sluice.api.condition.Conditions;
import dev.sluice.api.config.Configuration;
import dev.sluice.api.feature.FeatureGates;
import dev.sluice.api.v1beta2.AdmissionCheck;
import dev.sluice.api.v1beta2.MultiKueueCluster;
import dev.sluice.apiserver.ApiServerConfig;
import dev.sluice.apiserver.StartupFailure;
import dev.sluice.conformance.embedded.SluiceCluster;
import dev.sluice.controllers.multicluster.Connector;
import dev.sluice.localcluster.LocalCluster;
import dev.sluice.reconcile.ManualClock;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.ByteArrayInputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A manager cluster in this process, in memory, on a clock that the test turns, and workers that it reaches by [Cable].
final class ManagingCluster implements AutoCloseable {
    static final Duration PATIENCE = Duration.ofSeconds(60);

    private final ManualClock clock = new ManualClock(Instant.parse("2026-01-01T00:00:00Z"));
    private final Map<String, Cable> cables = new ConcurrentHashMap<>();
    private final Map<String, LocalCluster> workers = new ConcurrentHashMap<>();
    private final Configuration settings;
    private final LocalCluster cluster;

    ManagingCluster(Map<String, Boolean> gates) throws StartupFailure, InterruptedException {
        this(Configuration.read("", FeatureGates.defaults().with(gates)), null);
    }

    /// @param connector null for cables
    private ManagingCluster(Configuration settings, @Nullable Connector connector)
            throws StartupFailure, InterruptedException {
        Connector cabled =
                (config, labels, time) ->
                        cable(URI.create(config.getMasterUrl()).getHost()).connect(labels, time);
        this.settings = settings;
        cluster = start(settings, connector == null ? cabled : connector);
        create("apiVersion: v1\nkind: Namespace\nmetadata: {name: kueue-system}\n");
    }

    static ManagingCluster open() throws StartupFailure, InterruptedException {
        return new ManagingCluster(Map.of());
    }

    /// @param file the configuration of the manager and of its workers
    static ManagingCluster with(String file) throws StartupFailure, InterruptedException {
        return new ManagingCluster(Configuration.read(file, FeatureGates.defaults()), null);
    }

    /// A manager that reaches its workers over the network.
    static ManagingCluster onNetwork() throws StartupFailure, InterruptedException {
        return new ManagingCluster(Configuration.defaults(), Connector.NETWORK);
    }

    private LocalCluster start(Configuration settings, Connector connector)
            throws StartupFailure, InterruptedException {
        return LocalCluster.start(
                SluiceCluster.on(ApiServerConfig.ephemeral().withPort(-1), settings, connector)
                        .withClock(clock)
                        .withoutPodRunner());
    }

    /// A worker that is there, with all of Sluice, set up like the manager.
    Cable worker(String name) throws StartupFailure, InterruptedException {
        LocalCluster worker = start(settings, Connector.NETWORK);
        workers.put(name, worker);
        cables.put(name, new Cable(worker.server()));
        return cable(name);
    }

    /// A cluster on which nobody queues jobs.
    Cable bareWorker(String name) throws StartupFailure, InterruptedException {
        LocalCluster worker =
                LocalCluster.start(
                        dev.sluice.localcluster.LocalClusterConfig.on(
                                        ApiServerConfig.ephemeral().withPort(-1))
                                .withClock(clock)
                                .withoutPodRunner());
        workers.put(name, worker);
        cables.put(name, new Cable(worker.server()));
        return cable(name);
    }

    private Cable cable(String worker) {
        return Objects.requireNonNull(cables.get(worker), worker);
    }

    /// A Secret whose kubeconfig leads to a worker, and a MultiKueueCluster of that name.
    ManagingCluster knows(String worker) throws InterruptedException {
        return secret(worker, kubeconfig(worker)).cluster(worker, worker);
    }

    ManagingCluster cluster(String name, String secret) throws InterruptedException {
        return create(
                """
                apiVersion: kueue.x-k8s.io/v1beta2
                kind: MultiKueueCluster
                metadata: {name: %s}
                spec: {clusterSource: {kubeConfig: {location: %s, locationType: Secret}}}
                """
                        .formatted(name, secret));
    }

    ManagingCluster clusterInFile(String name, Path file) throws InterruptedException {
        return create(
                """
                apiVersion: kueue.x-k8s.io/v1beta2
                kind: MultiKueueCluster
                metadata: {name: %s}
                spec: {clusterSource: {kubeConfig: {location: %s, locationType: Path}}}
                """
                        .formatted(name, file));
    }

    ManagingCluster secret(String name, String kubeconfig) throws InterruptedException {
        client().resource(secretOf(name, kubeconfig)).createOr(each -> each.update());
        return settle();
    }

    static io.fabric8.kubernetes.api.model.Secret secretOf(String name, String kubeconfig) {
        return new io.fabric8.kubernetes.api.model.SecretBuilder()
                .withNewMetadata()
                .withName(name)
                .withNamespace("kueue-system")
                .endMetadata()
                .addToStringData("kubeconfig", kubeconfig)
                .build();
    }

    static String kubeconfig(String worker) {
        return """
        apiVersion: v1
        kind: Config
        current-context: c
        contexts: [{name: c, context: {cluster: s, user: u}}]
        clusters: [{name: s, cluster: {server: "https://%s:6443"}}]
        users: [{name: u, user: {token: t0ps3cret}}]
        """
                .formatted(worker);
    }

    /// A config of these clusters and a check that uses it, both named `mk`.
    ManagingCluster check(String... names) throws InterruptedException {
        return create(
                """
                apiVersion: kueue.x-k8s.io/v1beta2
                kind: MultiKueueConfig
                metadata: {name: mk}
                spec: {clusters: [%s]}
                ---
                apiVersion: kueue.x-k8s.io/v1beta2
                kind: AdmissionCheck
                metadata: {name: mk}
                spec:
                  controllerName: kueue.x-k8s.io/multikueue
                  parameters: {apiGroup: kueue.x-k8s.io, kind: MultiKueueConfig, name: mk}
                """
                        .formatted(String.join(", ", names)));
    }

    ManagingCluster create(String manifests) throws InterruptedException {
        return create(client(), manifests);
    }

    /// Creates something on a worker.
    ManagingCluster createOn(String worker, String manifests) throws InterruptedException {
        return create(client(worker), manifests);
    }

    private ManagingCluster create(KubernetesClient client, String manifests)
            throws InterruptedException {
        client.load(new ByteArrayInputStream(manifests.getBytes(StandardCharsets.UTF_8))).create();
        return settle();
    }

    /// Deletes a MultiKueueCluster.
    ManagingCluster forget(String name) throws InterruptedException {
        client().resources(MultiKueueCluster.class).withName(name).delete();
        return settle();
    }

    /// The condition of a cluster as `status reason: message`, empty without one.
    String active(String cluster) {
        return text(
                Objects.requireNonNull(
                        client().resources(MultiKueueCluster.class).withName(cluster).get()));
    }

    private static String text(MultiKueueCluster cluster) {
        return cluster.getStatus() == null ? "" : text(cluster.getStatus().conditions());
    }

    private static String text(List<Condition> conditions) {
        Condition active = Conditions.find(conditions, "Active");
        return active == null
                ? ""
                : "%s %s: %s"
                        .formatted(active.getStatus(), active.getReason(), active.getMessage());
    }

    /// The condition of the check `mk`.
    String checkActive() {
        AdmissionCheck check = client().resources(AdmissionCheck.class).withName("mk").get();
        return check.getStatus() == null ? "" : text(check.getStatus().conditions());
    }

    /// Waits for what other threads find out.
    ManagingCluster await(String cluster, Predicate<String> active) throws InterruptedException {
        client().resources(MultiKueueCluster.class)
                .withName(cluster)
                .waitUntilCondition(
                        found -> found != null && active.test(text(found)),
                        PATIENCE.toMillis(),
                        TimeUnit.MILLISECONDS);
        return settle();
    }

    /// Lets time pass, step by step, until something is found out; also while somebody is busy waiting for an answer.
    void turnUntil(String cluster, Predicate<String> active) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (!active.test(active(cluster))) {
            if (System.nanoTime() > end) {
                throw new IllegalStateException("it is still " + active(cluster));
            }
            clock.advance(Duration.ofMillis(100));
            Thread.onSpinWait();
        }
    }

    ManagingCluster after(Duration time) throws InterruptedException {
        Instant until = clock.instant().plus(time);
        while (clock.nextAlarm().filter(alarm -> !alarm.isAfter(until)).isPresent()) {
            clock.advanceTo(clock.nextAlarm().get());
            settle();
        }
        clock.advanceTo(until);
        return settle();
    }

    ManualClock clock() {
        return clock;
    }

    KubernetesClient client() {
        return cluster.client();
    }

    /// A client of a worker.
    KubernetesClient client(String worker) {
        return Objects.requireNonNull(workers.get(worker), worker).client();
    }

    /// Waits until nothing happens any more anywhere.
    ManagingCluster settle() throws InterruptedException {
        List<Long> revisions;
        do {
            revisions = revisions();
            for (LocalCluster each : clusters()) {
                each.awaitQuiet(PATIENCE);
            }
        } while (!areQuiet() || !revisions().equals(revisions) || !areQuiet());
        return this;
    }

    private List<LocalCluster> clusters() {
        return Stream.concat(Stream.of(cluster), workers.values().stream()).toList();
    }

    private boolean areQuiet() {
        return clusters().stream().allMatch(LocalCluster::isQuiet)
                && cables.values().stream().allMatch(Cable::isQuiet);
    }

    private List<Long> revisions() {
        return clusters().stream().map(each -> each.server().revision()).toList();
    }

    @Override
    public void close() {
        cluster.close();
        workers.values().forEach(LocalCluster::close);
    }
}
