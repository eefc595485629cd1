package dev.sluice.bench;

import java.io.IOException;
import java.io.PrintWriter;
import java.security.GeneralSecurityException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// An API server with many objects: its memory, one long list, a start with all of them, and a client that goes on from the
/// revision which it had seen before.
final class LargeCase {
    private static final int CLIENTS = 32;
    private static final int RESUME_SECONDS_MAX = 30;

    private LargeCase() {}

    /// @param objects how many
    /// @param workloads how many of them are Workloads; the others are ConfigMaps
    static void run(int objects, int workloads, PrintWriter out)
            throws IOException, InterruptedException, GeneralSecurityException {
        ServerProcess server = ServerProcess.start("apiserver");
        try {
            ApiClient client = new ApiClient(server.target());
            Samples.prepare(client);
            ApiBench.print(
                    out,
                    "memory, with Kueue's kinds",
                    "%.0f MiB resident",
                    server.residentMebibytes());
            Load.each(
                    CLIENTS,
                    workloads,
                    n -> client.create(Samples.WORKLOADS, Samples.workload("w-" + n)));
            Load.each(
                    CLIENTS,
                    objects - workloads,
                    n -> client.create(Samples.MAPS, Samples.configMap("m-" + n)));
            ApiBench.print(
                    out,
                    "memory, with %d Workloads and %d ConfigMaps"
                            .formatted(workloads, objects - workloads),
                    "%.0f MiB resident",
                    server.residentMebibytes());
            list(client, out, workloads);
            String seen =
                    client.json(Samples.MAPS + "?limit=1").at("/metadata/resourceVersion").asText();
            client.create(Samples.MAPS, Samples.configMap("unseen"));
            server = server.restart();
            ApiBench.print(
                    out,
                    "start to ready with " + objects + " objects",
                    "%d ms",
                    server.startTime().toMillis());
            resume(new ApiClient(server.target()), seen, out);
            ApiBench.print(
                    out,
                    "memory, after that start",
                    "%.0f MiB resident",
                    server.residentMebibytes());
        } finally {
            server.close();
        }
    }

    private static void list(ApiClient client, PrintWriter out, int workloads) throws IOException {
        for (String turn : new String[] {"first", "second"}) {
            long begin = System.nanoTime();
            byte[] body = client.get(Samples.WORKLOADS);
            ApiBench.print(
                    out,
                    "LIST of " + workloads + " Workloads as JSON, " + turn,
                    "%.0f ms for %.1f MiB",
                    (System.nanoTime() - begin) / 1e6,
                    body.length / 1048576.0);
        }
    }

    /// What was written after `seen` has to come first on the watch, without a list.
    private static void resume(ApiClient client, String seen, PrintWriter out)
            throws IOException, InterruptedException {
        CompletableFuture<String> first = new CompletableFuture<>();
        long begin = System.nanoTime();
        client.watch(
                Samples.MAPS + "?watch=1&resourceVersion=" + seen,
                event ->
                        first.complete(
                                event.path("type").asText()
                                        + " "
                                        + event.at("/object/metadata/name").asText()));
        try {
            ApiBench.print(
                    out,
                    "watch from the revision before that start, first event",
                    "%s after %.0f ms",
                    first.get(RESUME_SECONDS_MAX, TimeUnit.SECONDS),
                    (System.nanoTime() - begin) / 1e6);
        } catch (ExecutionException | TimeoutException silent) {
            throw new IOException("the watch did not go on after the start", silent);
        }
    }
}
