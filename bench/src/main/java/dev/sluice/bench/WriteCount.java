package dev.sluice.bench;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/// Every write to the objects that are made from now on in a namespace, and to the queues, as watches show them: of which
/// kind, and which part of the object it changed. The spec counts before the status where both changed.
final class WriteCount {
    private final Map<String, LongAdder> countByWrite = new ConcurrentHashMap<>();
    private final Map<String, JsonNode> lastByUid = new ConcurrentHashMap<>();

    private WriteCount() {}

    static WriteCount open(ApiClient client, String namespace)
            throws IOException, InterruptedException {
        WriteCount count = new WriteCount();
        String core = "/api/v1/namespaces/" + namespace;
        String ours = "/apis/kueue.x-k8s.io/v1beta2";
        count.follow(client, "Job", "/apis/batch/v1/namespaces/" + namespace + "/jobs");
        count.follow(client, "Pod", core + "/pods");
        count.follow(client, "Event", core + "/events");
        count.follow(client, "Workload", ours + "/namespaces/" + namespace + "/workloads");
        count.follow(client, "LocalQueue", ours + "/namespaces/" + namespace + "/localqueues");
        count.follow(client, "ClusterQueue", ours + "/clusterqueues");
        return count;
    }

    /// Only what comes from now on is counted.
    private void follow(ApiClient client, String kind, String path)
            throws IOException, InterruptedException {
        String revision = client.json(path + "?limit=1").at("/metadata/resourceVersion").asText();
        client.watch(path + "?watch=1&resourceVersion=" + revision, event -> seen(kind, event));
    }

    private void seen(String kind, JsonNode event) {
        JsonNode object = event.path("object");
        String type = event.path("type").asText();
        String uid = object.at("/metadata/uid").asText();
        JsonNode before = lastByUid.get(uid);
        if (before == null && !type.equals("ADDED") && !kind.endsWith("Queue")) {
            // It is older than the count: the rest of a life that began before.
            return;
        }
        lastByUid.put(uid, object);
        String what =
                switch (type) {
                    case "ADDED" -> "created";
                    case "DELETED" -> "deleted";
                    default -> before == null ? "status" : part(before, object);
                };
        countByWrite.computeIfAbsent(kind + " " + what, _ -> new LongAdder()).increment();
    }

    private static String part(JsonNode before, JsonNode after) {
        if (!before.path("spec").equals(after.path("spec"))) {
            return "spec";
        }
        return before.path("status").equals(after.path("status")) ? "metadata" : "status";
    }

    /// How often each write was made per job.
    Map<String, Double> per(int jobs) {
        Map<String, Double> all = new TreeMap<>();
        countByWrite.forEach((write, count) -> all.put(write, (double) count.sum() / jobs));
        return all;
    }
}
