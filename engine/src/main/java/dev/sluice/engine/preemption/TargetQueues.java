package dev.sluice.engine.preemption;

import dev.sluice.engine.quota.QuotaForest;
import dev.sluice.engine.quota.QuotaNode;
import dev.sluice.engine.sharing.Share;
import dev.sluice.engine.sharing.Shares;
import dev.sluice.engine.world.ClusterQueue;
import dev.sluice.engine.world.Workload;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Chooses the queue that has to give next: the greediest one on the greediest path down from the root (R7.13).
final class TargetQueues {

    private final QuotaNode preemptor;
    private final QuotaNode root;
    private final Shares shares;
    private final Map<QuotaNode, FairQueue> queues = new HashMap<>();
    private final Set<QuotaNode> dropped = new HashSet<>();
    private final Set<QuotaNode> preemptorPath = new HashSet<>();

    TargetQueues(QuotaNode preemptor, Shares shares, List<FairQueue> candidates) {
        this.preemptor = preemptor;
        this.root = preemptor.root();
        this.shares = shares;
        for (FairQueue queue : candidates) {
            queues.put(queue.node(), queue);
        }
        for (QuotaNode node = preemptor; node != null; node = node.parent()) {
            preemptorPath.add(node);
        }
    }

    /// The next queue to take a victim from, or null.
    @Nullable FairQueue next() {
        if (root == preemptor) {
            FairQueue own = queues.get(preemptor);
            return own == null || own.isEmpty() ? null : own;
        }
        QuotaNode at = root;
        while (!dropped.contains(root)) {
            QuotaNode queue = greediestQueue(at);
            QuotaNode cohort = greediestCohort(at);
            if (queue == null && cohort == null) {
                dropped.add(at);
                at = root;
            } else if (cohort != null
                    && (queue == null || shares.of(cohort).compareTo(shares.of(queue)) >= 0)) {
                at = cohort;
            } else {
                return queues.get(queue);
            }
        }
        return null;
    }

    /// The queue is not considered again.
    void drop(FairQueue queue) {
        dropped.add(queue.node());
        queues.remove(queue.node());
    }

    private @Nullable QuotaNode greediestQueue(QuotaNode cohort) {
        QuotaNode best = null;
        Share most = Share.NONE;
        for (QuotaNode child : cohort.children()) {
            if (!child.isQueue() || !mayGive(child)) {
                continue;
            }
            Share share = shares.of(child);
            int order = best == null ? 1 : share.compareTo(most);
            if (order > 0 || (order == 0 && comesFirst(child, best))) {
                best = child;
                most = share;
            }
        }
        return best;
    }

    private boolean mayGive(QuotaNode queue) {
        if (dropped.contains(queue)) {
            return false;
        }
        FairQueue candidates = queues.get(queue);
        if (candidates == null
                || candidates.isEmpty()
                || (queue != preemptor && !isBorrowing(queue))) {
            dropped.add(queue);
            return false;
        }
        return true;
    }

    /// On equal shares the queue whose first candidate comes first (R6.6 without its rule 3).
    private boolean comesFirst(QuotaNode queue, @Nullable QuotaNode best) {
        Workload first = first(queue);
        Workload other = best == null ? null : first(best);
        if (first == null || other == null) {
            return other == null;
        }
        if (first.isEvicted() != other.isEvicted()) {
            return first.isEvicted();
        }
        if ((queue == preemptor) != (best == preemptor)) {
            return best == preemptor;
        }
        return ClusterQueue.VICTIM_ORDER.compare(first, other) < 0;
    }

    private @Nullable Workload first(QuotaNode queue) {
        FairQueue candidates = queues.get(queue);
        return candidates == null ? null : candidates.peek();
    }

    private @Nullable QuotaNode greediestCohort(QuotaNode cohort) {
        QuotaNode best = null;
        Share most = Share.NONE;
        List<QuotaNode> inOrder = new ArrayList<>(cohort.children());
        inOrder.sort((a, b) -> a.name().compareTo(b.name()));
        for (QuotaNode child : inOrder) {
            if (child.isQueue() || dropped.contains(child)) {
                continue;
            }
            if (!preemptorPath.contains(child) && !isBorrowing(child)) {
                dropped.add(child);
                continue;
            }
            Share share = shares.of(child);
            if (best == null || share.compareTo(most) > 0) {
                best = child;
                most = share;
            }
        }
        return best;
    }

    /// Uses more than its own of anything (R7.2).
    private boolean isBorrowing(QuotaNode node) {
        for (int fr : node.subtreePairs()) {
            if (QuotaForest.isBorrowingWith(node, fr, 0)) {
                return true;
            }
        }
        return false;
    }
}
