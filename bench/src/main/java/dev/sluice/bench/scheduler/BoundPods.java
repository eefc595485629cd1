package dev.sluice.bench.scheduler;

import com.sun.management.OperatingSystemMXBean;
import dev.sluice.apiserver.ApiServerConfig;
import dev.sluice.apiserver.StartupFailure;
import dev.sluice.controllers.event.EventRecorder;
import dev.sluice.controllers.scheduling.Scheduling;
import dev.sluice.localcluster.LocalCluster;
import dev.sluice.localcluster.LocalClusterConfig;
import dev.sluice.localcluster.StandardController;
import dev.sluice.localcluster.node.NodePool;
import dev.sluice.podscheduler.cycle.TieBreak;
import dev.sluice.podscheduler.framework.Profiles;
import dev.sluice.podscheduler.plugins.DefaultPlugins;
import dev.sluice.podscheduler.queue.Backoff;
import dev.sluice.reconcile.Cluster;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodSchedulingGate;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ServiceAccountBuilder;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.io.IOException;
import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// How many pods a second get their node on an API server with durable storage in the same process, nodes being mere objects: all
/// pods wait when the scheduler begins, or all are let go at once by their gates. Measured by the clock.
///
/// @param released whether the measured pods are gated first and their gates are removed
/// @param gated how many pods with gates are there besides
public record BoundPods(int nodes, int pods, boolean released, int gated) {
    private static final int WRITERS = 16;
    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final String NAMESPACE = "bench";
    private static final String GATE = "example.com/held";

    /// The scheduler of one measurement, which begins when it is told to.
    private static final class Started {
        private @Nullable Scheduling scheduling;
        private volatile boolean mayAct;

        void register(Cluster cluster) {
            scheduling =
                    new Scheduling(
                            cluster,
                            new EventRecorder(cluster, "bench"),
                            Profiles.of(DefaultPlugins.profile()),
                            Backoff.DEFAULT,
                            TieBreak.BY_UID,
                            () -> mayAct);
        }

        void begin() {
            mayAct = true;
            Objects.requireNonNull(scheduling).wake();
        }
    }

    /// The case in words.
    public String name() {
        return String.format(
                "%,d pods bound, %,d nodes%s%s",
                pods,
                nodes,
                released ? ", gates removed one by one" : "",
                gated > 0 ? String.format(", %,d gated pods beside", gated) : "");
    }

    /// Measures and prints a line.
    ///
    /// @throws IllegalStateException when not every pod has a node after minutes
    public void measure(PrintWriter out) throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("sluice-bench-");
        Started started = new Started();
        try (LocalCluster local = start(folder, started)) {
            Cluster cluster = local.cluster();
            fill(cluster);
            local.awaitQuiet(PATIENCE);
            CountDownLatch bound = bound(cluster);
            if (released) {
                started.begin();
            }
            long cpu = processorNanos();
            long begin = System.nanoTime();
            if (released) {
                each(pods, i -> release(cluster, "pod-" + i));
            } else {
                started.begin();
            }
            if (!bound.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
                throw new IllegalStateException(bound.getCount() + " pods have no node");
            }
            double seconds = (System.nanoTime() - begin) / 1e9;
            out.printf(
                    "%s: %.1f s, %,.0f pods/s, %.2f ms of processor time a pod%n",
                    name(), seconds, pods / seconds, (processorNanos() - cpu) / 1e6 / pods);
            out.flush();
        } finally {
            delete(folder);
        }
    }

    private static LocalCluster start(Path folder, Started started)
            throws IOException, InterruptedException {
        try {
            return LocalCluster.start(
                    LocalClusterConfig.on(ApiServerConfig.ephemeral().withData(folder).withPort(-1))
                            .withNodes(NodePool.DEFAULT.withCount(0))
                            .withOnly(Set.<StandardController>of())
                            .withoutPodRunner()
                            .with(started::register));
        } catch (StartupFailure failure) {
            throw new IOException(failure);
        }
    }

    private void fill(Cluster cluster) {
        cluster.create(
                new NamespaceBuilder().withNewMetadata().withName(NAMESPACE).endMetadata().build());
        cluster.createUnread(
                new ServiceAccountBuilder()
                        .withNewMetadata()
                        .withNamespace(NAMESPACE)
                        .withName("default")
                        .endMetadata()
                        .build());
        each(nodes, i -> cluster.createUnread(node(i)));
        each(gated, i -> cluster.createUnread(pod("held-" + i, true)));
        each(pods, i -> cluster.createUnread(pod("pod-" + i, released)));
    }

    /// Open until every measured pod has a node.
    private CountDownLatch bound(Cluster cluster) {
        CountDownLatch bound = new CountDownLatch(pods);
        Set<String> seen = ConcurrentHashMap.newKeySet();
        cluster.cache(Pod.class)
                .onChange(
                        change -> {
                            Pod pod = change.after();
                            if (pod != null
                                    && pod.getSpec().getNodeName() != null
                                    && seen.add(pod.getMetadata().getUid())) {
                                bound.countDown();
                            }
                        });
        return bound;
    }

    private static void each(int count, IntConsumer action) {
        try (ExecutorService writers = Executors.newFixedThreadPool(WRITERS)) {
            List<CompletableFuture<Void>> all = new ArrayList<>(count);
            for (int i = 0; i < count; i++) {
                int number = i;
                all.add(CompletableFuture.runAsync(() -> action.accept(number), writers));
            }
            all.forEach(CompletableFuture::join);
        }
    }

    private static void release(Cluster cluster, String name) {
        Pod named =
                new PodBuilder()
                        .withNewMetadata()
                        .withNamespace(NAMESPACE)
                        .withName(name)
                        .endMetadata()
                        .build();
        cluster.patch(named, PatchType.JSON_MERGE, "{\"spec\":{\"schedulingGates\":null}}");
    }

    private static HasMetadata node(int number) {
        Map<String, Quantity> offers =
                Map.of(
                        "cpu", new Quantity("32"),
                        "memory", new Quantity("256Gi"),
                        "pods", new Quantity("110"));
        return new NodeBuilder()
                .withNewMetadata()
                .withName(SchedulerWorld.name(number))
                .addToLabels("kubernetes.io/hostname", SchedulerWorld.name(number))
                .addToLabels(PodKind.ZONE, "zone-" + number % 3)
                .endMetadata()
                .withNewStatus()
                .withCapacity(offers)
                .withAllocatable(offers)
                .endStatus()
                .build();
    }

    private static HasMetadata pod(String name, boolean held) {
        Pod pod =
                new PodBuilder()
                        .withNewMetadata()
                        .withNamespace(NAMESPACE)
                        .withName(name)
                        .addToLabels("app", "bench")
                        .endMetadata()
                        .withNewSpec()
                        .addNewContainer()
                        .withName("main")
                        .withImage("main")
                        .withNewResources()
                        .addToRequests("cpu", new Quantity("100m"))
                        .addToRequests("memory", new Quantity("128Mi"))
                        .endResources()
                        .endContainer()
                        .endSpec()
                        .build();
        if (held) {
            pod.getSpec().setSchedulingGates(List.of(new PodSchedulingGate(GATE)));
        }
        return pod;
    }

    private static long processorNanos() {
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
                .getProcessCpuTime();
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
