package dev.sluice.bench;

import java.io.IOException;
import java.io.PrintWriter;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
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
    private static final String QUEUE = "bench";
    private static final String QUEUE_WITHOUT_QUOTA = "without-quota";
    private static final int SETTLE_SECONDS_MAX = 60;
    private static final int WARM_JOBS = 10;
    private static final int WARM_RATE = 50;
    private static final int WRITES_RATE = 50;
    private static final int WRITES_JOBS = 200;

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

    @Option(
            names = "--warm-up",
            defaultValue = "0",
            description =
                    "Jobs that run before the first measurement, so that a server that has been at work for a while is measured and not a young one (default: 0).")
    private int warmUp;

    @Option(names = "--nodes", defaultValue = "40", description = "Simulated nodes (default: 40).")
    private int nodes;

    @Option(
            names = "--connections",
            defaultValue = "16",
            description = "Connections that jobs are sent on, kept open (default: 16).")
    private int connections;

    @Option(
            names = "--waiting",
            defaultValue = "0",
            description =
                    "Jobs that wait for quota in another queue meanwhile; one job's times are measured before and with them (default: 0).")
    private int waiting;

    @Option(
            names = "--gated",
            description =
                    "Measures instead how long so many jobs, whose gates are removed at once by all connections, take to be queued: in a queue without quota, then in one with quota.")
    private int gated;

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
            warmUp(client, watch);
            if (gated > 0) {
                gates(process, client, out);
                return 0;
            }
            oneAtATime(client, watch, "single", single);
            report(out, "one job, idle", watch.stages("single"));
            for (int turn = 0; turn < rates.length; turn++) {
                Duration before = process.processorTime();
                Duration compiled = process.compilerTime();
                int rate = rates[turn];
                int jobs = Math.max(1, atRate(client, watch, "turn" + turn, rate, out));
                ApiBench.print(
                        out,
                        "jobs at " + rate + "/s: processor time of the server",
                        "%.1f ms per job, of which the JVM's compilers had %.1f",
                        process.processorTime().minus(before).toNanos() / 1e6 / jobs,
                        process.compilerTime().minus(compiled).toNanos() / 1e6 / jobs);
                ApiBench.print(
                        out,
                        "memory, after the load",
                        "%.0f MiB resident",
                        process.residentMebibytes());
            }
            if (waiting > 0) {
                besideWaiting(client, watch, out);
            }
            writes(client, watch, out);
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
        queue(client, QUEUE, "1000000");
        queue(client, QUEUE_WITHOUT_QUOTA, "0");
    }

    private static void queue(ApiClient client, String name, String cpu)
            throws IOException, InterruptedException {
        String group = "/apis/kueue.x-k8s.io/v1beta2";
        client.create(
                group + "/clusterqueues",
                object(
                        "ClusterQueue",
                        name,
                        """
                        {"namespaceSelector":{},"resourceGroups":[{"coveredResources":["cpu"],"flavors":[
                        {"name":"default","resources":[{"name":"cpu","nominalQuota":"%s"}]}]}]}"""
                                .formatted(cpu)));
        client.create(
                group + "/namespaces/" + NAMESPACE + "/localqueues",
                object("LocalQueue", name, "{\"clusterQueue\":\"" + name + "\"}"));
    }

    private static void oneAtATime(ApiClient client, JobWatch watch, String batch, int count)
            throws IOException, InterruptedException {
        for (int i = 0; i < count; i++) {
            submit(client, watch, QUEUE, batch + "-" + i, System.nanoTime());
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
        watch.awaitFinished(batch, count, SETTLE_SECONDS_MAX);
    }

    private void warmUp(ApiClient client, JobWatch watch) throws IOException, InterruptedException {
        oneAtATime(client, watch, "first", WARM_JOBS);
        if (warmUp > 0) {
            load(client, watch, QUEUE).offer("warm", WARM_RATE, warmUp);
            watch.awaitFinished("warm", warmUp, SETTLE_SECONDS_MAX);
        }
    }

    /// @param batch begins the names of the jobs; none may be used twice
    /// @return how many jobs were accepted
    private int atRate(ApiClient client, JobWatch watch, String batch, int rate, PrintWriter out)
            throws IOException, InterruptedException {
        long begin = System.nanoTime();
        JobLoad.Offered offered = load(client, watch, QUEUE).offer(batch, rate, rate * seconds);
        ApiBench.print(out, "jobs at " + rate + "/s", "%s", offered);
        boolean ran = watch.awaitRunning(batch, offered.accepted(), SETTLE_SECONDS_MAX);
        sustained(out, rate, "running", ran, watch.stages(batch).running(), begin);
        boolean finished = watch.awaitFinished(batch, offered.accepted(), SETTLE_SECONDS_MAX);
        sustained(out, rate, "finished", finished, watch.stages(batch).finished(), begin);
        report(out, "jobs at " + rate + "/s", watch.stages(batch));
        return offered.accepted();
    }

    private static void sustained(
            PrintWriter out, int rate, String stage, boolean all, Latencies reached, long begin) {
        double took = (System.nanoTime() - begin) / 1e9;
        ApiBench.print(
                out,
                "jobs at " + rate + "/s, to " + stage,
                "%.0f jobs/s: %d after %.1f s%s",
                reached.count() / took,
                reached.count(),
                took,
                all ? "" : ", the others never came");
    }

    private void besideWaiting(ApiClient client, JobWatch watch, PrintWriter out)
            throws IOException, InterruptedException {
        ApiBench.print(
                out,
                "jobs that wait in another queue",
                "%s",
                load(client, watch, QUEUE_WITHOUT_QUOTA).offer("waiting", waiting, waiting));
        oneAtATime(client, watch, "beside-warm", WARM_JOBS);
        WriteCount count = WriteCount.open(client, NAMESPACE);
        oneAtATime(client, watch, "beside", single);
        report(out, "one job, beside " + waiting + " that wait", watch.stages("beside"));
        reportWrites(out, "writes per job beside " + waiting + " that wait", count.per(single));
    }

    /// Jobs that can only wait first, so that nothing but the queueing is measured; then jobs that start at the same time.
    private void gates(ServerProcess process, ApiClient client, PrintWriter out)
            throws IOException, InterruptedException {
        for (String queue : List.of(QUEUE_WITHOUT_QUOTA, QUEUE)) {
            GatedJobs jobs = new GatedJobs(client, NAMESPACE, queue, connections);
            jobs.create("gated-" + queue, gated);
            Duration before = process.processorTime();
            ReleaseTimes times = jobs.release("gated-" + queue, gated);
            Duration spent = process.processorTime().minus(before);
            String what = gated + " gates removed at once, queue " + queue;
            ApiBench.print(
                    out,
                    what + ": the last is queued",
                    "%.0f ms after the first removal was sent",
                    times.untilLast() / 1e6);
            ApiBench.print(out, what + ": removal → Workload", "%s", times.perJob());
            ApiBench.print(
                    out,
                    what + ": processor time of the server",
                    "%.1f ms per job",
                    spent.toNanos() / 1e6 / gated);
        }
    }

    /// All of a job's life until it is gone, at a rate that the system keeps up with.
    private void writes(ApiClient client, JobWatch watch, PrintWriter out)
            throws IOException, InterruptedException {
        WriteCount count = WriteCount.open(client, NAMESPACE);
        load(client, watch, QUEUE).offer("counted", WRITES_RATE, WRITES_JOBS);
        watch.awaitFinished("counted", WRITES_JOBS, SETTLE_SECONDS_MAX);
        reportWrites(out, "writes per job until it has finished", count.per(WRITES_JOBS));
    }

    private static void reportWrites(PrintWriter out, String what, Map<String, Double> perJob) {
        StringBuilder text = new StringBuilder();
        perJob.forEach(
                (write, count) ->
                        text.append(String.format(Locale.ROOT, "%s %.2f, ", write, count)));
        ApiBench.print(out, what, "%s", text);
    }

    private JobLoad load(ApiClient client, JobWatch watch, String queue) {
        return new JobLoad(connections, (job, due) -> submit(client, watch, queue, job, due));
    }

    private static void submit(
            ApiClient client, JobWatch watch, String queue, String name, long due)
            throws IOException, InterruptedException {
        watch.sent(name, due);
        client.create(
                "/apis/batch/v1/namespaces/" + NAMESPACE + "/jobs",
                """
                {"apiVersion":"batch/v1","kind":"Job","metadata":{"name":"%s","labels":{"kueue.x-k8s.io/queue-name":"%s"}},
                "spec":{"ttlSecondsAfterFinished":5,"template":{"metadata":{"annotations":{"sim.sluice.dev/run-seconds":"0.3"}},
                "spec":{"restartPolicy":"Never","containers":[{"name":"c","image":"example.com/sleep",
                "resources":{"requests":{"cpu":"10m"}}}]}}}}"""
                        .formatted(name, queue));
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
