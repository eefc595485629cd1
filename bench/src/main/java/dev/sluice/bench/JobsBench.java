package dev.sluice.bench;

import java.io.IOException;
import java.io.PrintWriter;
import java.security.GeneralSecurityException;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `sluice bench jobs`: jobs from the request to the running pod, one at a time and at a rate, as a client over HTTPS sees
/// them.
@Command(
        name = "jobs",
        description =
                "Measures jobs from creation to the running pod, on a cluster that it starts.",
        mixinStandardHelpOptions = true)
final class JobsBench implements Callable<Integer> {
    private static final String NAMESPACE = "bench";
    private static final int SETTLE_SECONDS_MAX = 60;

    @Spec private CommandSpec spec;

    @Option(
            names = "--single",
            defaultValue = "40",
            description = "Jobs measured one at a time (default: 40).")
    private int single;

    @Option(
            names = "--rate",
            split = ",",
            defaultValue = "100,300",
            description = "Jobs created per second (default: 100,300).")
    private int[] rates = {};

    @Option(
            names = "--seconds",
            defaultValue = "10",
            description = "How long each rate is kept up (default: 10).")
    private int seconds;

    @Option(names = "--nodes", defaultValue = "40", description = "Simulated nodes (default: 40).")
    private int nodes;

    @Override
    public Integer call() throws IOException, InterruptedException, GeneralSecurityException {
        PrintWriter out = spec.commandLine().getOut();
        try (ServerProcess process =
                ServerProcess.start("up", "--nodes", Integer.toString(nodes))) {
            ApiBench.print(out, "start to ready", "%d ms", process.startTime().toMillis());
            ApiBench.print(out, "memory, idle", "%.0f MiB resident", process.residentMebibytes());
            ApiClient client = new ApiClient(process.target());
            prepare(client);
            JobWatch watch = JobWatch.open(client, NAMESPACE);
            oneAtATime(client, watch, "warm", 10);
            oneAtATime(client, watch, "single", single);
            report(out, "one job, idle", watch.stages("single"));
            for (int rate : rates) {
                atRate(client, watch, rate, out);
            }
            ApiBench.print(
                    out,
                    "memory, after the load",
                    "%.0f MiB resident",
                    process.residentMebibytes());
        }
        return 0;
    }

    private static void prepare(ApiClient client) throws IOException, InterruptedException {
        client.create(
                "/api/v1/namespaces",
                "{\"apiVersion\":\"v1\",\"kind\":\"Namespace\",\"metadata\":{\"name\":\""
                        + NAMESPACE
                        + "\"}}");
        String group = "/apis/kueue.x-k8s.io/v1beta2";
        client.create(group + "/resourceflavors", object("ResourceFlavor", "default", "{}"));
        client.create(
                group + "/clusterqueues",
                object(
                        "ClusterQueue",
                        "bench",
                        """
                {"namespaceSelector":{},"resourceGroups":[{"coveredResources":["cpu"],"flavors":[
                {"name":"default","resources":[{"name":"cpu","nominalQuota":"1000000"}]}]}]}"""));
        client.create(
                group + "/namespaces/" + NAMESPACE + "/localqueues",
                object("LocalQueue", "bench", "{\"clusterQueue\":\"bench\"}"));
    }

    private static void oneAtATime(ApiClient client, JobWatch watch, String batch, int count)
            throws IOException, InterruptedException {
        for (int i = 0; i < count; i++) {
            submit(client, watch, batch, i);
            if (!watch.awaitRunning(batch, i + 1, SETTLE_SECONDS_MAX)) {
                throw new IOException(
                        "job "
                                + batch
                                + "-"
                                + i
                                + " was not running after "
                                + SETTLE_SECONDS_MAX
                                + " s");
            }
        }
    }

    private void atRate(ApiClient client, JobWatch watch, int rate, PrintWriter out)
            throws IOException, InterruptedException {
        String batch = "rate" + rate;
        int count = rate * seconds;
        long begin = System.nanoTime();
        Semaphore failed = new Semaphore(0);
        try (var clients = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < count; i++) {
                long due = begin + (long) (i * 1e9 / rate);
                TimeUnit.NANOSECONDS.sleep(due - System.nanoTime());
                int number = i;
                clients.submit(
                        () -> {
                            try {
                                submit(client, watch, batch, number);
                            } catch (IOException refused) {
                                failed.release();
                            }
                            return null;
                        });
            }
        }
        double created = (System.nanoTime() - begin) / 1e9;
        boolean all =
                watch.awaitRunning(batch, count - failed.availablePermits(), SETTLE_SECONDS_MAX);
        double ran = (System.nanoTime() - begin) / 1e9;
        ApiBench.print(
                out,
                count + " jobs at " + rate + "/s",
                "created in %.1f s, running after %.1f s%s: %.0f jobs/s to running, %d refused",
                created,
                ran,
                all ? "" : " (not all)",
                watch.running(batch) / ran,
                failed.availablePermits());
        report(out, "jobs at " + rate + "/s", watch.stages(batch));
    }

    private static void submit(ApiClient client, JobWatch watch, String batch, int number)
            throws IOException, InterruptedException {
        String name = batch + "-" + number;
        watch.sent(name);
        client.create(
                "/apis/batch/v1/namespaces/" + NAMESPACE + "/jobs",
                """
                {"apiVersion":"batch/v1","kind":"Job","metadata":{"name":"%s","labels":{"kueue.x-k8s.io/queue-name":"bench"}},
                "spec":{"ttlSecondsAfterFinished":5,"template":{"metadata":{"annotations":{"sim.sluice.dev/run-seconds":"0.3"}},
                "spec":{"restartPolicy":"Never","containers":[{"name":"c","image":"example.com/sleep",
                "resources":{"requests":{"cpu":"10m"}}}]}}}}"""
                        .formatted(name));
    }

    private static void report(PrintWriter out, String what, JobWatch.Stages stages) {
        ApiBench.print(out, what + ": request → Workload", "%s", stages.workload());
        ApiBench.print(out, what + ": request → admitted", "%s", stages.admitted());
        ApiBench.print(out, what + ": request → pod", "%s", stages.pod());
        ApiBench.print(out, what + ": request → running", "%s", stages.running());
    }

    private static String object(String kind, String name, String spec) {
        return "{\"apiVersion\":\"kueue.x-k8s.io/v1beta2\",\"kind\":\""
                + kind
                + "\",\"metadata\":{\"name\":\""
                + name
                + "\"},\"spec\":"
                + spec
                + "}";
    }
}
