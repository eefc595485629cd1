package dev.sluice.podscheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.LabelSelector;
import dev.sluice.model.NodeSelection;
import dev.sluice.model.Taint;
import dev.sluice.podscheduler.cluster.AffinityTerm;
import dev.sluice.podscheduler.cluster.HostPort;
import dev.sluice.podscheduler.cluster.Node;
import dev.sluice.podscheduler.cluster.Pod;
import dev.sluice.podscheduler.cluster.PodAffinity;
import dev.sluice.podscheduler.cluster.PodDemand;
import dev.sluice.podscheduler.cluster.PodImages;
import dev.sluice.podscheduler.cluster.PodRelations;
import dev.sluice.podscheduler.cluster.PodShape;
import dev.sluice.podscheduler.cluster.Resources;
import dev.sluice.podscheduler.cluster.SpreadConstraint;
import dev.sluice.podscheduler.cycle.Placement;
import dev.sluice.podscheduler.cycle.SchedulingCycle;
import dev.sluice.podscheduler.plugins.DefaultPlugins;
import dev.sluice.podscheduler.queue.QueuedPod.Pool;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The queue wakes a pod only when a plugin says that an event may help it. Its slow twin tries every waiting pod after every
/// event: when the queue rests, the twin must find a node for none of them (S2.70). Seeds are the test's parameters;
/// `-Dqueue.seeds` says how many.
class NoWakeUpIsLostTest {
    private static final int STEPS = 120;
    private static final List<String> APPS = List.of("web", "db", "cache");

    static List<Long> seeds() {
        List<Long> seeds = new ArrayList<>();
        for (long i = 0; i < Integer.getInteger("queue.seeds", 150); i++) {
            seeds.add(i);
        }
        return seeds;
    }

    private final PodScheduler scheduler = new PodScheduler(DefaultPlugins.profile());
    private final SchedulingCycle twin = new SchedulingCycle(DefaultPlugins.profile());
    private final Map<String, Pod> podByUid = new HashMap<>();
    private final Map<String, Node> nodeByName = new HashMap<>();
    private Instant now = Instant.parse("2026-01-01T00:00:00Z");
    private Random random = new Random(0);
    private int created;

    @ParameterizedTest
    @MethodSource("seeds")
    void aPodThatFitsSomewhereIsNotLeftWaiting(long seed) {
        random = new Random(seed);
        for (int step = 0; step < STEPS; step++) {
            now = now.plusMillis(random.nextInt(1500));
            String event = happen();
            carryOut();
            // Pauses after errors end by themselves; without nodes they begin again.
            while (scheduler.waiting(Pool.ERROR_BACKOFF) > 0 && !nodeByName.isEmpty()) {
                now = now.plusSeconds(11);
                carryOut();
            }
            String place = "seed " + seed + ", step " + step + ": " + event;
            for (Pod pod : podByUid.values()) {
                if (pod.nodeName() == null
                        && pod.schedulingGates().isEmpty()
                        && !nodeByName.isEmpty()) {
                    assertThat(twin.place(pod, scheduler.cluster()))
                            .as(place + " leaves " + pod.name())
                            .isNotInstanceOf(Placement.Placed.class);
                }
            }
            noNodeIsAboveItsCapacity(place);
            gatedPodsAreCountedOnce(place);
        }
    }

    private void noNodeIsAboveItsCapacity(String place) {
        for (var node : scheduler.cluster().nodes()) {
            long asked = node.pods().stream().mapToLong(p -> p.demand().total().cpuMillis()).sum();
            assertThat(node.requested().cpuMillis()).as(place).isEqualTo(asked);
        }
    }

    /// FE1
    private void gatedPodsAreCountedOnce(String place) {
        long gated = podByUid.values().stream().filter(p -> !p.schedulingGates().isEmpty()).count();
        assertThat(scheduler.waiting(Pool.GATED)).as(place).isEqualTo((int) gated);
    }

    private void carryOut() {
        Decision decision;
        while ((decision = scheduler.next(now)) != null) {
            if (decision instanceof Decision.Bind bind) {
                Pod pod = bind.pod();
                if (random.nextInt(10) == 0) {
                    scheduler.bindFailed(pod.uid(), now);
                    now = now.plusSeconds(11);
                } else {
                    podByUid.put(pod.uid(), pod.on(bind.binding().node()));
                    scheduler.podSeen(pod, pod.on(bind.binding().node()), now);
                }
            }
        }
    }

    private String happen() {
        return switch (random.nextInt(10)) {
            case 0, 1, 2, 3 -> create();
            case 4 -> ungate();
            case 5 -> delete();
            case 6 -> relabel();
            case 7 -> removeNode();
            default -> changeNode();
        };
    }

    private String create() {
        String name = "p" + created++;
        Pod pod = pod(name, random.nextInt(5) == 0 ? List.of("example.com/g") : List.of());
        podByUid.put(pod.uid(), pod);
        scheduler.podSeen(null, pod, now);
        return "create " + name;
    }

    private String ungate() {
        Pod pod =
                any(
                        podByUid.values().stream()
                                .filter(p -> !p.schedulingGates().isEmpty())
                                .toList());
        if (pod == null) {
            return "nothing to ungate";
        }
        become(pod, copy(pod, pod.labels(), List.of(), pod.deleting()));
        return "ungate " + pod.name();
    }

    private String delete() {
        Pod pod = any(List.copyOf(podByUid.values()));
        if (pod == null) {
            return "nothing to delete";
        }
        if (pod.nodeName() != null && !pod.deleting() && random.nextBoolean()) {
            become(pod, copy(pod, pod.labels(), pod.schedulingGates(), true));
            return "begin to end " + pod.name();
        }
        podByUid.remove(pod.uid());
        scheduler.podGone(pod, now);
        return "delete " + pod.name();
    }

    private String relabel() {
        Pod pod = any(List.copyOf(podByUid.values()));
        if (pod == null) {
            return "nothing to label";
        }
        become(pod, copy(pod, Map.of("app", app()), pod.schedulingGates(), pod.deleting()));
        return "relabel " + pod.name();
    }

    private void become(Pod before, Pod after) {
        podByUid.put(after.uid(), after);
        scheduler.podSeen(before, after, now);
    }

    private String removeNode() {
        if (nodeByName.isEmpty()) {
            return "no node to remove";
        }
        String name =
                nodeByName.keySet().stream()
                        .sorted()
                        .toList()
                        .get(random.nextInt(nodeByName.size()));
        nodeByName.remove(name);
        scheduler.nodeGone(name, now);
        return "remove " + name;
    }

    private String changeNode() {
        String name = "n" + random.nextInt(4);
        Map<String, String> labels = new HashMap<>(Map.of("kubernetes.io/hostname", name));
        if (random.nextInt(4) > 0) {
            labels.put("zone", "z" + random.nextInt(2));
        }
        List<Taint> taints =
                random.nextInt(4) == 0
                        ? List.of(new Taint("k", "", Taint.Effect.NO_SCHEDULE))
                        : List.of();
        Node node =
                new Node(
                        name,
                        labels,
                        taints,
                        random.nextInt(6) == 0,
                        cpu(random.nextInt(5)),
                        random.nextInt(6),
                        List.of());
        nodeByName.put(name, node);
        scheduler.nodeSeen(node, now);
        return "put " + node;
    }

    private Pod pod(String name, List<String> gates) {
        Resources asked = cpu(random.nextInt(3));
        NodeSelection selection =
                random.nextInt(4) == 0
                        ? new NodeSelection(
                                Map.of("zone", "z" + random.nextInt(2)), false, List.of())
                        : NodeSelection.ANY;
        List<HostPort> ports =
                random.nextInt(4) == 0 ? List.of(new HostPort("", "TCP", 80)) : List.of();
        return new Pod(
                "ns",
                name,
                "uid-" + name,
                "default-scheduler",
                0,
                Map.of("app", app()),
                gates,
                new PodShape(
                        new PodDemand(asked, asked, asked),
                        selection,
                        List.of(),
                        List.of(),
                        ports,
                        PodImages.NONE),
                relations(),
                null,
                null,
                null,
                false,
                false,
                false,
                true);
    }

    private PodRelations relations() {
        LabelSelector selector = new LabelSelector(Map.of("app", app()), List.of());
        AffinityTerm term = new AffinityTerm(Set.of("ns"), null, selector, "zone");
        return switch (random.nextInt(6)) {
            case 0 ->
                    new PodRelations(
                            new PodAffinity(List.of(term), List.of(), List.of(), List.of()),
                            List.of(),
                            null);
            case 1 ->
                    new PodRelations(
                            new PodAffinity(List.of(), List.of(term), List.of(), List.of()),
                            List.of(),
                            null);
            case 2 ->
                    new PodRelations(
                            PodAffinity.NONE,
                            List.of(
                                    new SpreadConstraint(
                                            "zone",
                                            1,
                                            true,
                                            selector,
                                            1,
                                            true,
                                            random.nextBoolean())),
                            null);
            default -> PodRelations.NONE;
        };
    }

    private static Pod copy(
            Pod pod, Map<String, String> labels, List<String> gates, boolean deleting) {
        return new Pod(
                pod.namespace(),
                pod.name(),
                pod.uid(),
                pod.schedulerName(),
                pod.priority(),
                labels,
                gates,
                pod.shape(),
                pod.relations(),
                pod.nodeName(),
                pod.nominatedNodeName(),
                pod.startTime(),
                deleting,
                pod.finished(),
                pod.preempted(),
                pod.mayPreempt());
    }

    private @Nullable Pod any(List<Pod> pods) {
        List<Pod> sorted = pods.stream().sorted((a, b) -> a.uid().compareTo(b.uid())).toList();
        return sorted.isEmpty() ? null : sorted.get(random.nextInt(sorted.size()));
    }

    private String app() {
        return APPS.get(random.nextInt(APPS.size()));
    }

    private static Resources cpu(int cores) {
        return new Resources(cores * 1000L, 0, 0, Collections.emptySortedMap());
    }
}
