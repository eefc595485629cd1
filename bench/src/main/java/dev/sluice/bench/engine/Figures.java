package dev.sluice.bench.engine;

import com.sun.management.ThreadMXBean;
import dev.sluice.engine.spec.EngineSettings;
import dev.sluice.engine.spec.Preemption;
import dev.sluice.engine.spec.WorkloadSpec;
import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.lang.ref.Reference;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// The engine's figures in a minute or two, in the time of the thread that runs it, so that a busy machine tells the truth,
/// too: the best of some rounds. The benchmarks of this package measure the same cases by the clock.
public final class Figures {

    private static final int ROUNDS = 6;
    private static final long ROUND_NANOS = 500_000_000L;

    private final PrintWriter out;
    private final ThreadMXBean threads;

    public Figures(PrintWriter out) {
        this.out = out;
        this.threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    }

    /// Measures all cases and prints a line for each.
    public void print() {
        admissions("B4", 1_000, 1_000, 0);
        admissions("B4", 10_000, 10_000, 0);
        admissions("B5", 1, 1_000, 0);
        admissions("B5", 1, 100_000, 100_000);
        arrivals();
        for (int candidates : new int[] {1_000, 10_000, 100_000}) {
            preemption(candidates, 10);
        }
        preemption(10_000, 700);
        preemption(100_000, 700);
        sharing();
        flavors();
        memory(200_000);
    }

    private void admissions(String name, int queues, int pending, int admitted) {
        AdmissionsBenchmark.World world = new AdmissionsBenchmark.World();
        world.queues = queues;
        world.pending = pending;
        world.admitted = admitted;
        world.fill();
        AdmissionsBenchmark benchmark = new AdmissionsBenchmark();
        AdmissionsBenchmark.Count count = new AdmissionsBenchmark.Count();
        double best = 0;
        for (int i = 0; i < 2 * ROUNDS; i++) {
            long before = count.admissions;
            long start = time();
            while (time() < start + ROUND_NANOS) {
                benchmark.cycle(world, count);
            }
            best = Math.max(best, (count.admissions - before) * 1e9 / (time() - start));
        }
        line(
                "%s %,d queues, %,d pending, %,d admitted: %,.0f admissions/s"
                        .formatted(name, queues, pending, admitted, best));
    }

    private void arrivals() {
        ArrivalBenchmark.World world = new ArrivalBenchmark.World();
        world.queues = 10_000;
        world.admitted = 100_000;
        world.fill();
        ArrivalBenchmark benchmark = new ArrivalBenchmark();
        long[] nanos = new long[200_000];
        for (int round = 0; round < 2; round++) {
            for (int i = 0; i < nanos.length; i++) {
                long start = time();
                benchmark.arrival(world);
                nanos[i] = time() - start;
            }
        }
        Arrays.sort(nanos);
        line(
                "B6 one arrival, 10,000 queues, 100,000 admitted: p50 %.1f us, p99 %.1f us"
                        .formatted(
                                nanos[nanos.length / 2] / 1e3,
                                nanos[(int) (nanos.length * 0.99)] / 1e3));
        double idle = best(1_000_000, () -> benchmark.idle(world));
        long allocated = threads.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < 1_000_000; i++) {
            benchmark.idle(world);
        }
        allocated = threads.getCurrentThreadAllocatedBytes() - allocated;
        line("   idle cycle: %.0f ns, %.2f bytes allocated".formatted(idle * 1e3, allocated / 1e6));
    }

    private void preemption(int candidates, int victims) {
        PreemptionBenchmark.World world = new PreemptionBenchmark.World();
        world.candidates = candidates;
        world.victims = victims;
        world.fill();
        PreemptionBenchmark benchmark = new PreemptionBenchmark();
        double micros = best(10_000 / victims, () -> benchmark.preempt(world));
        line("B7 %,d candidates, %d victims: %.3f ms".formatted(candidates, victims, micros / 1e3));
    }

    private void sharing() {
        SharingBenchmark.World world = new SharingBenchmark.World();
        world.heads = 1_000;
        world.flavors = 10;
        world.fill();
        SharingBenchmark benchmark = new SharingBenchmark();
        double best = Double.MAX_VALUE;
        for (int i = 0; i < 300; i++) {
            world.takeBack();
            long start = time();
            benchmark.pass(world);
            best = Math.min(best, time() - start);
        }
        line("B8 1,000 heads, 10 flavors, depth 4, fair sharing: %.1f ms".formatted(best / 1e6));
    }

    private void flavors() {
        FlavorsBenchmark.World world = new FlavorsBenchmark.World();
        world.fill();
        FlavorsBenchmark benchmark = new FlavorsBenchmark();
        line(
                "B12 16 flavors, 4 resources, partial admission: %.0f us"
                        .formatted(best(1_000, () -> benchmark.partial(world))));
    }

    private void memory(int pending) {
        Cluster cluster =
                new Cluster(EngineSettings.defaults(), List.of("default"), List.of("cpu"));
        for (int i = 0; i < 1_000; i++) {
            cluster.queue("q" + i, "co" + i / 10, 0, Preemption.NEVER);
        }
        List<WorkloadSpec> specs = new ArrayList<>(pending);
        for (int i = 0; i < pending; i++) {
            specs.add(cluster.workload("q" + i % 1_000, 0, 1, null, 1));
        }
        long described = used();
        specs.forEach(cluster::arrive);
        long queued = used();
        Reference.reachabilityFence(cluster);
        Reference.reachabilityFence(specs);
        line(
                "B14 a pending workload: %d bytes in the engine beside its description"
                        .formatted((queued - described) / specs.size()));
    }

    /// Microseconds of one call in the best of many rounds.
    private double best(int calls, Runnable call) {
        double best = Double.MAX_VALUE;
        for (int i = 0; i < 2 * ROUNDS; i++) {
            long start = time();
            for (int k = 0; k < calls; k++) {
                call.run();
            }
            best = Math.min(best, (time() - start) / 1e3 / calls);
        }
        return best;
    }

    private long time() {
        return threads.getCurrentThreadCpuTime();
    }

    private static long used() {
        for (int i = 0; i < 3; i++) {
            System.gc();
        }
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }

    private void line(String line) {
        out.println(line);
        out.flush();
    }
}
