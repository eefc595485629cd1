package dev.sluice.bench;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/// Every write to the objects of a namespace, as its watches show them: of which kind, and which part of the object it
/// changed.
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
        String uid = object.at("/metadata/uid").asText();
        String what =
                switch (event.path("type").asText()) {
                    case "ADDED" -> "created";
                    case "DELETED" -> "deleted";
                    default -> part(lastByUid.get(uid), object);
                };
        lastByUid.put(uid, object);
        countByWrite.computeIfAbsent(kind + " " + what, _ -> new LongAdder()).increment();
    }

    private static String part(@Nullable JsonNode before, JsonNode after) {
        if (before == null || !before.path("spec").equals(after.path("spec"))) {
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
