package dev.sluice.engine.world;

import dev.sluice.engine.queue.PendingQueue;
import dev.sluice.engine.quota.NameIndex;
import dev.sluice.engine.quota.QuotaForest;
import dev.sluice.engine.quota.QuotaNode;
import dev.sluice.engine.reason.Deviation;
import dev.sluice.engine.reason.QueueStatus;
import dev.sluice.engine.spec.AdmissionCheckSpec;
import dev.sluice.engine.spec.ClusterQueueSpec;
import dev.sluice.engine.spec.CohortSpec;
import dev.sluice.engine.spec.EngineSettings;
import dev.sluice.engine.spec.FlavorSpec;
import dev.sluice.engine.spec.LocalQueueKey;
import dev.sluice.engine.spec.LocalQueueSpec;
import dev.sluice.engine.spec.ResourceGroup;
import dev.sluice.engine.spec.WorkloadKey;
import java.time.Instant;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Everything the engine knows, kept up to date by what it is told, and the queues that have something to decide.
public final class World {

    /// The time before any is told.
    private static final Instant UNKNOWN_TIME = Instant.EPOCH;

    private final EngineSettings settings;
    private final NameIndex names = new NameIndex();
    private final QuotaForest forest = new QuotaForest(names);
    private final Catalog catalog = new Catalog(names);
    private final Cohorts cohorts = new Cohorts(forest);
    private final Waking waking = new Waking(catalog);
    private final Map<String, ClusterQueue> queues = new LinkedHashMap<>();
    private final Map<LocalQueueKey, LocalQueue> localQueues = new LinkedHashMap<>();
    private final Map<String, Set<LocalQueue>> localQueuesByQueue = new HashMap<>();
    private final Set<ClusterQueue> ready = new LinkedHashSet<>();
    private final Workloads workloads;
    private final Consumptions consumptions = new Consumptions(this);

    /// Kinds of deliberate deviations from the peer that have had any effect so far.
    private final Set<Deviation> deviations = EnumSet.noneOf(Deviation.class);

    private Instant now = UNKNOWN_TIME;

    /// Grows with everything that could change a decision.
    private long news = 1;

    public World(EngineSettings settings) {
        this.settings = settings;
        this.workloads = new Workloads(this);
    }

    // ---- what it knows
    // -----------------------------------------------------------------------------------------

    public EngineSettings settings() {
        return settings;
    }

    public NameIndex names() {
        return names;
    }

    public QuotaForest forest() {
        return forest;
    }

    public Catalog catalog() {
        return catalog;
    }

    public Workloads workloads() {
        return workloads;
    }

    public Instant now() {
        return now;
    }

    Consumptions consumptions() {
        return consumptions;
    }

    /// Time passes: backoffs end, usage of LocalQueues is sampled. Time never goes back.
    public void passTime(Instant now) {
        if (this.now.equals(UNKNOWN_TIME)) {
            consumptions.begin(now);
        }
        if (now.isAfter(this.now)) {
            this.now = now;
        }
        consumptions.sample();
        workloads.endBackoffs();
    }

    /// When something falls due next, or null.
    public @Nullable Instant nextDue() {
        Instant backoff = workloads.nextBackoff();
        Instant sample = consumptions.nextDue();
        if (backoff == null || sample == null) {
            return backoff == null ? sample : backoff;
        }
        return backoff.isBefore(sample) ? backoff : sample;
    }

    public Set<Deviation> deviations() {
        return deviations;
    }

    public long news() {
        return news;
    }

    public void noteNews() {
        news++;
    }

    /// The queues that are active and have a workload waiting for its turn.
    public Collection<ClusterQueue> ready() {
        return ready;
    }

    public @Nullable ClusterQueue queue(String name) {
        return queues.get(name);
    }

    public Collection<ClusterQueue> queues() {
        return queues.values();
    }

    public @Nullable LocalQueue localQueue(LocalQueueKey key) {
        return localQueues.get(key);
    }

    public Collection<LocalQueue> localQueues() {
        return localQueues.values();
    }

    public @Nullable QuotaNode cohort(String name) {
        return cohorts.get(name);
    }

    ClusterQueue queueOrName(String name) {
        ClusterQueue known = queues.get(name);
        if (known == null) {
            known = new ClusterQueue(name, forest.newQueue(name), new PendingQueue());
            queues.put(name, known);
        }
        return known;
    }

    LocalQueue localQueueOrName(LocalQueueKey key) {
        return localQueues.computeIfAbsent(key, LocalQueue::new);
    }

    /// Where the workloads of a LocalQueue are queued, or null if it is closed or its ClusterQueue does not exist.
    public @Nullable ClusterQueue queueOf(LocalQueue localQueue) {
        LocalQueueSpec spec = localQueue.spec();
        if (spec == null || !localQueue.isOpen()) {
            return null;
        }
        ClusterQueue queue = queues.get(spec.clusterQueue());
        return queue == null || queue.spec() == null ? null : queue;
    }

    // ---- ClusterQueues and Cohorts
    // -----------------------------------------------------------------------------

    public void changeQueue(ClusterQueueSpec spec) {
        ClusterQueue queue = queueOrName(spec.name());
        ClusterQueueSpec old = queue.spec;
        if (spec.equals(old)) {
            return;
        }
        queue.spec = spec;
        if (old == null || !old.resourceGroups().equals(spec.resourceGroups())) {
            forest.setQuota(queue.node(), spec.resourceGroups());
            queue.setGroups(spec.resourceGroups(), names);
        }
        forest.setWeight(queue.node(), spec.fairWeight());
        cohorts.attach(queue.node(), spec.cohort());
        waking.note(queue);
        queue.pending().setStrictFifo(spec.strictFifo());
        queue.ordersByUsage = isByUsage(spec);
        queue.pending().setByUsage(queue.ordersByUsage);
        queue.active = isActive(queue);
        if (old == null) {
            offerAllOf(spec.name());
        }
        noteQueue(queue);
        wakeTree(queue);
    }

    public void deleteQueue(String name) {
        ClusterQueue queue = queues.get(name);
        if (queue == null || queue.spec == null) {
            return;
        }
        queue.spec = null;
        queue.active = false;
        offerAllOf(name);
        forest.setQuota(queue.node(), List.of());
        queue.setGroups(List.of(), names);
        cohorts.attach(queue.node(), null);
        waking.note(queue);
        noteQueue(queue);
    }

    /// Whether usage of LocalQueues orders a queue's workloads (R7.21).
    private boolean isByUsage(ClusterQueueSpec spec) {
        return settings.admissionFairSharing() != null && spec.usageBasedFairSharing();
    }

    /// Wakes the tree even if nothing has changed, as the peer does: whoever tells may leave out repetitions.
    public void changeCohort(CohortSpec spec) {
        cohorts.change(spec);
        QuotaNode node = cohorts.get(spec.name());
        if (node != null) {
            rehome(node);
            noteNews();
            wake(node);
        }
    }

    /// Wakes what was its tree, where usage from below counts no longer, and the tree that is left below it, which may have
    /// been part of a cycle (R2.3). The peer wakes nobody (T9).
    public void deleteCohort(String name) {
        QuotaNode was = cohorts.get(name);
        QuotaNode above = was == null || was.isCyclic() ? null : was.root();
        cohorts.delete(name);
        noteNews();
        QuotaNode left = cohorts.get(name);
        if (left != null) {
            rehome(left);
            wake(left);
        }
        if (above != null && above != left) {
            wake(above);
        }
    }

    /// Keeps the books of waking after a part of the forest has moved or a cycle has come or gone.
    private void rehome(QuotaNode node) {
        if (node.isCyclic()) {
            return;
        }
        for (QuotaNode child : node.children()) {
            rehome(child);
        }
        if (node.isQueue()) {
            ClusterQueue queue = queueOrName(node.name());
            waking.note(queue);
            queue.active = isActive(queue);
            noteQueue(queue);
        }
    }

    // ---- LocalQueues
    // -------------------------------------------------------------------------------------------

    public void changeLocalQueue(LocalQueueSpec spec) {
        LocalQueue localQueue = localQueueOrName(spec.key());
        if (spec.equals(localQueue.spec)) {
            return;
        }
        lead(localQueue, spec);
        consumptions.open(localQueue);
        offerAll(localQueue);
    }

    public void deleteLocalQueue(LocalQueueKey key) {
        LocalQueue localQueue = localQueues.get(key);
        if (localQueue != null && localQueue.spec != null) {
            lead(localQueue, null);
            offerAll(localQueue);
        }
    }

    /// Lets it lead to the queue that its new description names, and to the old one no longer.
    private void lead(LocalQueue localQueue, @Nullable LocalQueueSpec spec) {
        if (localQueue.spec != null) {
            localQueuesOf(localQueue.spec.clusterQueue()).remove(localQueue);
        }
        localQueue.spec = spec;
        if (spec != null) {
            localQueuesOf(spec.clusterQueue()).add(localQueue);
        }
    }

    private Set<LocalQueue> localQueuesOf(String clusterQueue) {
        return localQueuesByQueue.computeIfAbsent(clusterQueue, _ -> new LinkedHashSet<>());
    }

    private void offerAllOf(String clusterQueue) {
        localQueuesOf(clusterQueue).forEach(this::offerAll);
    }

    private void offerAll(LocalQueue localQueue) {
        for (Workload workload : List.copyOf(localQueue.workloads)) {
            workloads.seating().replay(workload);
        }
    }

    // ---- flavors, checks, namespaces
    // -----------------------------------------------------------------------------

    public void changeFlavor(String name, @Nullable FlavorSpec spec) {
        FlavorSpec old = catalog.flavor(name);
        if (spec == null ? old == null : spec.equals(old)) {
            return;
        }
        catalog.setFlavor(name, spec);
        for (ClusterQueue queue : queues.values()) {
            if (mentionsFlavor(queue, name)) {
                refreshActivity(queue);
                if (queue.active && old != null) {
                    wakeTree(queue);
                }
            }
        }
    }

    public void changeCheck(String name, @Nullable AdmissionCheckSpec spec) {
        AdmissionCheckSpec old = catalog.check(name);
        if (spec == null ? old == null : spec.equals(old)) {
            return;
        }
        catalog.setCheck(name, spec);
        for (ClusterQueue queue : queues.values()) {
            ClusterQueueSpec told = queue.spec;
            if (told != null && told.admissionChecks().containsKey(name)) {
                refreshActivity(queue);
            }
        }
    }

    private void refreshActivity(ClusterQueue queue) {
        boolean wasActive = queue.active;
        queue.active = isActive(queue);
        noteQueue(queue);
        if (queue.active && !wasActive) {
            wakeTree(queue);
        }
    }

    private static boolean mentionsFlavor(ClusterQueue queue, String flavor) {
        ClusterQueueSpec spec = queue.spec;
        if (spec == null) {
            return false;
        }
        for (ResourceGroup group : spec.resourceGroups()) {
            if (group.quotasByFlavor().containsKey(flavor)) {
                return true;
            }
        }
        return false;
    }

    public void changeNamespace(String name, @Nullable Map<String, String> labels) {
        Map<String, String> old = catalog.namespaceLabels(name);
        if (labels == null ? old == null : labels.equals(old)) {
            return;
        }
        catalog.setNamespace(name, labels);
        noteNews();
        if (labels == null) {
            return;
        }
        for (ClusterQueue queue : queues.values()) {
            ClusterQueueSpec spec = queue.spec;
            if (spec != null
                    && spec.namespaceSelector().matches(labels)
                    && (old == null || !spec.namespaceSelector().matches(old))) {
                wakeTree(queue);
            }
        }
    }

    // ---- activity
    // ------------------------------------------------------------------------------------------------

    /// Whether a queue is active, and if not why (R3.28); null if there is no such object.
    public @Nullable QueueStatus status(ClusterQueue queue) {
        ClusterQueueSpec spec = queue.spec;
        return spec == null ? null : Activity.of(spec, queue.node().isCyclic(), catalog);
    }

    private boolean isActive(ClusterQueue queue) {
        QueueStatus status = status(queue);
        return status != null && status.isActive();
    }

    // ---- readiness and waking
    // --------------------------------------------------------------------------------------

    /// Keeps the books after something about a queue or its pending workloads changed.
    public void noteQueue(ClusterQueue queue) {
        news++;
        boolean isReady = queue.active && queue.pending().activeCount() > 0;
        if (isReady != queue.ready) {
            queue.ready = isReady;
            if (isReady) {
                ready.add(queue);
            } else {
                ready.remove(queue);
            }
        }
        waking.note(queue);
    }

    /// Wakes the parked workloads of a queue's whole tree (R3.14).
    public void wakeTree(ClusterQueue queue) {
        wake(queue.node());
    }

    private void wake(QuotaNode node) {
        news++;
        for (ClusterQueue woken : waking.wakeTree(node, now)) {
            noteQueue(woken);
        }
    }

    /// The workload of this name, or null.
    public @Nullable Workload workload(WorkloadKey key) {
        return workloads.get(key);
    }
}
