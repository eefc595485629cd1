package dev.sluice.engine;

import dev.sluice.engine.cycle.Cycle;
import dev.sluice.engine.queue.Ticket;
import dev.sluice.engine.quota.NameIndex;
import dev.sluice.engine.quota.QuotaNode;
import dev.sluice.engine.quota.Usage;
import dev.sluice.engine.reason.Deviation;
import dev.sluice.engine.reason.Holding;
import dev.sluice.engine.reason.QueueStatus;
import dev.sluice.engine.reason.Room;
import dev.sluice.engine.sharing.Consumption;
import dev.sluice.engine.sharing.Shares;
import dev.sluice.engine.spec.EngineSettings;
import dev.sluice.engine.spec.LocalQueueKey;
import dev.sluice.engine.spec.WorkloadKey;
import dev.sluice.engine.spec.WorkloadSpec;
import dev.sluice.engine.world.ClusterQueue;
import dev.sluice.engine.world.LocalQueue;
import dev.sluice.engine.world.Workload;
import dev.sluice.engine.world.World;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Decides which workloads may start: events go in, decisions come out.
///
/// Not safe for use by several threads; one thread owns an engine. It has no clock: time comes in through
/// [Event.TimePassed] and [#cycle]. The same calls give the same decisions, bit for bit.
public final class Engine {

    private final World world;
    private final Cycle cycle;
    private final Shares shares;

    /// The count of news when a cycle led nowhere; 0 if the last one led somewhere.
    private long newsSeen;

    public Engine(EngineSettings settings) {
        this.world = new World(settings);
        this.cycle = new Cycle(world);
        this.shares = new Shares(world.names());
    }

    /// Takes note of something that happened.
    public void apply(Event event) {
        switch (event) {
            case Event.ClusterQueueChanged(var spec) -> world.changeQueue(spec);
            case Event.ClusterQueueDeleted(var name) -> world.deleteQueue(name);
            case Event.CohortChanged(var spec) -> world.changeCohort(spec);
            case Event.CohortDeleted(var name) -> world.deleteCohort(name);
            case Event.LocalQueueChanged(var spec) -> world.changeLocalQueue(spec);
            case Event.LocalQueueDeleted(var key) -> world.deleteLocalQueue(key);
            case Event.FlavorChanged(var spec) -> world.changeFlavor(spec.name(), spec);
            case Event.FlavorDeleted(var name) -> world.changeFlavor(name, null);
            case Event.AdmissionCheckChanged(var spec) -> world.changeCheck(spec.name(), spec);
            case Event.AdmissionCheckDeleted(var name) -> world.changeCheck(name, null);
            case Event.NamespaceChanged(var name, var labels) ->
                    world.changeNamespace(name, labels);
            case Event.NamespaceDeleted(var name) -> world.changeNamespace(name, null);
            case Event.WorkloadChanged(var spec, var status) ->
                    world.workloads().change(spec, status);
            case Event.WorkloadDeleted(var key) -> world.workloads().delete(key);
            case Event.AdmissionConfirmed(var key) -> world.workloads().confirm(key);
            case Event.AdmissionRefused(var key) -> world.workloads().refuse(key);
            case Event.PreemptionRefused(var key) -> world.workloads().spare(key);
            case Event.TimePassed(var now) -> world.passTime(now);
        }
    }

    /// Runs one scheduling cycle: takes the first workload of each active queue, decides about them in the order of
    /// section 4 and assumes the effects. Returns one decision for each of them, in the order of processing; none if
    /// there was nothing to take.
    public List<Decision> cycle(Instant now) {
        world.passTime(now);
        List<Decision> decisions = cycle.run();
        if (decisions.isEmpty()) {
            newsSeen = world.news();
            return decisions;
        }
        newsSeen = cycle.hasProgressed() ? 0 : world.news();
        for (Decision decision : decisions) {
            world.deviations().addAll(decision.deviations());
        }
        if (decisions.stream().allMatch(this::leadsNowhere)) {
            newsSeen = world.news();
        }
        return decisions;
    }

    /// How workloads got into each other's way in the last cycle that decided anything.
    public CycleReport lastCycle() {
        return cycle.report();
    }

    /// Whether the same would be decided again: the workload is at the head of its queue as before, waits for others, and
    /// has no flavor left that it has not tried.
    private boolean leadsNowhere(Decision decision) {
        boolean waits =
                switch (decision) {
                    case Decision.Pending _ -> true;
                    case Decision.Preempt preempt ->
                            preempt.victims().stream().allMatch(Decision.Victim::alreadyEvicted);
                    case Decision.Migrate migrate -> migrate.alreadyEvicted();
                    case Decision.Admit _ -> false;
                };
        Workload workload = world.workload(decision.workload());
        return waits
                && workload != null
                && workload.queue() != null
                && !workload.isParked()
                && (workload.scan() == null || !workload.scan().hasUntried());
    }

    /// Kinds of deliberate deviations from the peer that have had any effect so far, on a decision or between cycles.
    public Set<Deviation> deviations() {
        return Collections.unmodifiableSet(world.deviations());
    }

    /// Whether a cycle would find anything that no earlier cycle has looked at in the same circumstances.
    public boolean hasNews() {
        return !world.ready().isEmpty() && world.news() != newsSeen;
    }

    /// When the next backoff ends or the next sample is due, or null: the engine then wants [Event.TimePassed].
    public @Nullable Instant nextDue() {
        return world.nextDue();
    }

    /// Where a workload stands in the queues.
    public Place place(WorkloadKey key) {
        Workload workload = world.workload(key);
        ClusterQueue queue = workload == null ? null : world.workloads().queueOf(workload);
        if (workload == null || queue == null || workload.queue() == null) {
            return Place.NOWHERE;
        }
        if (!workload.isParked()) {
            return new Place(Place.Kind.ACTIVE, queue.name(), null);
        }
        return new Place(Place.Kind.PARKED, queue.name(), queue.pending().failureOfClass(workload));
    }

    /// Why a workload is where it is, and what would be decided about it if it were its turn now. Changes nothing.
    public Explanation explain(WorkloadKey key) {
        Workload workload = world.workload(key);
        Place place = place(key);
        ClusterQueue queue = workload == null ? null : world.workloads().queueOf(workload);
        if (workload == null || queue == null || workload.queue() == null) {
            var obstacle = obstacle(workload);
            return new Explanation(
                    key,
                    place,
                    0,
                    holdings(workload),
                    new Explanation.NotQueued(
                            obstacle,
                            obstacle == Explanation.Obstacle.HELD
                                    ? Objects.requireNonNull(workload).spec().held()
                                    : null),
                    List.of());
        }
        int ahead = queue.pending().ahead(workload);
        Explanation.Outlook outlook = cycle.outlook(workload, queue);
        return new Explanation(
                key, place, ahead, List.of(), outlook, cycle.relaxed(workload, queue, outlook));
    }

    private List<Holding> holdings(@Nullable Workload workload) {
        ClusterQueue queue = workload == null ? null : workload.reservedIn();
        if (workload == null || queue == null) {
            return List.of();
        }
        QuotaNode node = queue.node();
        QuotaNode cohort = node.parent();
        NameIndex names = world.names();
        Usage usage = workload.usage();
        List<Holding> holdings = new ArrayList<>();
        for (int i = 0; i < usage.size(); i++) {
            int fr = usage.frAt(i);
            holdings.add(
                    new Holding(
                            queue.name(),
                            names.flavorName(names.flavorOf(fr)),
                            names.resourceName(names.resourceOf(fr)),
                            usage.amountAt(i),
                            node.nominal(fr),
                            node.usage(fr),
                            cohort == null ? null : cohort.name()));
        }
        return holdings;
    }

    private Explanation.Obstacle obstacle(@Nullable Workload workload) {
        if (workload == null) {
            return Explanation.Obstacle.UNKNOWN_WORKLOAD;
        }
        if (workload.status().finished()) {
            return Explanation.Obstacle.FINISHED;
        }
        if (workload.status().reservation() != null) {
            return Explanation.Obstacle.HOLDS_QUOTA;
        }
        if (!workload.spec().active()) {
            return Explanation.Obstacle.INACTIVE;
        }
        if (workload.spec().held() != null) {
            return Explanation.Obstacle.HELD;
        }
        LocalQueue localQueue = workload.localQueue();
        return localQueue == null || !localQueue.isOpen()
                ? Explanation.Obstacle.LOCAL_QUEUE_CLOSED
                : Explanation.Obstacle.CLUSTER_QUEUE_MISSING;
    }

    /// What a ClusterQueue and the Cohorts above it have of each flavor and resource that the ClusterQueue lists, pair by
    /// pair, from the ClusterQueue to the root; nothing if there is no such ClusterQueue or its cohorts form a cycle.
    public List<Room> rooms(String clusterQueue) {
        ClusterQueue queue = world.queue(clusterQueue);
        if (queue == null || queue.spec() == null || queue.node().isCyclic()) {
            return List.of();
        }
        Usage pairs = new Usage();
        for (int fr : queue.node().ownPairs()) {
            pairs.add(fr, 0);
        }
        return cycle.rooms(queue, pairs);
    }

    /// All pending workloads of a ClusterQueue in queue order, the parked ones at the places that they would have.
    public List<Waiting> waiting(String clusterQueue) {
        ClusterQueue queue = world.queue(clusterQueue);
        if (queue == null) {
            return List.of();
        }
        List<Waiting> all = new ArrayList<>(queue.pending().activeCount());
        for (Ticket ticket : queue.pending().allTickets()) {
            Workload workload = world.workload(ticket.key());
            if (workload != null) {
                WorkloadSpec spec = workload.spec();
                all.add(new Waiting(spec.key(), spec.queueName(), spec.priority()));
            }
        }
        return all;
    }

    /// Pending workloads of a ClusterQueue in queue order, without the parked ones.
    public List<WorkloadKey> active(String clusterQueue) {
        ClusterQueue queue = world.queue(clusterQueue);
        return queue == null
                ? List.of()
                : queue.pending().activeTickets().stream().map(Ticket::key).toList();
    }

    /// Parked workloads of a ClusterQueue, sorted by name.
    public List<WorkloadKey> parked(String clusterQueue) {
        ClusterQueue queue = world.queue(clusterQueue);
        return queue == null
                ? List.of()
                : queue.pending().parkedTickets().stream().map(Ticket::key).sorted().toList();
    }

    /// Whether a ClusterQueue takes part, and if not why; null if there is none of this name.
    public @Nullable QueueStatus status(String clusterQueue) {
        ClusterQueue queue = world.queue(clusterQueue);
        return queue == null ? null : world.status(queue);
    }

    /// Numbers of a ClusterQueue, null if there is none of this name.
    public @Nullable QueueCounts counts(String clusterQueue) {
        ClusterQueue queue = world.queue(clusterQueue);
        if (queue == null || queue.spec() == null) {
            return null;
        }
        Usage reserved = new Usage();
        for (int fr = 0; fr < queue.node().usageLength(); fr++) {
            if (queue.node().usage(fr) != 0 || queue.node().lists(fr)) {
                reserved.add(fr, queue.node().usage(fr));
            }
        }
        return new QueueCounts(
                queue.pending().activeCount(),
                queue.pending().parkedCount(),
                queue.reserving().size(),
                queue.admittedCount(),
                byFlavor(reserved),
                byFlavor(queue.used()));
    }

    /// Classes of equivalent pending workloads of a ClusterQueue, null if there is none of this name. Costs a walk over its
    /// classes and its parked workloads; for reports only.
    public @Nullable PendingClasses pendingClasses(String clusterQueue) {
        ClusterQueue queue = world.queue(clusterQueue);
        return queue == null
                ? null
                : new PendingClasses(queue.pending().classes(false), queue.pending().classes(true));
    }

    /// Numbers of a LocalQueue, null if there is none of this name.
    public @Nullable QueueCounts counts(LocalQueueKey key) {
        LocalQueue localQueue = world.localQueue(key);
        if (localQueue == null || localQueue.spec() == null) {
            return null;
        }
        return new QueueCounts(
                localQueue.activeCount(),
                localQueue.parkedCount(),
                localQueue.reservingCount(),
                localQueue.admittedCount(),
                byFlavor(localQueue.reserved()),
                byFlavor(localQueue.used()));
    }

    private Map<String, Map<String, Long>> byFlavor(Usage usage) {
        NameIndex names = world.names();
        Map<String, Map<String, Long>> all = new TreeMap<>();
        for (int i = 0; i < usage.size(); i++) {
            int fr = usage.frAt(i);
            all.computeIfAbsent(names.flavorName(names.flavorOf(fr)), _ -> new TreeMap<>())
                    .put(names.resourceName(names.resourceOf(fr)), usage.amountAt(i));
        }
        return all;
    }

    /// Share of a ClusterQueue as reported in its status (R7.5); 0 if fair sharing is off.
    public long shareOfClusterQueue(String name) {
        ClusterQueue queue = world.queue(name);
        return queue == null ? 0 : share(queue.node());
    }

    /// Share of a Cohort as reported in its status (R7.5); 0 if fair sharing is off.
    public long shareOfCohort(String name) {
        QuotaNode cohort = world.cohort(name);
        return cohort == null ? 0 : share(cohort);
    }

    private long share(QuotaNode node) {
        if (world.settings().fairSharing() == null || node.isCyclic()) {
            return 0;
        }
        world.forest().refresh(node);
        return shares.of(node).reported();
    }

    /// What a LocalQueue has consumed, by resource in natural units (R7.22); empty if nothing.
    public Map<String, BigDecimal> consumed(LocalQueueKey key) {
        Consumption consumption = consumption(key);
        return consumption == null ? Map.of() : Map.copyOf(consumption.consumed());
    }

    /// What a LocalQueue has used by the measure of the queue order (R7.23); null if admission fair sharing does not concern it.
    public @Nullable Double usage(LocalQueueKey key) {
        LocalQueue localQueue = world.localQueue(key);
        return localQueue == null || localQueue.consumption() == null ? null : localQueue.usage();
    }

    /// Penalties of a LocalQueue that are not settled yet, by resource in natural units (R7.26).
    public Map<String, BigDecimal> pendingPenalties(LocalQueueKey key) {
        Consumption consumption = consumption(key);
        return consumption == null ? Map.of() : Map.copyOf(consumption.pending());
    }

    private @Nullable Consumption consumption(LocalQueueKey key) {
        LocalQueue localQueue = world.localQueue(key);
        return localQueue == null ? null : localQueue.consumption();
    }
}
