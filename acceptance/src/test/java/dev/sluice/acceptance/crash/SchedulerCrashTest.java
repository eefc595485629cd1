package dev.sluice.acceptance.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.acceptance.FreePort;
import dev.sluice.acceptance.SluiceProcess;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodSchedulingGate;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.authentication.TokenRequestBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A scheduler in a process of its own, over HTTPS and with the rights of its manifest alone, binds pods when it is killed, or when the
/// server is killed under it, again and again (S5.65, S5.81, S5.83). No pod is lost, no node is above its capacity, pods with gates are
/// left alone, and in the end all are bound; there is room for exactly them.
///
/// `-Dsluice.crash.scheduler.rounds=N` plays more rounds than {@value #ROUNDS}; `-Dsluice.crash.seed=N` other moments.
class SchedulerCrashTest {
    private static final int ROUNDS = 4;
    private static final int FREE_A_ROUND = 17;
    private static final int GATED_A_ROUND = 3;
    private static final int CPUS_OF_A_NODE = 5;

    /// Pods ask for half a cpu each, so that each round adds room for its pods, two nodes.
    private static final int NODES_A_ROUND = 2;

    private static final long PATIENCE_SECONDS = 150;
    private static final String ACCOUNT = "sluice-scheduler";

    @TempDir private Path folder;
    private int port;

    @Test
    void noPodIsLostWhenServerAndSchedulerDie() throws Exception {
        long seed = Long.getLong("sluice.crash.seed", 1);
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        int rounds = Integer.getInteger("sluice.crash.scheduler.rounds", ROUNDS);
        port = FreePort.find();
        SluiceProcess server = server();
        SluiceProcess scheduler = null;
        try {
            List<String> account;
            try (KubernetesClient admin = client(server)) {
                account = account(admin);
            }
            scheduler = SluiceProcess.scheduler(account);
            for (int round = 0; round < rounds; round++) {
                try (KubernetesClient admin = client(server)) {
                    load(admin, round);
                    int before = round * FREE_A_ROUND;
                    await(admin, bound(before + 1 + random.nextInt(FREE_A_ROUND)));
                    if (round % 2 == 0) {
                        scheduler.kill();
                        scheduler = SluiceProcess.scheduler(account);
                    } else {
                        server.kill();
                        server = server();
                    }
                }
                try (KubernetesClient admin = client(server)) {
                    await(admin, bound((round + 1) * FREE_A_ROUND));
                    check(admin, round + 1);
                }
            }
            try (KubernetesClient admin = client(server)) {
                for (Pod pod : admin.pods().inNamespace("default").list().getItems()) {
                    admin.resource(pod)
                            .patch(
                                    PatchContext.of(PatchType.JSON_MERGE),
                                    "{\"spec\":{\"schedulingGates\":null}}");
                }
                await(admin, bound(rounds * (FREE_A_ROUND + GATED_A_ROUND)));
                noNodeIsAboveItsCapacity(admin.pods().inNamespace("default").list().getItems());
            }
        } finally {
            if (scheduler != null) {
                scheduler.kill();
            }
            server.kill();
        }
    }

    private SluiceProcess server() throws IOException {
        return SluiceProcess.up(
                List.of(
                        "apiserver",
                        "--data",
                        folder.resolve("data").toString(),
                        "--port",
                        String.valueOf(port),
                        "--controllers",
                        "namespace,serviceaccount"));
    }

    private static KubernetesClient client(SluiceProcess server) {
        return new KubernetesClientBuilder()
                .withConfig(Config.fromKubeconfig(server.kubeconfig().toFile()))
                .build();
    }

    /// Makes the account of the manifest and a configuration that leads to it.
    ///
    /// @return the arguments of a scheduler that uses them
    private List<String> account(KubernetesClient admin) throws Exception {
        Path manifest = SluiceProcess.home().resolve("deploy/scheduler-rbac.yaml");
        try (InputStream in = Files.newInputStream(manifest)) {
            admin.load(in).resources().forEach(resource -> resource.create());
        }
        admin.serviceAccounts()
                .inNamespace("default")
                .withName("default")
                .waitUntilCondition(
                        ServiceAccount.class::isInstance, PATIENCE_SECONDS, TimeUnit.SECONDS);
        String token =
                admin.serviceAccounts()
                        .inNamespace("kube-system")
                        .withName(ACCOUNT)
                        .tokenRequest(new TokenRequestBuilder().withNewSpec().endSpec().build())
                        .getStatus()
                        .getToken();
        Config server = admin.getConfiguration();
        Path kubeconfig = folder.resolve("kubeconfig");
        Files.writeString(
                kubeconfig,
                """
                apiVersion: v1
                kind: Config
                current-context: it
                contexts: [{name: it, context: {cluster: it, user: it}}]
                clusters: [{name: it, cluster: {server: "https://127.0.0.1:%d", certificate-authority-data: %s}}]
                users: [{name: it, user: {token: %s}}]
                """
                        .formatted(port, server.getCaCertData(), token));
        Path configuration = folder.resolve("scheduler.yaml");
        Files.writeString(
                configuration,
                """
                apiVersion: kubescheduler.config.k8s.io/v1
                kind: KubeSchedulerConfiguration
                leaderElection: {leaderElect: false}
                clientConnection: {qps: 0}
                """);
        return List.of(
                "--kubeconfig",
                kubeconfig.toString(),
                "--config",
                configuration.toString(),
                "--listen",
                "127.0.0.1:0");
    }

    private static void load(KubernetesClient admin, int round) {
        for (int i = 0; i < NODES_A_ROUND; i++) {
            Map<String, Quantity> room =
                    Map.of(
                            "cpu", new Quantity(String.valueOf(CPUS_OF_A_NODE)),
                            "memory", new Quantity("64Gi"),
                            "pods", new Quantity("110"));
            admin.resource(
                            new NodeBuilder()
                                    .withNewMetadata()
                                    .withName("node-" + round + "-" + i)
                                    .endMetadata()
                                    .withNewStatus()
                                    .withCapacity(room)
                                    .withAllocatable(room)
                                    .endStatus()
                                    .build())
                    .create();
        }
        for (int i = 0; i < FREE_A_ROUND + GATED_A_ROUND; i++) {
            admin.resource(pod(name(round, i), i >= FREE_A_ROUND)).create();
        }
    }

    private static String name(int round, int pod) {
        return "p-" + round + "-" + pod;
    }

    /// It tolerates that nobody says its node is ready: nodes are mere objects here.
    private static Pod pod(String name, boolean gated) {
        return new PodBuilder()
                .withNewMetadata()
                .withNamespace("default")
                .withName(name)
                .endMetadata()
                .withNewSpec()
                .withSchedulingGates(
                        gated ? List.of(new PodSchedulingGate("example.com/hold")) : List.of())
                .addNewToleration()
                .withOperator("Exists")
                .endToleration()
                .addNewContainer()
                .withName("c")
                .withImage("registry.example.com/work:1")
                .withNewResources()
                .addToRequests("cpu", new Quantity("500m"))
                .endResources()
                .endContainer()
                .endSpec()
                .build();
    }

    private static Predicate<List<Pod>> bound(int count) {
        return pods -> pods.stream().filter(SchedulerCrashTest::isBound).count() >= count;
    }

    private static boolean isBound(Pod pod) {
        return pod.getSpec().getNodeName() != null;
    }

    private static void await(KubernetesClient admin, Predicate<List<Pod>> condition)
            throws Exception {
        admin.pods()
                .inNamespace("default")
                .informOnCondition(condition)
                .get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }

    private static void check(KubernetesClient admin, int rounds) {
        List<Pod> pods = admin.pods().inNamespace("default").list().getItems();
        TreeSet<String> names = new TreeSet<>();
        pods.forEach(pod -> names.add(pod.getMetadata().getName()));
        List<String> created = new ArrayList<>();
        for (int round = 0; round < rounds; round++) {
            for (int i = 0; i < FREE_A_ROUND + GATED_A_ROUND; i++) {
                created.add(name(round, i));
            }
        }
        assertThat(names)
                .as("pods after round %d", rounds)
                .containsExactlyInAnyOrderElementsOf(created);
        assertThat(pods)
                .filteredOn(pod -> !pod.getSpec().getSchedulingGates().isEmpty())
                .hasSize(rounds * GATED_A_ROUND)
                .noneMatch(SchedulerCrashTest::isBound);
        noNodeIsAboveItsCapacity(pods);
    }

    private static void noNodeIsAboveItsCapacity(List<Pod> pods) {
        Map<String, Integer> podsByNode = new HashMap<>();
        for (Pod pod : pods) {
            if (isBound(pod)) {
                podsByNode.merge(
                        Objects.requireNonNull(pod.getSpec().getNodeName()), 1, Integer::sum);
            }
        }
        assertThat(podsByNode.values()).allMatch(count -> count <= CPUS_OF_A_NODE * 2);
    }
}
