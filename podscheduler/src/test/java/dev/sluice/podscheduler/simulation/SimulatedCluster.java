package dev.sluice.podscheduler.simulation;

import dev.sluice.model.NodeSelection;
import dev.sluice.podscheduler.Decision;
import dev.sluice.podscheduler.PodScheduler;
import dev.sluice.podscheduler.cluster.Node;
import dev.sluice.podscheduler.cluster.Pod;
import dev.sluice.podscheduler.cluster.PodDemand;
import dev.sluice.podscheduler.cluster.PodImages;
import dev.sluice.podscheduler.cluster.PodRelations;
import dev.sluice.podscheduler.cluster.PodShape;
import dev.sluice.podscheduler.cluster.Resources;
import dev.sluice.podscheduler.config.ConfigurationFault;
import dev.sluice.podscheduler.config.PluginCatalogue;
import dev.sluice.podscheduler.config.SchedulerConfiguration;
import dev.sluice.podscheduler.cycle.TieBreak;
import dev.sluice.podscheduler.framework.PostFilterPlugin.Rescue;
import dev.sluice.podscheduler.metrics.Sample;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Pods and nodes that come and go at random, and hands that carry decisions out late, badly or not at all.
final class SimulatedCluster {
    private static final long NODE_CPU_MILLIS = 4_000;
    private static final int NODES = 4;

    private final Random random;
    private final Books books = new Books();
    private final PodScheduler scheduler;
    private final Map<String, Pod> podByUid = new LinkedHashMap<>();
    private final Set<String> nodes = new HashSet<>();

    /// Decisions that are carried out later.
    private final List<Decision.Bind> bindings = new ArrayList<>();

    private final List<Decision.Refuse> preemptions = new ArrayList<>();
    private final Set<String> held = new HashSet<>();
    private final Set<String> dropped = new HashSet<>();
    private final Set<String> confirmed = new HashSet<>();
    private @Nullable Decision lastDecision;
    private Instant now = Instant.parse("2026-01-01T00:00:00Z");
    private int created;

    SimulatedCluster(long seed) throws ConfigurationFault {
        random = new Random(seed);
        SchedulerConfiguration configuration =
                SchedulerConfiguration.read(
                        Map.of(
                                "profiles",
                                List.of(
                                        Map.of(
                                                "plugins",
                                                Map.of(
                                                        "multiPoint",
                                                        Map.of(
                                                                "enabled",
                                                                List.of(
                                                                        Map.of(
                                                                                "name",
                                                                                Books.NAME))))))),
                        PluginCatalogue.standard().with(Books.NAME, _ -> books));
        scheduler =
                new PodScheduler(
                        configuration.profiles(), configuration.backoff(), TieBreak.BY_UID);
    }

    PodScheduler scheduler() {
        return scheduler;
    }

    Books books() {
        return books;
    }

    Collection<Pod> pods() {
        return podByUid.values();
    }

    @Nullable Decision lastDecision() {
        return lastDecision;
    }

    /// Pods whose victims have not been told to go yet.
    int preempting() {
        return preemptions.size();
    }

    /// A pod that was about to go when its turn came; nobody waits for it.
    boolean wasDropped(Pod pod) {
        return dropped.contains(pod.uid());
    }

    boolean wasConfirmed(Pod pod) {
        return confirmed.contains(pod.uid());
    }

    boolean isOnItsWay(Pod pod) {
        return held.contains(pod.uid())
                || bindings.stream().anyMatch(bind -> bind.pod().uid().equals(pod.uid()));
    }

    /// How many pods the scheduler says are on their way.
    int assumed() {
        for (Sample sample : scheduler.samples()) {
            if (sample.name().equals("scheduler_cache_size")
                    && "assumed_pods".equals(sample.labels().get("type"))) {
                return (int) sample.value();
            }
        }
        throw new IllegalStateException("no gauge of assumed pods");
    }

    /// One thing happens.
    ///
    /// @return in words
    String step() {
        lastDecision = null;
        now = now.plusMillis(random.nextInt(700));
        return switch (random.nextInt(20)) {
            case 0, 1, 2 -> create();
            case 3 -> ungate();
            case 4 -> delete();
            case 5 -> beginToEnd();
            case 6 -> random.nextInt(3) == 0 ? removeNode() : addNode();
            case 7, 8 -> addNode();
            case 9, 10, 11 -> carryOut(random.nextInt(10));
            case 12 -> preempt();
            case 13 -> answerAsker();
            default -> decide();
        };
    }

    /// Nothing new comes; what was begun comes to its end, and time passes.
    void rest(int rounds) {
        for (String uid : Set.copyOf(held)) {
            scheduler.allow(uid, Books.NAME);
        }
        for (int i = 0; i < rounds; i++) {
            lastDecision = null;
            now = now.plusSeconds(11);
            while (!preemptions.isEmpty()) {
                preempt();
            }
            for (Pod pod : List.copyOf(podByUid.values())) {
                if (pod.deleting()) {
                    end(pod);
                }
            }
            while (!decide().startsWith("nothing")) {
                while (!bindings.isEmpty()) {
                    carryOut(0);
                }
                for (String uid : Set.copyOf(held)) {
                    scheduler.allow(uid, Books.NAME);
                }
            }
        }
    }

    private String create() {
        List<String> gates = random.nextInt(5) == 0 ? List.of("example.com/g") : List.of();
        Pod pod = pod("p" + created++, gates);
        podByUid.put(pod.uid(), pod);
        scheduler.podSeen(null, pod, now);
        return "create " + pod.name();
    }

    private String ungate() {
        for (Pod pod : podByUid.values()) {
            if (!pod.schedulingGates().isEmpty()) {
                become(with(pod, List.of(), pod.nodeName(), pod.deleting()));
                return "ungate " + pod.name();
            }
        }
        return "ungate nobody";
    }

    private String delete() {
        Pod pod = any();
        if (pod == null) {
            return "delete nobody";
        }
        end(pod);
        return "delete " + pod.name();
    }

    private void end(Pod pod) {
        podByUid.remove(pod.uid());
        held.remove(pod.uid());
        scheduler.podGone(pod, now);
    }

    private String beginToEnd() {
        Pod pod = any();
        if (pod == null || pod.deleting() || dropped.contains(pod.uid())) {
            return "nobody begins to end";
        }
        become(with(pod, pod.schedulingGates(), pod.nodeName(), true));
        return pod.name() + " begins to end";
    }

    private String addNode() {
        String name = "n" + random.nextInt(NODES);
        nodes.add(name);
        scheduler.nodeSeen(
                new Node(
                        name,
                        Map.of("kubernetes.io/hostname", name),
                        List.of(),
                        false,
                        cpu(NODE_CPU_MILLIS),
                        110,
                        List.of()),
                now);
        return "add " + name;
    }

    private String removeNode() {
        String name = "n" + random.nextInt(NODES);
        nodes.remove(name);
        scheduler.nodeGone(name, now);
        return "remove " + name;
    }

    private String decide() {
        Decision decision = scheduler.next(now);
        lastDecision = decision;
        if (decision == null) {
            return "nothing to decide";
        }
        held.remove(decision.pod().uid());
        switch (decision) {
            case Decision.Bind bind -> bindings.add(bind);
            case Decision.Hold hold -> held.add(hold.pod().uid());
            case Decision.Refuse refuse -> {
                Rescue rescue = refuse.placement().rescue();
                if (rescue != null && !rescue.victims().isEmpty()) {
                    preemptions.add(refuse);
                }
            }
            case Decision.Fail _ -> {}
            case Decision.SkipDeleting skip -> dropped.add(skip.pod().uid());
        }
        return decision.getClass().getSimpleName() + " " + decision.pod().name();
    }

    /// @param luck 0 to 6 for the usual end of a binding
    private String carryOut(int luck) {
        if (bindings.isEmpty()) {
            return "no binding is open";
        }
        Decision.Bind bind = bindings.removeFirst();
        Pod pod = podByUid.get(bind.pod().uid());
        if (pod == null) {
            scheduler.bindFailed(bind.pod().uid(), now);
            return "no pod to bind any more: " + bind.pod().name();
        }
        if (luck >= 7) {
            scheduler.bindFailed(pod.uid(), now);
        }
        if (luck == 7 || luck == 8) {
            return "refused: " + pod.name();
        }
        if (luck < 7) {
            confirmed.add(pod.uid());
        }
        become(with(pod, List.of(), bind.binding().node(), pod.deleting()));
        return (luck == 9 ? "bound, but the answer was lost: " : "bound: ") + pod.name();
    }

    private String preempt() {
        if (preemptions.isEmpty()) {
            return "nobody preempts";
        }
        Decision.Refuse refuse = preemptions.removeFirst();
        Rescue rescue = refuse.placement().rescue();
        boolean someone = false;
        for (Pod victim : rescue == null ? List.<Pod>of() : rescue.victims()) {
            Pod there = podByUid.get(victim.uid());
            someone |= there != null;
            if (there != null) {
                end(there);
            }
        }
        scheduler.preempted(refuse.pod().uid(), someone, now);
        return refuse.pod().name() + " preempts";
    }

    private String answerAsker() {
        for (String uid : held) {
            if (random.nextBoolean()) {
                scheduler.allow(uid, Books.NAME);
                return "allow " + uid;
            }
            scheduler.reject(uid, Books.NAME, "not today");
            return "reject " + uid;
        }
        return "nobody asks";
    }

    private void become(Pod pod) {
        scheduler.podSeen(podByUid.put(pod.uid(), pod), pod, now);
    }

    private @Nullable Pod any() {
        List<Pod> all = List.copyOf(podByUid.values());
        return all.isEmpty() ? null : all.get(random.nextInt(all.size()));
    }

    private static Resources cpu(long millis) {
        return new Resources(millis, 0, 0, Collections.emptySortedMap());
    }

    private Pod pod(String name, List<String> gates) {
        Resources asked = cpu(500L * (1 + random.nextInt(5)));
        return new Pod(
                "ns",
                name,
                "uid-" + name,
                "default-scheduler",
                random.nextInt(4) == 0 ? 100 : 0,
                random.nextInt(6) == 0 ? Map.of("ask", "yes") : Map.of(),
                gates,
                new PodShape(
                        new PodDemand(asked, asked, asked),
                        NodeSelection.ANY,
                        List.of(),
                        List.of(),
                        List.of(),
                        PodImages.NONE),
                PodRelations.NONE,
                null,
                null,
                null,
                false,
                false,
                false,
                true);
    }

    private static Pod with(
            Pod pod, List<String> gates, @Nullable String node, boolean deleting) {
        return new Pod(
                pod.namespace(),
                pod.name(),
                pod.uid(),
                pod.schedulerName(),
                pod.priority(),
                pod.labels(),
                gates,
                pod.shape(),
                pod.relations(),
                node,
                null,
                null,
                deleting,
                false,
                false,
                true);
    }
}
