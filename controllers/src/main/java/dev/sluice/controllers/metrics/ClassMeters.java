package dev.sluice.controllers.metrics;

import dev.sluice.api.v1beta2.ClusterQueue;
import dev.sluice.controllers.queueing.QueueingRoom;
import dev.sluice.engine.Engine;
import dev.sluice.engine.PendingClasses;
import dev.sluice.reconcile.Cache;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// How many kinds of workloads wait: equivalent ones count once (L8.4). It is asked at the moment of looking; while the queues
/// do not answer there are no series.
record ClassMeters(Cache<ClusterQueue> clusterQueues, QueueingRoom room) {

    void register(Gauges gauges) {
        gauges.add(
                "pending_scheduling_hashes",
                "Classes of equivalent workloads that wait: for their turn (active), or for a change (inadmissible)",
                List.of("cluster_queue", "status"),
                out ->
                        byQueue()
                                .forEach(
                                        (queue, classes) -> {
                                            out.put(classes.active(), queue, "active");
                                            out.put(classes.parked(), queue, "inadmissible");
                                        }));
    }

    private Map<String, PendingClasses> byQueue() {
        try {
            return room.ask(this::byQueue);
        } catch (QueueingRoom.NoAnswerException silent) {
            return Map.of();
        }
    }

    private Map<String, PendingClasses> byQueue(Engine engine) {
        Map<String, PendingClasses> all = new TreeMap<>();
        for (ClusterQueue queue : clusterQueues.all()) {
            String name = queue.getMetadata().getName();
            PendingClasses classes = engine.pendingClasses(name);
            if (classes != null) {
                all.put(name, classes);
            }
        }
        return all;
    }
}
