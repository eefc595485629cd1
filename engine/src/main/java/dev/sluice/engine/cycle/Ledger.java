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

    private record Promise(QuotaNode node, Usage usage, boolean added) {}

    Ledger(QuotaForest forest) {
        this.forest = forest;
    }

    /// Reserves capacity until the end of the cycle.
    void reserve(ClusterQueue queue, Usage usage) {
        forest.add(queue.node(), usage);
        promises.add(new Promise(queue.node(), usage, true));
    }

    /// Leaves usage out of account until the end of the cycle.
    void discount(ClusterQueue queue, Usage usage) {
        forest.remove(queue.node(), usage);
        promises.add(new Promise(queue.node(), usage, false));
    }

    /// Gives back what was reserved.
    void settle() {
        for (Promise promise : promises) {
            if (promise.added) {
                forest.remove(promise.node, promise.usage);
            } else {
                forest.add(promise.node, promise.usage);
            }
        }
        promises.clear();
        claimedByRoot.clear();
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

    boolean overlaps(ClusterQueue queue, List<Target> targets) {
        Set<Workload> claimed = claimedByRoot.getOrDefault(queue.node().root(), Set.of());
        for (Target target : targets) {
            if (claimed.contains(target.workload())) {
                return true;
            }
        }
        return false;
    }

    /// Whether usage fits once all claimed victims and the entry's own are gone (R4.12).
    boolean fits(ClusterQueue queue, Usage usage, List<Target> targets) {
        Collection<Workload> claimed = claimed(queue);
        if (claimed.isEmpty() && targets.isEmpty()) {
            return QuotaForest.fits(queue.node(), usage);
        }
        Set<Workload> gone = new LinkedHashSet<>(claimed);
        for (Target target : targets) {
            gone.add(target.workload());
        }
        int mark = forest.trial();
        remove(gone);
        boolean fits = QuotaForest.fits(queue.node(), usage);
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
