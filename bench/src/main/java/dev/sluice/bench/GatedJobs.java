package dev.sluice.bench;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/// Jobs that are created behind a scheduling gate (KEP-6915) and let go at once: how long until each has its Workload, which
/// is to say: until it is queued.
final class GatedJobs {
    private static final String GATE = "kueue.x-k8s.io/scheduling-gated-by";
    private static final String REMOVAL =
            "{\"metadata\":{\"annotations\":{\"" + GATE + "\":null}}}";
    private static final int SETTLE_SECONDS_MAX = 120;

    private final Set<String> held = ConcurrentHashMap.newKeySet();
    private final ReleaseTimes times = new ReleaseTimes();
    private final Semaphore heldCount = new Semaphore(0);
    private final Semaphore queuedCount = new Semaphore(0);
    private final ApiClient client;
    private final String jobs;
    private final String workloads;
    private final String queue;
    private final int clients;

    /// @param clients how many send requests side by side
    GatedJobs(ApiClient client, String namespace, String queue, int clients) {
        this.client = client;
        this.jobs = "/apis/batch/v1/namespaces/" + namespace + "/jobs";
        this.workloads = "/apis/kueue.x-k8s.io/v1beta2/namespaces/" + namespace + "/workloads";
        this.queue = queue;
        this.clients = clients;
    }

    /// Creates the jobs, and waits until the controllers have said of each that it is gated.
    ///
    /// @param batch begins the names of the jobs; none may be used twice
    /// @throws IOException when a request is refused, or some job does not come so far within two minutes
    void create(String batch, int count) throws IOException, InterruptedException {
        client.watch(jobs + "?watch=1", this::job);
        client.watch(workloads + "?watch=1", this::workload);
        Load.each(clients, count, n -> client.create(jobs, manifest(batch + "-" + n)));
        await(heldCount, count, "held behind their gates");
    }

    /// Removes the gates of jobs that [#create] has made, one patch a job, and waits until all are queued.
    ///
    /// @throws IOException when a request is refused, or some job is not queued within two minutes
    ReleaseTimes release(String batch, int count) throws IOException, InterruptedException {
        Load.each(
                clients,
                count,
                n -> {
                    String job = batch + "-" + n;
                    times.released(job, System.nanoTime());
                    client.merge(jobs + "/" + job, REMOVAL);
                });
        await(queuedCount, count, "queued");
        return times;
    }

    private static void await(Semaphore done, int count, String what)
            throws IOException, InterruptedException {
        if (!done.tryAcquire(count, SETTLE_SECONDS_MAX, TimeUnit.SECONDS)) {
            throw new IOException(
                    "%d of %d jobs were not %s after %d s"
                            .formatted(
                                    count - done.availablePermits(),
                                    count,
                                    what,
                                    SETTLE_SECONDS_MAX));
        }
    }

    private void job(JsonNode event) {
        JsonNode object = event.path("object");
        for (JsonNode condition : object.at("/status/conditions")) {
            if (condition.path("type").asText().equals("SchedulingGated")
                    && condition.path("status").asText().equals("True")
                    && held.add(object.at("/metadata/name").asText())) {
                heldCount.release();
            }
        }
    }

    private void workload(JsonNode event) {
        String job = event.at("/object/metadata/ownerReferences/0/name").asText();
        if (times.queued(job, System.nanoTime())) {
            queuedCount.release();
        }
    }

    private String manifest(String name) {
        return """
        {"apiVersion":"batch/v1","kind":"Job","metadata":{"name":"%s","labels":{"kueue.x-k8s.io/queue-name":"%s"},
        "annotations":{"%s":"example.com/bench"}},
        "spec":{"template":{"metadata":{"annotations":{"sim.sluice.dev/run-seconds":"0.3"}},
        "spec":{"restartPolicy":"Never","containers":[{"name":"c","image":"example.com/sleep",
        "resources":{"requests":{"cpu":"10m"}}}]}}}}"""
                .formatted(name, queue, GATE);
    }
}
