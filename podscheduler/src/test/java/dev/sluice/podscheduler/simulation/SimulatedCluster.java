package dev.sluice.podscheduler.simulation;

import dev.sluice.podscheduler.Decision;
import dev.sluice.podscheduler.PodScheduler;
import dev.sluice.podscheduler.cluster.Node;
import dev.sluice.podscheduler.cluster.Pod;
import dev.sluice.podscheduler.cluster.PodGroup;
import dev.sluice.podscheduler.config.ConfigurationFault;
import dev.sluice.podscheduler.config.PluginCatalogue;
import dev.sluice.podscheduler.config.SchedulerConfiguration;
import dev.sluice.podscheduler.cycle.TieBreak;
import dev.sluice.podscheduler.framework.PostFilterPlugin.Rescue;
import dev.sluice.podscheduler.metrics.Sample;
import dev.sluice.podscheduler.plugins.GangScheduling;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
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
    private final RandomPods make;
    private final @Nullable RandomGroups groups;
    private final Books books = new Books();
    private final SchedulerConfiguration configuration;
    private PodScheduler scheduler;
    private final Map<String, Pod> podByUid = new LinkedHashMap<>();
    private final Set<String> nodes = new HashSet<>();

    /// Decisions that are carried out later.
    private final List<Decision.Bind> bindings = new ArrayList<>();

    private final List<Decision.Refuse> preemptions = new ArrayList<>();
    private final Set<String> held = new HashSet<>();
    private final Set<String> dropped = new HashSet<>();
    private final Set<String> confirmed = new HashSet<>();

    /// The scheduler's numbers since the last step, once someone has asked.
    private List<Sample> samples = List.of();

    private @Nullable Decision lastDecision;
    private Instant now = Instant.parse("2026-01-01T00:00:00Z");
    private int created;

    /// @param gangs whether there are pod groups; in such a world nobody asks for leave
    SimulatedCluster(long seed, boolean gangs) throws ConfigurationFault {
        random = new Random(seed);
        make = new RandomPods(random);
        groups = gangs ? new RandomGroups(random) : null;
        configuration =
                SchedulerConfiguration.read(
                        Map.of(
                                "profiles",
                                List.of(
                                        Map.of(
                                                "plugins",
                                                Map.of(
                                                        "multiPoint",
                                                        Map.of("enabled", enabled(gangs)))))),
                        PluginCatalogue.standard().with(Books.NAME, _ -> books));
        scheduler = started();
    }

    private static List<Map<String, String>> enabled(boolean gangs) {
        Map<String, String> books = Map.of("name", Books.NAME);
        return gangs ? List.of(books, Map.of("name", GangScheduling.NAME)) : List.of(books);
    }

    /// A scheduler that knows nothing yet.
    PodScheduler started() {
        return new PodScheduler(configuration.profiles(), configuration.backoff(), TieBreak.BY_UID);
    }

    PodScheduler scheduler() {
        return scheduler;
    }

    /// Nobody, when there are no groups.
    List<PodGroup> groups() {
        return groups == null ? List.of() : groups.all();
    }

    Instant now() {
        return now;
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
        return gauge("scheduler_cache_size", "type", "assumed_pods");
    }

    /// A number that the scheduler tells, summed over its other labels; 0 if it does not tell it.
    int gauge(String name, String label, String value) {
        if (samples.isEmpty()) {
            samples = scheduler.samples();
        }
        int sum = 0;
        for (Sample sample : samples) {
            if (sample.name().equals(name) && value.equals(sample.labels().get(label))) {
                sum += (int) sample.value();
            }
        }
        return sum;
    }

    /// One thing happens.
    ///
    /// @return in words
    String step() {
        samples = List.of();
        lastDecision = null;
        now = now.plusMillis(random.nextInt(700));
        return switch (random.nextInt(groups == null ? 22 : 26)) {
            case 22, 23, 24 -> create();
            case 25 -> groups == null ? "" : groups.change(scheduler, now);
            case 0, 1, 2 -> create();
            case 3 -> ungate();
            case 4 -> delete();
            case 5 -> beginToEnd();
            case 6 -> random.nextInt(3) == 0 ? removeNode() : addNode();
            case 7, 8 -> addNode();
            case 9, 10, 11 -> carryOut(random.nextInt(10));
            case 12 -> preempt();
            case 13 -> answerAsker();
            case 14 -> removeGate();
            case 15 -> random.nextInt(6) == 0 ? breakDown() : removeNodeOfABinding();
            default -> decide();
        };
    }

    private String breakDown() {
        return random.nextBoolean() ? restartScheduler() : restartServer();
    }

    /// The scheduler dies: of the bindings that it had begun some were written and some not, and the next one learns what the server
    /// knows, nodes first.
    private String restartScheduler() {
        List<Decision.Bind> begun = List.copyOf(bindings);
        bindings.clear();
        preemptions.clear();
        held.clear();
        dropped.clear();
        confirmed.clear();
        books.burn();
        for (Decision.Bind bind : begun) {
            Pod pod = podByUid.get(bind.pod().uid());
            if (pod != null && random.nextBoolean()) {
                podByUid.put(
                        pod.uid(),
                        RandomPods.with(pod, List.of(), bind.binding().node(), pod.deleting()));
            }
        }
        scheduler = started();
        nodes.forEach(this::seeNode);
        if (groups != null) {
            groups.all().forEach(group -> scheduler.groupSeen(group, now));
        }
        podByUid.values().forEach(pod -> scheduler.podSeen(null, pod, now));
        return "the scheduler is killed and started with " + begun.size() + " bindings begun";
    }

    /// The server goes down: what is being written is refused, then everything is listed again.
    private String restartServer() {
        int refused = bindings.size();
        for (Decision.Bind bind : bindings) {
            scheduler.bindFailed(bind.pod().uid(), now);
        }
        bindings.clear();
        // told again, they are in the queue again
        dropped.clear();
        nodes.forEach(this::seeNode);
        List.copyOf(podByUid.values()).forEach(this::become);
        return "the server is restarted with " + refused + " bindings begun";
    }

    private String removeNodeOfABinding() {
        if (bindings.isEmpty()) {
            return "no binding is open";
        }
        String name = bindings.getFirst().binding().node();
        nodes.remove(name);
        scheduler.nodeGone(name, now);
        return "remove " + name + " while a pod is being bound to it";
    }

    /// Nothing new comes; what was begun comes to its end, and time passes.
    void rest(int rounds) {
        samples = List.of();
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
            carryAllOut();
            while (!decide().startsWith("nothing")) {
                carryAllOut();
                for (String uid : Set.copyOf(held)) {
                    scheduler.allow(uid, Books.NAME);
                }
            }
        }
    }

    private void carryAllOut() {
        while (!bindings.isEmpty()) {
            carryOut(0);
        }
    }

    private String create() {
        List<String> gates =
                switch (random.nextInt(10)) {
                    case 0 -> List.of("example.com/g");
                    case 1 -> List.of("example.com/g", "example.com/h");
                    default -> List.of();
                };
        String group = groups == null ? null : groups.any();
        Pod pod = make.pod("p" + created++, gates, group, groups == null);
        podByUid.put(pod.uid(), pod);
        scheduler.podSeen(null, pod, now);
        return "create " + pod.name();
    }

    private String ungate() {
        for (Pod pod : podByUid.values()) {
            if (!pod.schedulingGates().isEmpty()) {
                become(RandomPods.with(pod, List.of(), pod.nodeName(), pod.deleting()));
                return "ungate " + pod.name();
            }
        }
        return "ungate nobody";
    }

    private String removeGate() {
        for (Pod pod : podByUid.values()) {
            List<String> gates = pod.schedulingGates();
            if (!gates.isEmpty()) {
                List<String> left = gates.subList(1, gates.size());
                become(RandomPods.with(pod, left, pod.nodeName(), pod.deleting()));
                return "remove a gate of " + pod.name();
            }
        }
        return "nobody has a gate";
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
        become(RandomPods.with(pod, pod.schedulingGates(), pod.nodeName(), true));
        return pod.name() + " begins to end";
    }

    private String addNode() {
        String name = "n" + random.nextInt(NODES);
        nodes.add(name);
        seeNode(name);
        return "add " + name;
    }

    private void seeNode(String name) {
        scheduler.nodeSeen(
                new Node(
                        name,
                        Map.of("kubernetes.io/hostname", name),
                        List.of(),
                        false,
                        RandomPods.cpu(NODE_CPU_MILLIS),
                        110,
                        List.of()),
                now);
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
        take(decision);
        return decision.getClass().getSimpleName() + " " + decision.pod().name();
    }

    private void take(Decision decision) {
        held.remove(decision.pod().uid());
        switch (decision) {
            case Decision.Together together -> together.decisions().forEach(this::take);
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
        become(RandomPods.with(pod, List.of(), bind.binding().node(), pod.deleting()));
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
}
