package dev.sluice.acceptance.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.acceptance.SluiceProcess;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.Watch;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The whole of Sluice is killed while workloads are preempted, evicted and queued again. Afterwards the quota of the queue is what
/// its workloads hold, never more than there is; and in the end every job has run.
///
/// In turn, rounds preempt alone, drain the LocalQueue and open it again, or deactivate all workloads and activate them again.
///
/// `-Dsluice.crash.rounds=N` plays more rounds than {@value #ROUNDS}, about 4 s each; `-Dsluice.crash.seed=N` other moments.
class QuotaCrashTest {
    private static final int ROUNDS = 3;
    private static final int CHANGES_BEFORE_CRASH_MAX = 25;
    private static final long PATIENCE_SECONDS = 90;
    private static final BigDecimal NOMINAL = BigDecimal.valueOf(4);

    private static final ResourceDefinitionContext WORKLOADS = ours("Workload", "workloads", true);
    private static final ResourceDefinitionContext QUEUES =
            ours("ClusterQueue", "clusterqueues", false);

    private static final ResourceDefinitionContext LOCAL_QUEUES =
            ours("LocalQueue", "localqueues", true);
    private static final PatchContext MERGE = PatchContext.of(PatchType.JSON_MERGE);

    private static final String SETUP =
            """
            apiVersion: kueue.x-k8s.io/v1beta2
            kind: ResourceFlavor
            metadata: {name: f}
            ---
            apiVersion: kueue.x-k8s.io/v1beta2
            kind: ClusterQueue
            metadata: {name: q}
            spec:
              namespaceSelector: {}
              preemption: {withinClusterQueue: LowerPriority}
              resourceGroups:
              - coveredResources: [cpu]
                flavors:
                - name: f
                  resources: [{name: cpu, nominalQuota: 4}]
            ---
            apiVersion: kueue.x-k8s.io/v1beta2
            kind: LocalQueue
            metadata: {name: q, namespace: default}
            spec: {clusterQueue: q}
            ---
            apiVersion: kueue.x-k8s.io/v1beta2
            kind: WorkloadPriorityClass
            metadata: {name: low}
            value: 1
            ---
            apiVersion: kueue.x-k8s.io/v1beta2
            kind: WorkloadPriorityClass
            metadata: {name: high}
            value: 1000
            """;

    @TempDir private Path folder;

    private static ResourceDefinitionContext ours(String kind, String plural, boolean namespaced) {
        return new ResourceDefinitionContext.Builder()
                .withGroup("kueue.x-k8s.io")
                .withVersion("v1beta2")
                .withKind(kind)
                .withPlural(plural)
                .withNamespaced(namespaced)
                .build();
    }

    @Test
    void noQuotaIsLostAndNoJobIsForgotten() throws IOException, InterruptedException {
        Random random = new Random(Long.getLong("sluice.crash.seed", 1));
        int rounds = Integer.getInteger("sluice.crash.rounds", ROUNDS);
        for (int round = 0; round < rounds; round++) {
            SluiceProcess sluice = started();
            try (KubernetesClient client = client(sluice)) {
                if (round == 0) {
                    create(client, SETUP);
                }
                calm(client);
                recount(client);
                rush(client, round, 1 + random.nextInt(CHANGES_BEFORE_CRASH_MAX));
            } finally {
                sluice.kill();
            }
        }
        try (SluiceProcess sluice = started();
                KubernetesClient client = client(sluice)) {
            calm(client);
            recount(client);
            everyJobEnds(client);
            recount(client);
            assertThat(held(client)).isZero();
        }
    }

    private SluiceProcess started() throws IOException {
        return SluiceProcess.up(
                List.of("up", "--data", folder.resolve("data").toString(), "--port", "0"));
    }

    private static KubernetesClient client(SluiceProcess sluice) {
        Config config = Config.fromKubeconfig(sluice.kubeconfig().toFile());
        return new KubernetesClientBuilder().withConfig(config).build();
    }

    private static void create(KubernetesClient client, String manifests) {
        client.load(new ByteArrayInputStream(manifests.getBytes(StandardCharsets.UTF_8)))
                .items()
                .forEach(item -> client.resource(item).create());
    }

    /// Fills the queue with low priority, sends high priority after it, and returns after so many changes of Workloads.
    private static void rush(KubernetesClient client, int round, int changes)
            throws InterruptedException {
        CountDownLatch seen = new CountDownLatch(changes);
        try (Watch watch =
                client.genericKubernetesResources(WORKLOADS)
                        .inNamespace("default")
                        .watch(new Counting(seen))) {
            for (int i = 0; i < 4; i++) {
                create(client, job("low-" + round + "-" + i, "low", 1));
            }
            for (int i = 0; i < 2; i++) {
                create(client, job("high-" + round + "-" + i, "high", 2));
            }
            switch (round % 3) {
                case 1 -> drainAndGoOn(client);
                case 2 -> deactivateAndGoOn(client);
                default -> {}
            }
            assertThat(seen.await(PATIENCE_SECONDS, TimeUnit.SECONDS))
                    .as("changes of workloads in round %s", round)
                    .isTrue();
        }
    }

    /// All are evicted, and queued again.
    private static void drainAndGoOn(KubernetesClient client) {
        stopPolicy(client, "HoldAndDrain");
        stopPolicy(client, "None");
    }

    private static void stopPolicy(KubernetesClient client, String policy) {
        client.genericKubernetesResources(LOCAL_QUEUES)
                .inNamespace("default")
                .withName("q")
                .patch(MERGE, "{\"spec\": {\"stopPolicy\": \"" + policy + "\"}}");
    }

    /// Each is evicted by itself, and comes back.
    private static void deactivateAndGoOn(KubernetesClient client) {
        activate(client, false);
        activate(client, true);
    }

    private static void activate(KubernetesClient client, boolean active) {
        var workloads = client.genericKubernetesResources(WORKLOADS).inNamespace("default");
        for (GenericKubernetesResource workload : workloads.list().getItems()) {
            if (!is(workload, "Finished")) {
                workloads
                        .withName(workload.getMetadata().getName())
                        .patch(MERGE, "{\"spec\": {\"active\": " + active + "}}");
            }
        }
    }

    /// Whatever the killed round has stopped may go on.
    private static void calm(KubernetesClient client) {
        stopPolicy(client, "None");
        activate(client, true);
    }

    private static String job(String name, String priority, int cpu) {
        return """
        apiVersion: batch/v1
        kind: Job
        metadata:
          name: %s
          namespace: default
          labels: {kueue.x-k8s.io/queue-name: q, kueue.x-k8s.io/priority-class: %s}
        spec:
          template:
            metadata:
              annotations: {sim.sluice.dev/run-seconds: "0.3"}
            spec:
              restartPolicy: Never
              containers:
              - name: c
                image: registry.example.com/work:1
                resources: {requests: {cpu: %d}}
        """
                .formatted(name, priority, cpu);
    }

    /// What the queue says that it has lent is what its workloads hold. Asked again and again, not at the queue's changes: the
    /// workload's change can be the later one of the two.
    private static void recount(KubernetesClient client) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        BigDecimal reported = reported(client);
        BigDecimal held = held(client);
        while (!reported.equals(held) && System.nanoTime() < end) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(100));
            reported = reported(client);
            held = held(client);
        }
        assertThat(reported).as("quota that the queue says is reserved").isEqualTo(held);
    }

    private static BigDecimal reported(KubernetesClient client) {
        var queue = client.genericKubernetesResources(QUEUES).withName("q").get();
        Object total = queue.get("status", "flavorsReservation", 0, "resources", 0, "total");
        return total == null ? BigDecimal.ZERO : cpu(total);
    }

    /// More than there is, it must never be, not even while much changes.
    private static BigDecimal held(KubernetesClient client) {
        BigDecimal held =
                client
                        .genericKubernetesResources(WORKLOADS)
                        .inNamespace("default")
                        .list()
                        .getItems()
                        .stream()
                        .filter(
                                workload ->
                                        is(workload, "QuotaReserved") && !is(workload, "Finished"))
                        .map(
                                workload ->
                                        cpu(
                                                workload.get(
                                                        "status",
                                                        "admission",
                                                        "podSetAssignments",
                                                        0,
                                                        "resourceUsage",
                                                        "cpu")))
                        .reduce(BigDecimal.ZERO, BigDecimal::add);
        assertThat(held).as("quota that workloads hold").isLessThanOrEqualTo(NOMINAL);
        return held;
    }

    private static BigDecimal cpu(Object quantity) {
        return new Quantity(String.valueOf(quantity)).getNumericalAmount().stripTrailingZeros();
    }

    private static boolean is(GenericKubernetesResource workload, String type) {
        List<Map<String, Object>> conditions = workload.get("status", "conditions");
        return conditions != null
                && conditions.stream()
                        .anyMatch(
                                c -> type.equals(c.get("type")) && "True".equals(c.get("status")));
    }

    private static void everyJobEnds(KubernetesClient client) {
        for (var job : client.batch().v1().jobs().inNamespace("default").list().getItems()) {
            client.resource(job)
                    .waitUntilCondition(
                            now ->
                                    now != null
                                            && now.getStatus() != null
                                            && now.getStatus().getConditions().stream()
                                                    .anyMatch(
                                                            c ->
                                                                    c.getType().equals("Complete")
                                                                            && c.getStatus()
                                                                                    .equals(
                                                                                            "True")),
                            PATIENCE_SECONDS,
                            TimeUnit.SECONDS);
        }
    }

    /// Counts changes down.
    private record Counting(CountDownLatch seen) implements Watcher<GenericKubernetesResource> {
        @Override
        public void eventReceived(Action action, GenericKubernetesResource workload) {
            seen.countDown();
        }

        @Override
        public void onClose(WatcherException cause) {
            // The server was killed.
        }
    }
}
