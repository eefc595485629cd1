package dev.sluice.engine.world;

import dev.sluice.engine.queue.PendingQueue;
import dev.sluice.engine.quota.NameIndex;
import dev.sluice.engine.quota.QuotaNode;
import dev.sluice.engine.quota.Usage;
import dev.sluice.engine.spec.ClusterQueueSpec;
import dev.sluice.engine.spec.ResourceGroup;
import dev.sluice.model.Amounts;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// A live ClusterQueue, or the mere name of one that reservations or LocalQueues mention.
public final class ClusterQueue {

    /// Order in which workloads of one queue are preempted (R6.6 without its rules 2 and 3).
    public static final Comparator<Workload> VICTIM_ORDER = ClusterQueue::compareVictims;

    private static final FlavorGroup[] NO_GROUPS = {};

    private final String name;
    private final QuotaNode node;
    private final PendingQueue pending;
    private final List<Workload> reserving = new ArrayList<>();

    /// Evicted ones and the rest, in the order of preemption. Made when preemption first asks, and kept from then on.
    private @Nullable List<TreeSet<Workload>> victims;

    private FlavorGroup[] groups = NO_GROUPS;
    private @Nullable FlavorGroup[] groupByResource = {};

    @Nullable ClusterQueueSpec spec;
    boolean active;
    boolean ordersByUsage;
    int admitted;

    /// Among the queues that have something to decide.
    boolean ready;

    final Usage used = new Usage();

    /// The root in whose list of queues with parked workloads it stands, or null.
    @Nullable QuotaNode wakeRoot;

    ClusterQueue(String name, QuotaNode node, PendingQueue pending) {
        this.name = name;
        this.node = node;
        this.pending = pending;
    }

    public String name() {
        return name;
    }

    public QuotaNode node() {
        return node;
    }

    public PendingQueue pending() {
        return pending;
    }

    /// What was told about it; null if there is no such object.
    public @Nullable ClusterQueueSpec spec() {
        return spec;
    }

    /// Whether it is asked for heads (R3.29).
    public boolean isActive() {
        return active;
    }

    /// Whether it takes part in the cycle: active, and not below a cycle of cohorts (R2.21, R2.3).
    public boolean takesPart() {
        return active && !node.isCyclic();
    }

    /// The workloads that hold quota here, in no particular order.
    public List<Workload> reserving() {
        return reserving;
    }

    /// What its workloads hold of a pair, counted one by one.
    public long reservedUsage(int fr) {
        long sum = 0;
        for (Workload workload : reserving) {
            sum = Amounts.plus(sum, workload.usage().get(fr));
        }
        return sum;
    }

    public int admittedCount() {
        return admitted;
    }

    /// Usage by admitted workloads.
    public Usage used() {
        return used;
    }

    public FlavorGroup[] groups() {
        return groups;
    }

    /// The group that covers a resource, or null.
    public @Nullable FlavorGroup groupOf(int resource) {
        return resource < groupByResource.length ? groupByResource[resource] : null;
    }

    void setGroups(List<ResourceGroup> specs, NameIndex names) {
        groups = new FlavorGroup[specs.size()];
        for (int i = 0; i < groups.length; i++) {
            groups[i] = new FlavorGroup(specs.get(i), names);
        }
        @Nullable FlavorGroup[] byResource = new FlavorGroup[names.resourceCount()];
        for (int resource = 0; resource < byResource.length; resource++) {
            for (FlavorGroup group : groups) {
                if (group.covers(resource)) {
                    byResource[resource] = group;
                    break;
                }
            }
        }
        groupByResource = byResource;
    }

    // ---- reserving workloads
    // ----------------------------------------------------------------------------------

    void addReserving(Workload workload) {
        workload.reservedIn = this;
        workload.reservedIndex = reserving.size();
        reserving.add(workload);
        if (victims != null) {
            victims.get(workload.isEvicted() ? 0 : 1).add(workload);
        }
    }

    /// The workload still has the rank it was added with.
    void removeReserving(Workload workload) {
        if (victims != null) {
            victims.get(workload.isEvicted() ? 0 : 1).remove(workload);
        }
        Workload last = reserving.removeLast();
        if (last != workload) {
            reserving.set(workload.reservedIndex, last);
            last.reservedIndex = workload.reservedIndex;
        }
        workload.reservedIn = null;
        workload.reservedIndex = -1;
    }

    /// Whether the usage of LocalQueues ranks the workloads, too (R6.6 rule 3).
    public boolean ordersByUsage() {
        return ordersByUsage;
    }

    /// The workloads that hold quota here and are evicted, or not, in the order in which they are preempted (R6.6).
    public Collection<Workload> victims(boolean evicted) {
        if (ordersByUsage) {
            return reserving.stream()
                    .filter(workload -> workload.isEvicted() == evicted)
                    .sorted(ClusterQueue::compareByUsage)
                    .toList();
        }
        List<TreeSet<Workload>> ordered = victims;
        if (ordered == null) {
            ordered = List.of(new TreeSet<>(VICTIM_ORDER), new TreeSet<>(VICTIM_ORDER));
            for (Workload workload : reserving) {
                ordered.get(workload.isEvicted() ? 0 : 1).add(workload);
            }
            victims = ordered;
        }
        return ordered.get(evicted ? 0 : 1);
    }

    private static int compareByUsage(Workload a, Workload b) {
        LocalQueue queueA = a.localQueue;
        LocalQueue queueB = b.localQueue;
        if (queueA != null && queueB != null && !queueA.key().name().equals(queueB.key().name())) {
            int byUsage = Double.compare(queueB.usage(), queueA.usage());
            if (byUsage != 0) {
                return byUsage;
            }
        }
        return compareVictims(a, b);
    }

    private static int compareVictims(Workload a, Workload b) {
        if (a.isEvicted() != b.isEvicted()) {
            return a.isEvicted() ? -1 : 1;
        }
        if (a.priority() != b.priority()) {
            return a.priority() < b.priority() ? -1 : 1;
        }
        if (a.reservedAt() != b.reservedAt()) {
            return a.reservedAt() > b.reservedAt() ? -1 : 1;
        }
        int byUid = a.uid().compareTo(b.uid());
        return byUid != 0 ? byUid : a.key().compareTo(b.key());
    }

    @Override
    public String toString() {
        return name;
    }
}
