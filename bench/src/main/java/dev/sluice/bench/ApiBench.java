package dev.sluice.bench;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// `sluice bench api`: durable creates, watch latency, a long list and memory, over HTTPS.
@Command(
        name = "api",
        description =
                "Measures an API server over HTTPS: one that it starts, or the one of --server.",
        mixinStandardHelpOptions = true)
final class ApiBench implements Callable<Integer> {
    private static final String MAPS = Samples.MAPS;

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
            names = "--warm-up",
            defaultValue = "2",
            description = "Seconds of creates before the first measurement (default: 2).")
    private int warmUp;

    @Option(
            names = "--watchers",
            defaultValue = "50",
            description = "Watchers of the watch case (default: 50).")
    private int watchers;

    @Option(
            names = "--writes",
            defaultValue = "50",
            description = "Writes per second of the watch case (default: 50).")
    private int writes;

    @Option(
            names = "--objects",
            description =
                    "Measures with so many objects, Workloads and ConfigMaps: memory, a list, and a start with all of them.")
    private int objects;

    @Option(
            names = "--workloads",
            description = "How many of the --objects are Workloads (default: a fifth).")
    private @Nullable Integer workloads;

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
        if (objects > 0) {
            LargeCase.run(objects, workloadsOf(objects), out);
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

    private int workloadsOf(int all) {
        int chosen = workloads == null ? all / 5 : workloads;
        if (chosen < 0 || chosen > all) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--workloads is %d: expected 0 to %d, the number of --objects"
                            .formatted(chosen, all));
        }
        return chosen;
    }

    private void measure(ApiClient client, PrintWriter out)
            throws IOException, InterruptedException {
        String run = Long.toString(System.nanoTime(), 36);
        Samples.prepare(client);
        Load.run(
                4,
                warmUp,
                (c, n) ->
                        client.create(MAPS, Samples.configMap("warm-" + run + "-" + c + "-" + n)));
        creates(client, out, "ConfigMap", MAPS, name -> Samples.configMap(run + name));
        creates(client, out, "Workload", Samples.WORKLOADS, name -> Samples.workload(run + name));
        print(
                out,
                watchers + " watchers at " + writes + " writes/s, request to event read",
                "%s",
                watchLatency(client, run));
        list(client, out);
    }

    private void creates(
            ApiClient client, PrintWriter out, String kind, String path, UnaryOperator<String> body)
            throws IOException, InterruptedException {
        for (int count : clients) {
            Load.Outcome outcome =
                    Load.run(
                            count,
                            seconds,
                            (c, n) ->
                                    client.create(
                                            path, body.apply("-" + count + "-" + c + "-" + n)));
            print(
                    out,
                    kind + " creates, " + count + (count == 1 ? " client" : " clients"),
                    "%.0f/s, %s",
                    outcome.perSecond(),
                    outcome.latencies());
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
        for (int i = 0; i < writes * seconds; i++) {
            String name = mark + i;
            client.create(MAPS, Samples.configMap(name, "sent", Long.toString(System.nanoTime())));
            next += 1_000_000_000L / writes;
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

    static void print(PrintWriter out, String what, String format, Object... values) {
        out.printf(Locale.ROOT, "%-56s %s%n", what, String.format(Locale.ROOT, format, values));
        out.flush();
    }
}
