package dev.sluice.controllers.visibility;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.api.v1beta2.LocalQueue;
import dev.sluice.api.v1beta2.StopPolicy;
import dev.sluice.api.v1beta2.Workload;
import dev.sluice.controllers.queueing.QueueingRoom;
import dev.sluice.engine.Waiting;
import dev.sluice.engine.spec.WorkloadKey;
import dev.sluice.reconcile.Cache;
import dev.sluice.reconcile.Cluster;
import io.fabric8.kubernetes.api.model.OwnerReference;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The lines of workloads that wait, queue by queue (A13.4 to A13.7): parked ones stand at the places that they would have.
public final class PendingWorkloads {
    /// The group that serves them.
    public static final String GROUP = "visibility.kueue.x-k8s.io";

    private final QueueingRoom room;
    private final Cache<Workload> workloads;
    private final Cache<LocalQueue> localQueues;

    public PendingWorkloads(Cluster cluster, QueueingRoom room) {
        this.room = room;
        this.workloads = cluster.cache(Workload.class);
        this.localQueues = cluster.cache(LocalQueue.class);
    }

    /// All that wait in a ClusterQueue; null if there is none of this name.
    public @Nullable ObjectNode ofClusterQueue(String name, Page page, String version) {
        List<Waiting> line =
                room.ask(engine -> engine.counts(name) == null ? null : engine.waiting(name));
        return line == null ? null : summary(line, null, page, version);
    }

    /// Those that wait in a LocalQueue, with their places in the whole line; null if there is none of this name, or it is
    /// stopped.
    public @Nullable ObjectNode ofLocalQueue(
            String namespace, String name, Page page, String version) {
        LocalQueue queue = localQueues.get(namespace, name).orElse(null);
        String clusterQueue = queue == null ? null : queue.getSpec().clusterQueue();
        if (queue == null || clusterQueue == null || isStopped(queue)) {
            return null;
        }
        List<Waiting> line = room.ask(engine -> engine.waiting(clusterQueue));
        return line == null ? null : summary(line, new Owner(namespace, name), page, version);
    }

    private static boolean isStopped(LocalQueue queue) {
        StopPolicy policy = queue.getSpec().stopPolicy();
        return policy != null && policy != StopPolicy.NONE;
    }

    /// A LocalQueue as workloads name it.
    private record Owner(String namespace, String name) {}

    private ObjectNode summary(
            List<Waiting> line, @Nullable Owner only, Page page, String version) {
        ObjectNode summary =
                JsonNodeFactory.instance
                        .objectNode()
                        .put("kind", "PendingWorkloadsSummary")
                        .put("apiVersion", GROUP + "/" + version);
        summary.putObject("metadata");
        ArrayNode items = summary.putArray("items");
        Map<Owner, Integer> seen = new HashMap<>();
        long passed = 0;
        for (int place = 0; place < line.size() && items.size() < page.limit(); place++) {
            Waiting waiting = line.get(place);
            Owner owner = new Owner(waiting.workload().namespace(), waiting.localQueue());
            int placeThere = seen.merge(owner, 1, Integer::sum) - 1;
            if ((only == null || only.equals(owner)) && passed++ >= page.offset()) {
                items.add(item(waiting, place, placeThere));
            }
        }
        return summary;
    }

    private ObjectNode item(Waiting waiting, int place, int placeInLocalQueue) {
        ObjectNode item = JsonNodeFactory.instance.objectNode();
        WorkloadKey key = waiting.workload();
        ObjectNode metadata =
                item.putObject("metadata")
                        .put("name", key.name())
                        .put("namespace", key.namespace());
        workloads.get(key.namespace(), key.name()).ifPresent(known -> describe(known, metadata));
        return item.put("priority", waiting.priority())
                .put("localQueueName", waiting.localQueue())
                .put("positionInClusterQueue", place)
                .put("positionInLocalQueue", placeInLocalQueue);
    }

    private static void describe(Workload workload, ObjectNode metadata) {
        metadata.put("creationTimestamp", workload.getMetadata().getCreationTimestamp());
        List<OwnerReference> owners = workload.getMetadata().getOwnerReferences();
        if (!owners.isEmpty()) {
            ArrayNode references = metadata.putArray("ownerReferences");
            for (OwnerReference owner : owners) {
                references
                        .addObject()
                        .put("apiVersion", owner.getApiVersion())
                        .put("kind", owner.getKind())
                        .put("name", owner.getName())
                        .put("uid", owner.getUid());
            }
        }
    }
}
