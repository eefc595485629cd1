package dev.sluice.conformance.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.apiserver.ApiServerConfig;
import dev.sluice.controllers.event.EventRecorder;
import dev.sluice.controllers.scheduling.Scheduling;
import dev.sluice.controllers.scheduling.process.SchedulerProcess;
import dev.sluice.localcluster.LocalCluster;
import dev.sluice.localcluster.LocalClusterConfig;
import dev.sluice.localcluster.node.NodePool;
import dev.sluice.podscheduler.config.ConfigurationFault;
import dev.sluice.podscheduler.config.PluginCatalogue;
import dev.sluice.podscheduler.config.SchedulerConfiguration;
import dev.sluice.podscheduler.plugins.DefaultPlugins;
import dev.sluice.reconcile.SystemClock;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodSchedulingGate;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.authentication.TokenRequestBuilder;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.events.v1.Event;
import io.fabric8.kubernetes.api.model.scheduling.v1.PriorityClassBuilder;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// A scheduler beside the cluster's own, over HTTPS and with the rights of its manifest alone (S3.61, S5.70 to S5.74). About 6 s
/// in all, most of it the start of the server.
@NullUnmarked
class SecondSchedulerTest {
    private static final long PATIENCE_SECONDS = 60;
    private static final String NAME = "second";

    private static LocalCluster cluster;
    private SchedulerProcess process;

    @BeforeAll
    static void startCluster() throws Exception {
        cluster =
                LocalCluster.start(
                        LocalClusterConfig.on(ApiServerConfig.ephemeral().withPort(0))
                                .withNodes(NodePool.DEFAULT.withCount(1))
                                .with(
                                        own ->
                                                new Scheduling(
                                                        own,
                                                        new EventRecorder(own, "first"),
                                                        DefaultPlugins.profile())));
        admin().resource(
                        new NamespaceBuilder()
                                .withNewMetadata()
                                .withName("ns")
                                .endMetadata()
                                .build())
                .create();
        try (var manifest = Files.newInputStream(Path.of("..", "deploy", "scheduler-rbac.yaml"))) {
            admin().load(manifest).resources().forEach(resource -> resource.create());
        }
    }

    @AfterAll
    static void stopCluster() {
        cluster.close();
    }

    @BeforeEach
    void startScheduler() throws Exception {
        process =
                SchedulerProcess.start(
                        account(),
                        configuration(),
                        new SystemClock(),
                        "second-1",
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        process.leads().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }

    @AfterEach
    void stopScheduler() {
        process.close();
        admin().pods().inNamespace("ns").withGracePeriod(0).delete();
    }

    /// S3.61: a pod is the business of the scheduler that it names.
    @Test
    void eachSchedulerPlacesItsOwnPods() throws Exception {
        admin().resource(pod("ours", NAME, 1, null)).create();
        admin().resource(pod("theirs", "default-scheduler", 1, null)).create();
        awaitNode("ours");
        awaitNode("theirs");

        assertThat(reporterOf("ours")).isEqualTo(NAME);
        assertThat(reporterOf("theirs")).isEqualTo("default-scheduler");
    }

    /// S4.120, and the conditions of pods that wait: everything that a scheduler writes is within its rights.
    @Test
    void itMakesRoomForAPodOfHigherPriority() {
        admin().resource(
                        new PriorityClassBuilder()
                                .withNewMetadata()
                                .withName("urgent")
                                .endMetadata()
                                .withValue(1000)
                                .build())
                .create();
        int most = cpusOfTheNode();
        admin().resource(pod("low", NAME, most, null)).create();
        awaitNode("low");
        admin().resource(pod("another", NAME, most, null)).create();
        Pod waiting =
                admin().pods()
                        .inNamespace("ns")
                        .withName("another")
                        .waitUntilCondition(
                                pod ->
                                        pod != null
                                                && pod.getStatus().getConditions().stream()
                                                        .anyMatch(
                                                                c ->
                                                                        "Unschedulable"
                                                                                .equals(
                                                                                        c
                                                                                                .getReason())),
                                PATIENCE_SECONDS,
                                TimeUnit.SECONDS);
        assertThat(waiting.getSpec().getNodeName()).isNull();
        admin().resource(waiting).withGracePeriod(0).delete();

        admin().resource(pod("high", NAME, most, "urgent")).create();
        awaitNode("high");
        assertThat(admin().pods().inNamespace("ns").withName("low").get()).isNull();
    }

    /// S5.71, S5.72
    @Test
    void itSaysHowItIsAndWhatItDid() throws Exception {
        admin().resource(pod("counted", NAME, 1, null)).create();
        awaitNode("counted");
        assertThat(ask("/livez").body()).isEqualTo("ok");
        assertThat(ask("/healthz").body()).isEqualTo("ok");
        assertThat(ask("/readyz?verbose").body())
                .contains("[+]sched-handler-sync ok", "[+]leaderElection ok");
        assertThat(ask("/metrics").body())
                .contains("scheduler_pending_pods{queue=\"gated\"} 0")
                .contains("scheduler_schedule_attempts_total{profile=\"second\"");
    }

    @Test
    void itSaysWhyAPodHasNoNode() throws Exception {
        Pod gated = pod("held", NAME, 1, null);
        gated.getSpec().setSchedulingGates(List.of(new PodSchedulingGate("example.com/sizing")));
        Pod created = admin().resource(gated).create();
        // The scheduler has seen what was there before this pod.
        admin().resource(pod("after", NAME, 1, null)).create();
        awaitNode("after");
        assertThat(ask("/explain?pod=ns/held").body())
                .isEqualTo(
                        "Not tried since "
                                + created.getMetadata().getCreationTimestamp()
                                + ", because of scheduling gates:\n"
                                + "  example.com/sizing, set by fabric8-kubernetes-client, to be removed by example.com\n");
        assertThat(ask("/explain?pod=ns/after").body())
                .matches("(Runs on node|Has node) node-\\d+.*\n");
        assertThat(ask("/explain?pod=ns/nobody").body()).isEqualTo("There is no pod ns/nobody\n");
        assertThat(ask("/explain?pod=ns").statusCode()).isEqualTo(400);
    }

    /// TV-99, S5.70
    @Test
    void withoutItsLeaseItBindsNothing() throws Exception {
        // Whatever revision it has: the holder renews it all the time.
        admin().resource(lease())
                .patch(
                        PatchContext.of(PatchType.JSON_MERGE),
                        """
                        {"spec": {"holderIdentity": "somebody-else", "renewTime": "%s"}}
                        """
                                .formatted(
                                        ZonedDateTime.now(ZoneOffset.UTC)
                                                .plusHours(1)
                                                .truncatedTo(ChronoUnit.MICROS)));

        process.ended().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        assertThat(ask("/healthz").statusCode()).isEqualTo(500);
        assertThat(ask("/readyz").body()).contains("[-]leaderElection failed");
        admin().resource(pod("late", NAME, 1, null)).create();
        // By its own words it has seen the pod; that it has not bound it is then no matter of time.
        process.close();
        assertThat(admin().pods().inNamespace("ns").withName("late").get().getSpec().getNodeName())
                .isNull();
        admin().resource(lease()).delete();
    }

    /// S5.74
    @Test
    void itGivesItsLeaseUpWhenItEnds() throws Exception {
        assertThat(lease().getSpec().getHolderIdentity()).isEqualTo("second-1");
        process.close();
        assertThat(process.isClosing()).isTrue();
        process =
                SchedulerProcess.start(
                        account(),
                        configuration(),
                        new SystemClock(),
                        "second-2",
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        process.leads().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        assertThat(lease().getSpec().getHolderIdentity()).isEqualTo("second-2");
    }

    @Test
    void theAccountMayDoNothingElse() {
        try (KubernetesClient client = account()) {
            assertThatThrownBy(() -> client.nodes().withName("node-1").delete())
                    .isInstanceOfSatisfying(
                            KubernetesClientException.class,
                            refused -> assertThat(refused.getCode()).isEqualTo(403));
            assertThatThrownBy(() -> client.secrets().inNamespace("ns").list())
                    .isInstanceOfSatisfying(
                            KubernetesClientException.class,
                            refused -> assertThat(refused.getCode()).isEqualTo(403));
        }
    }

    private static KubernetesClient admin() {
        return cluster.client();
    }

    private static Lease lease() {
        return admin().resources(Lease.class)
                .inNamespace("kube-system")
                .withName("kube-scheduler")
                .get();
    }

    private static SchedulerConfiguration configuration() throws ConfigurationFault {
        return SchedulerConfiguration.read(
                Map.of(
                        "profiles",
                        List.of(Map.of("schedulerName", NAME)),
                        "leaderElection",
                        Map.of(
                                "leaseDuration", "3s",
                                "renewDeadline", "2s",
                                "retryPeriod", "200ms")),
                PluginCatalogue.standard());
    }

    private static KubernetesClient account() {
        String token =
                admin().serviceAccounts()
                        .inNamespace("kube-system")
                        .withName("sluice-scheduler")
                        .tokenRequest(new TokenRequestBuilder().withNewSpec().endSpec().build())
                        .getStatus()
                        .getToken();
        String authority =
                Base64.getEncoder()
                        .encodeToString(
                                cluster.server()
                                        .caCertificate()
                                        .getBytes(StandardCharsets.US_ASCII));
        return new KubernetesClientBuilder()
                .withConfig(
                        new ConfigBuilder()
                                .withAutoConfigure(false)
                                .withMasterUrl("https://127.0.0.1:" + cluster.server().port())
                                .withCaCertData(authority)
                                .withOauthToken(token)
                                .build())
                .build();
    }

    private HttpResponse<String> ask(String path) throws Exception {
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(
                                        URI.create("http://127.0.0.1:" + process.port() + path))
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
    }

    private static int cpusOfTheNode() {
        return Integer.parseInt(
                admin().nodes()
                        .list()
                        .getItems()
                        .getFirst()
                        .getStatus()
                        .getAllocatable()
                        .get("cpu")
                        .getAmount());
    }

    private static void awaitNode(String name) {
        admin().pods()
                .inNamespace("ns")
                .withName(name)
                .waitUntilCondition(
                        pod -> pod != null && pod.getSpec().getNodeName() != null,
                        PATIENCE_SECONDS,
                        TimeUnit.SECONDS);
    }

    private static String reporterOf(String pod) throws Exception {
        return admin().events()
                .v1()
                .events()
                .inNamespace("ns")
                .informOnCondition(events -> scheduled(events, pod).findAny().isPresent())
                .thenApply(events -> scheduled(events, pod).findAny().orElseThrow())
                .get(PATIENCE_SECONDS, TimeUnit.SECONDS)
                .getReportingController();
    }

    private static Stream<Event> scheduled(List<Event> events, String pod) {
        return events.stream()
                .filter(event -> event.getRegarding().getName().equals(pod))
                .filter(event -> event.getReason().equals("Scheduled"));
    }

    private static Pod pod(String name, String scheduler, int cpus, String priorityClass) {
        return new PodBuilder()
                .withNewMetadata()
                .withNamespace("ns")
                .withName(name)
                .endMetadata()
                .withNewSpec()
                .withSchedulerName(scheduler)
                .withPriorityClassName(priorityClass)
                .addNewContainer()
                .withName("main")
                .withImage("main")
                .withNewResources()
                .addToRequests("cpu", new Quantity(String.valueOf(cpus)))
                .endResources()
                .endContainer()
                .endSpec()
                .build();
    }
}
