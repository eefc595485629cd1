package dev.sluice.engine.world;

import dev.sluice.engine.queue.Ticket;
import dev.sluice.engine.quota.QuotaNode;
import dev.sluice.engine.spec.ClusterQueueSpec;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Which queues have parked workloads, by the root of their tree, and how they are woken (R3.14, R3.15).
final class Waking {

    private final Catalog catalog;
    private final Map<QuotaNode, Set<ClusterQueue>> queuesByRoot = new HashMap<>();

    Waking(Catalog catalog) {
        this.catalog = catalog;
    }

    /// Keeps the books after the pending workloads or the place of a queue changed.
    void note(ClusterQueue queue) {
        QuotaNode root = queue.pending().hasAnythingToWake() ? queue.node().root() : null;
        QuotaNode old = queue.wakeRoot;
        if (old == root) {
            return;
        }
        if (old != null) {
            Set<ClusterQueue> queues = queuesByRoot.get(old);
            if (queues != null && queues.remove(queue) && queues.isEmpty()) {
                queuesByRoot.remove(old);
            }
        }
        if (root != null) {
            queuesByRoot.computeIfAbsent(root, _ -> new LinkedHashSet<>()).add(queue);
        }
        queue.wakeRoot = root;
    }

    /// Wakes the parked workloads of the whole tree of a node. Gives the queues in which something came back.
    List<ClusterQueue> wakeTree(QuotaNode node, Instant now) {
        Set<ClusterQueue> queues = queuesByRoot.get(node.root());
        if (queues == null || node.isCyclic()) {
            return List.of();
        }
        List<ClusterQueue> all = List.copyOf(queues);
        for (ClusterQueue queue : all) {
            queue.pending().wake(ticket -> mayComeBack(queue, ticket, now));
            note(queue);
        }
        return all;
    }

    /// R3.15.
    private boolean mayComeBack(ClusterQueue queue, Ticket ticket, Instant now) {
        ClusterQueueSpec spec = queue.spec();
        Map<String, String> labels = catalog.namespaceLabels(ticket.key().namespace());
        return spec != null
                && labels != null
                && spec.namespaceSelector().matches(labels)
                && ticket instanceof Workload workload
                && workload.isBackoffOver(now);
    }
}
