package dev.sluice.bench;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `sluice bench api`: durable creates, watch latency, a long list and memory, over HTTPS.
@Command(
        name = "api",
        description =
                "Measures an API server over HTTPS: one that it starts, or the one of --server.",
        mixinStandardHelpOptions = true)
final class ApiBench implements Callable<Integer> {
    private static final String NAMESPACE = "bench";
    private static final String MAPS = "/api/v1/namespaces/" + NAMESPACE + "/configmaps";

    @Spec private CommandSpec spec;

    @Option(
            names = "--clients",
            split = ",",
            defaultValue = "1,8,32",
            description = "Clients side by side (default: 1,8,32).")
    private int[] clients = {};

    @Option(
            names = "--seconds",
            defaultValue = "5",
            description = "How long each load lasts (default: 5).")
    private int seconds;

    @Option(
            names = "--watchers",
            defaultValue = "50",
            description = "Watchers of the watch case (default: 50).")
    private int watchers;

    @Option(
            names = "--server",
            description = "Measure this server instead, for example https://127.0.0.1:6443.")
    private @Nullable String server;

    @Option(names = "--token", description = "Bearer token for --server.")
    private String token = "";

    @Option(names = "--ca", description = "PEM file of the authority of --server.")
    private Path authority = Path.of("ca.crt");

    @Override
    public Integer call() throws IOException, InterruptedException, GeneralSecurityException {
        PrintWriter out = spec.commandLine().getOut();
        if (server != null) {
            measure(new ApiClient(new Target(server, token, authority)), out);
            return 0;
        }
        try (ServerProcess process = ServerProcess.start("apiserver")) {
            print(out, "start to ready", "%d ms", process.startTime().toMillis());
            print(out, "memory, idle", "%.0f MiB resident", process.residentMebibytes());
            measure(new ApiClient(process.target()), out);
            print(out, "memory, after the load", "%.0f MiB resident", process.residentMebibytes());
        }
        return 0;
    }

    private void measure(ApiClient client, PrintWriter out)
            throws IOException, InterruptedException {
        String run = Long.toString(System.nanoTime(), 36);
        if (!namespaceExists(client)) {
            client.create(
                    "/api/v1/namespaces",
                    "{\"apiVersion\":\"v1\",\"kind\":\"Namespace\",\"metadata\":{\"name\":\""
                            + NAMESPACE
                            + "\"}}");
        }
        Load.run(4, 2, (c, n) -> client.create(MAPS, configMap("warm-" + run + "-" + c + "-" + n)));
        for (int count : clients) {
            Load.Outcome outcome =
                    Load.run(
                            count,
                            seconds,
                            (c, n) ->
                                    client.create(
                                            MAPS,
                                            configMap(
                                                    "m-" + run + "-" + count + "-" + c + "-" + n)));
            print(
                    out,
                    "ConfigMap creates, " + count + (count == 1 ? " client" : " clients"),
                    "%.0f/s, %s",
                    outcome.perSecond(),
                    outcome.latencies());
        }
        print(
                out,
                watchers + " watchers at 50 writes/s, request to event read",
                "%s",
                watchLatency(client, run));
        list(client, out);
    }

    private static boolean namespaceExists(ApiClient client) throws InterruptedException {
        try {
            client.get("/api/v1/namespaces/" + NAMESPACE);
            return true;
        } catch (IOException absent) {
            return false;
        }
    }

    private Latencies watchLatency(ApiClient client, String run)
            throws IOException, InterruptedException {
        Latencies latencies = new Latencies();
        String mark = "w-" + run + "-";
        // from now on: what the creates have left behind is no news
        String from = client.json(MAPS + "?limit=1").at("/metadata/resourceVersion").asText();
        for (int i = 0; i < watchers; i++) {
            client.watch(
                    MAPS + "?watch=1&resourceVersion=" + from,
                    event -> {
                        JsonNode object = event.path("object");
                        if (object.at("/metadata/name").asText().startsWith(mark)) {
                            latencies.add(System.nanoTime() - object.at("/data/sent").asLong());
                        }
                    });
        }
        long next = System.nanoTime();
        for (int i = 0; i < 50 * seconds; i++) {
            String name = mark + i;
            client.create(MAPS, body(name, "sent", Long.toString(System.nanoTime())));
            next += 20_000_000;
            Thread.sleep(Math.max(0, (next - System.nanoTime()) / 1_000_000));
        }
        Thread.sleep(500);
        return latencies;
    }

    private static void list(ApiClient client, PrintWriter out)
            throws IOException, InterruptedException {
        client.get(MAPS);
        long begin = System.nanoTime();
        byte[] body = client.get(MAPS);
        double took = (System.nanoTime() - begin) / 1e6;
        print(
                out,
                "LIST of everything as JSON",
                "%.0f ms for %.1f MiB",
                took,
                body.length / 1048576.0);
    }

    private static String configMap(String name) {
        return body(name, "colour", "red");
    }

    private static String body(String name, String key, String value) {
        return "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\""
                + name
                + "\"},\"data\":{\""
                + key
                + "\":\""
                + value
                + "\"}}";
    }

    static void print(PrintWriter out, String what, String format, Object... values) {
        out.printf(Locale.ROOT, "%-56s %s%n", what, String.format(Locale.ROOT, format, values));
        out.flush();
    }
}
