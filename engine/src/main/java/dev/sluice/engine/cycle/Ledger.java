package dev.sluice.engine.cycle;

import dev.sluice.engine.preemption.Target;
import dev.sluice.engine.quota.QuotaForest;
import dev.sluice.engine.quota.QuotaNode;
import dev.sluice.engine.quota.Usage;
import dev.sluice.engine.world.ClusterQueue;
import dev.sluice.engine.world.Workload;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// What a cycle has promised so far: capacity reserved until its end, and victims claimed by earlier entries.
final class Ledger {

    private final QuotaForest forest;
    private final List<Promise> promises = new ArrayList<>();
    private final Map<QuotaNode, Set<Workload>> claimedByRoot = new HashMap<>();

    /// Old slices whose replacement was admitted in this cycle (R9.19).
    private final Map<QuotaNode, Set<Workload>> replacedByRoot = new HashMap<>();

    /// Workloads that were admitted in this cycle: they hold quota, but nobody may preempt them before the next one.
    private final List<Workload> admitted = new ArrayList<>();

    private record Promise(ClusterQueue queue, Usage usage, boolean added) {}

    Ledger(QuotaForest forest) {
        this.forest = forest;
    }

    /// Reserves capacity until the end of the cycle.
    void reserve(ClusterQueue queue, Usage usage) {
        forest.add(queue.node(), usage);
        promises.add(new Promise(queue, usage, true));
    }

    /// Leaves a replaced slice out of account until the end of the cycle; its replacement is counted already.
    void replace(ClusterQueue queue, Workload oldSlice) {
        forest.remove(queue.node(), oldSlice.usage());
        promises.add(new Promise(queue, oldSlice.usage(), false));
        replacedByRoot
                .computeIfAbsent(queue.node().root(), _ -> new LinkedHashSet<>())
                .add(oldSlice);
    }

    /// Gives back what was reserved.
    void settle() {
        for (Promise promise : promises) {
            boolean saturated = isSaturated(promise);
            if (promise.added) {
                forest.remove(promise.queue.node(), promise.usage);
            } else {
                forest.add(promise.queue.node(), promise.usage);
            }
            if (saturated) {
                recount(promise);
            }
        }
        promises.clear();
        admitted.clear();
        claimedByRoot.clear();
        replacedByRoot.clear();
    }

    private static boolean isSaturated(Promise promise) {
        for (int i = 0; i < promise.usage.size(); i++) {
            if (QuotaForest.isSaturated(promise.queue.node(), promise.usage.frAt(i))) {
                return true;
            }
        }
        return false;
    }

    private void recount(Promise promise) {
        for (int i = 0; i < promise.usage.size(); i++) {
            int fr = promise.usage.frAt(i);
            forest.recounted(promise.queue.node(), fr, promise.queue.reservedUsage(fr));
        }
    }

    void noteAdmitted(Workload workload) {
        admitted.add(workload);
    }

    /// Workloads that were admitted in this cycle.
    Collection<Workload> admitted() {
        return admitted;
    }

    void claim(ClusterQueue preemptor, List<Target> targets) {
        if (!targets.isEmpty()) {
            Set<Workload> claimed =
                    claimedByRoot.computeIfAbsent(
                            preemptor.node().root(), _ -> new LinkedHashSet<>());
            for (Target target : targets) {
                claimed.add(target.workload());
            }
        }
    }

    /// Victims that earlier entries of the same tree have claimed.
    Collection<Workload> claimed(ClusterQueue queue) {
        return claimedByRoot.getOrDefault(queue.node().root(), Set.of());
    }

    /// Old slices of the same tree whose replacement was admitted in this cycle.
    Collection<Workload> replaced(ClusterQueue queue) {
        return replacedByRoot.getOrDefault(queue.node().root(), Set.of());
    }

    /// Whether a victim of the entry, or the slice it replaces, is taken already.
    boolean overlaps(Entry entry) {
        Collection<Workload> claimed = claimed(entry.queue);
        Collection<Workload> replaced = replaced(entry.queue);
        if (claimed.isEmpty() && replaced.isEmpty()) {
            return false;
        }
        for (Target target : entry.targets) {
            if (claimed.contains(target.workload()) || replaced.contains(target.workload())) {
                return true;
            }
        }
        return entry.oldSlice != null && claimed.contains(entry.oldSlice);
    }

    /// Whether the entry's usage fits once all claimed victims and its own are gone (R4.12).
    boolean fits(Entry entry) {
        Collection<Workload> claimed = claimed(entry.queue);
        if (claimed.isEmpty() && entry.targets.isEmpty()) {
            return QuotaForest.fits(entry.queue.node(), entry.assignment.usage());
        }
        return fitsWithout(entry, claimed, List.of());
    }

    /// Whether the peer would find that it fits: it takes old slices out of account once too often (T3).
    boolean fitsByDefect(Entry entry) {
        Workload own = entry.oldSlice;
        Collection<Workload> replaced = replaced(entry.queue);
        if (own == null && replaced.isEmpty()) {
            return false;
        }
        List<Workload> slices = new ArrayList<>(replaced);
        if (own != null) {
            slices.add(own);
        }
        return fitsWithout(entry, claimed(entry.queue), slices);
    }

    private boolean fitsWithout(
            Entry entry, Collection<Workload> claimed, Collection<Workload> others) {
        Set<Workload> gone = new LinkedHashSet<>(claimed);
        for (Target target : entry.targets) {
            gone.add(target.workload());
        }
        gone.addAll(others);
        int mark = forest.trial();
        remove(gone);
        boolean fits = QuotaForest.fits(entry.queue.node(), entry.assignment.usage());
        forest.endTrial(mark);
        return fits;
    }

    void remove(Collection<Workload> workloads) {
        for (Workload workload : workloads) {
            ClusterQueue queue = workload.reservedIn();
            if (queue != null) {
                forest.remove(queue.node(), workload.usage());
            }
        }
    }
}
