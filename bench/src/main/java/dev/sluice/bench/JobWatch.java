package dev.sluice.bench;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/// What watches of Workloads and Pods show of jobs whose names are `BATCH-NUMBER`, against the moment at which each was
/// due.
final class JobWatch {
    private final Map<String, Long> sentAt = new ConcurrentHashMap<>();
    private final Map<String, Stages> stagesByBatch = new ConcurrentHashMap<>();
    private final Map<Sighting, Boolean> seen = new ConcurrentHashMap<>();
    private final Map<String, Semaphore> runningByBatch = new ConcurrentHashMap<>();
    private final Map<String, Semaphore> finishedByBatch = new ConcurrentHashMap<>();

    private enum Stage {
        WORKLOAD,
        ADMITTED,
        POD,
        RUNNING,
        FINISHED
    }

    private record Sighting(String job, Stage stage) {}

    private JobWatch() {}

    /// When each stage was seen for the first time, since the request was sent.
    record Stages(
            Latencies workload,
            Latencies admitted,
            Latencies pod,
            Latencies running,
            Latencies finished) {
        Stages() {
            this(
                    new Latencies(),
                    new Latencies(),
                    new Latencies(),
                    new Latencies(),
                    new Latencies());
        }
    }

    static JobWatch open(ApiClient client, String namespace)
            throws IOException, InterruptedException {
        JobWatch watch = new JobWatch();
        client.watch(
                "/apis/kueue.x-k8s.io/v1beta2/namespaces/" + namespace + "/workloads?watch=1",
                watch::workload);
        client.watch("/api/v1/namespaces/" + namespace + "/pods?watch=1", watch::pod);
        return watch;
    }

    /// @param at by [System#nanoTime]
    void sent(String job, long at) {
        sentAt.put(job, at);
    }

    Stages stages(String batch) {
        return stagesByBatch.computeIfAbsent(batch, _ -> new Stages());
    }

    /// Waits until so many jobs of the batch have been seen running.
    boolean awaitRunning(String batch, int count, int secondsMax) throws InterruptedException {
        return await(runningByBatch, batch, count, secondsMax);
    }

    /// Waits until so many Workloads of the batch have been seen finished.
    boolean awaitFinished(String batch, int count, int secondsMax) throws InterruptedException {
        return await(finishedByBatch, batch, count, secondsMax);
    }

    private static boolean await(
            Map<String, Semaphore> semaphores, String batch, int count, int secondsMax)
            throws InterruptedException {
        Semaphore semaphore = semaphore(semaphores, batch);
        if (!semaphore.tryAcquire(count, secondsMax, TimeUnit.SECONDS)) {
            return false;
        }
        semaphore.release(count);
        return true;
    }

    private void workload(JsonNode event) {
        JsonNode object = event.path("object");
        String job = object.at("/metadata/ownerReferences/0/name").asText();
        note(job, Stage.WORKLOAD);
        for (JsonNode condition : object.at("/status/conditions")) {
            if (condition.path("status").asText().equals("True")) {
                switch (condition.path("type").asText()) {
                    case "Admitted" -> note(job, Stage.ADMITTED);
                    case "Finished" -> note(job, Stage.FINISHED);
                    default -> {}
                }
            }
        }
    }

    private void pod(JsonNode event) {
        JsonNode object = event.path("object");
        String job = object.at("/metadata/ownerReferences/0/name").asText();
        note(job, Stage.POD);
        if (object.at("/status/phase").asText().equals("Running")) {
            note(job, Stage.RUNNING);
        }
    }

    private void note(String job, Stage stage) {
        Long start = sentAt.get(job);
        if (start == null || seen.putIfAbsent(new Sighting(job, stage), true) != null) {
            return;
        }
        String batch = job.substring(0, job.lastIndexOf('-'));
        Stages stages = stages(batch);
        Latencies latencies =
                switch (stage) {
                    case WORKLOAD -> stages.workload();
                    case ADMITTED -> stages.admitted();
                    case POD -> stages.pod();
                    case RUNNING -> stages.running();
                    case FINISHED -> stages.finished();
                };
        latencies.add(System.nanoTime() - start);
        if (stage == Stage.RUNNING) {
            semaphore(runningByBatch, batch).release();
        } else if (stage == Stage.FINISHED) {
            semaphore(finishedByBatch, batch).release();
        }
    }

    private static Semaphore semaphore(Map<String, Semaphore> semaphores, String batch) {
        return semaphores.computeIfAbsent(batch, _ -> new Semaphore(0));
    }
}
