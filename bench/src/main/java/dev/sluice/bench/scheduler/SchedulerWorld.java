package dev.sluice.bench.scheduler;

import dev.sluice.podscheduler.Decision;
import dev.sluice.podscheduler.PodScheduler;
import dev.sluice.podscheduler.cluster.Node;
import dev.sluice.podscheduler.cluster.Pod;
import dev.sluice.podscheduler.cluster.Resources;
import dev.sluice.podscheduler.config.ConfigurationFault;
import dev.sluice.podscheduler.config.PluginCatalogue;
import dev.sluice.podscheduler.config.SchedulerConfiguration;
import dev.sluice.podscheduler.cycle.TieBreak;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Map;

/// A scheduler with nodes in three zones and pods on them, which stays as full as it is: for each pod that comes, the oldest of
/// those that came goes.
final class SchedulerWorld {
    static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final int ZONES = 3;
    private static final int PODS_PER_NODE = 4;
    private static final int KEPT_MAX = 1_000;

    final PodScheduler scheduler;
    private final Deque<Pod> kept = new ArrayDeque<>();
    private long numbers;

    /// @param percentage of nodes to score; 0 for the default
    SchedulerWorld(int nodes, int percentage) {
        SchedulerConfiguration configuration = configuration(percentage);
        scheduler =
                new PodScheduler(
                        configuration.profiles(), configuration.backoff(), TieBreak.BY_UID);
        for (int i = 0; i < nodes; i++) {
            scheduler.nodeSeen(node(i, 32_000), NOW);
        }
    }

    private static SchedulerConfiguration configuration(int percentage) {
        try {
            return SchedulerConfiguration.read(
                    Map.of(
                            "apiVersion",
                            "kubescheduler.config.k8s.io/v1",
                            "kind",
                            "KubeSchedulerConfiguration",
                            "percentageOfNodesToScore",
                            percentage),
                    PluginCatalogue.standard());
        } catch (ConfigurationFault fault) {
            throw new IllegalStateException(fault);
        }
    }

    /// With some pods of each kind everywhere.
    static SchedulerWorld busy(int nodes, int percentage) {
        SchedulerWorld world = new SchedulerWorld(nodes, percentage);
        PodKind[] kinds = {PodKind.PLAIN, PodKind.SPREAD, PodKind.NEAR, PodKind.RATHER_NEAR};
        for (int i = 0; i < nodes * PODS_PER_NODE; i++) {
            Pod pod = kinds[i / nodes].pod(world.numbers++, name(i % nodes));
            world.scheduler.podSeen(null, pod, NOW);
        }
        return world;
    }

    static String name(int node) {
        return "node-" + node;
    }

    static Node node(int number, long cpuMillis) {
        return new Node(
                name(number),
                Map.of(
                        "kubernetes.io/hostname",
                        name(number),
                        PodKind.ZONE,
                        "zone-" + number % ZONES),
                List.of(),
                false,
                new Resources(cpuMillis, 256L << 30, 0, Collections.emptySortedMap()),
                110,
                List.of());
    }

    long number() {
        return numbers++;
    }

    /// A waiting pod is seen.
    Pod arrive(PodKind kind) {
        Pod pod = kind.pod(numbers++, null);
        scheduler.podSeen(null, pod, NOW);
        return pod;
    }

    Decision decide() {
        Decision decision = scheduler.next(NOW);
        if (decision == null) {
            throw new IllegalStateException("no pod waits");
        }
        return decision;
    }

    /// What the decision says is seen to have happened.
    void settle(Decision decision) {
        if (decision instanceof Decision.Bind(var pod, var binding, _)) {
            Pod bound = pod.on(binding.node());
            scheduler.podSeen(pod, bound, NOW);
            kept.add(bound);
            if (kept.size() > KEPT_MAX) {
                scheduler.podGone(kept.remove(), NOW);
            }
        } else {
            scheduler.podGone(decision.pod(), NOW);
        }
    }

    /// Pods with a gate are seen.
    List<Pod> gate(int count) {
        List<Pod> gated = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            gated.add(PodKind.PLAIN.pod(numbers++, i % 10, List.of("example.com/held"), null));
        }
        gated.forEach(pod -> scheduler.podSeen(null, pod, NOW));
        return gated;
    }
}
