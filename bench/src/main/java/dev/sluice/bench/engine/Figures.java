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
import java.util.function.Predicate;

/// The engine's figures in a minute or two: the best of some rounds, in the time of the thread that runs it, so that a busy
/// machine tells the truth, too; and in brackets by the clock. The benchmarks of this package measure the same cases.
public final class Figures {

    private static final int ROUNDS = 6;
    private static final long ROUND_NANOS = 500_000_000L;

    private final PrintWriter out;
    private final Predicate<String> chosen;
    private final ThreadMXBean threads;

    /// How long something took, in nanoseconds: of the thread's time and by the clock.
    private record Span(double thread, double clock) {
        static final Span LONGEST = new Span(Double.MAX_VALUE, Double.MAX_VALUE);

        Span min(Span other) {
            return new Span(Math.min(thread, other.thread), Math.min(clock, other.clock));
        }

        Span per(double times) {
            return new Span(thread / times, clock / times);
        }

        /// As "3.0 ms (3.2 ms)".
        String in(String format, double nanosPerUnit) {
            return (format + " (" + format + ")")
                    .formatted(thread / nanosPerUnit, clock / nanosPerUnit);
        }
    }

    /// @param chosen which cases are wanted, by their names: `B4`, `B5`, …
    public Figures(PrintWriter out, Predicate<String> chosen) {
        this.out = out;
        this.chosen = chosen;
        this.threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    }

    /// Measures all cases and prints a line for each.
    public void print() {
        if (chosen.test("B4")) {
            admissions("B4", 1_000, 1_000, 0);
            admissions("B4", 10_000, 10_000, 0);
        }
        if (chosen.test("B5")) {
            admissions("B5", 1, 1_000, 0);
            admissions("B5", 1, 100_000, 100_000);
        }
        if (chosen.test("B6")) {
            arrivals();
        }
        if (chosen.test("B7")) {
            for (int candidates : new int[] {1_000, 10_000, 100_000}) {
                preemption(candidates, 10);
            }
            preemption(10_000, 700);
            preemption(100_000, 700);
        }
        if (chosen.test("B8")) {
            sharing();
        }
        if (chosen.test("B12")) {
            flavors();
        }
        if (chosen.test("B14")) {
            memory(200_000);
            memory(1_000_000);
        }
    }

    private void admissions(String name, int queues, int pending, int admitted) {
        AdmissionsBenchmark.World world = new AdmissionsBenchmark.World();
        world.queues = queues;
        world.pending = pending;
        world.admitted = admitted;
        world.fill();
        AdmissionsBenchmark benchmark = new AdmissionsBenchmark();
        AdmissionsBenchmark.Count count = new AdmissionsBenchmark.Count();
        Span best = Span.LONGEST;
        for (int i = 0; i < 2 * ROUNDS; i++) {
            long before = count.admissions;
            long start = time();
            long clock = System.nanoTime();
            while (time() < start + ROUND_NANOS) {
                benchmark.cycle(world, count);
            }
            Span round = new Span(time() - start, System.nanoTime() - clock);
            best = best.min(round.per(count.admissions - before));
        }
        line(
                "%s %,d queues, %,d pending, %,d admitted: %,.0f (%,.0f) admissions/s"
                        .formatted(
                                name,
                                queues,
                                pending,
                                admitted,
                                1e9 / best.thread,
                                1e9 / best.clock));
    }

    private void arrivals() {
        ArrivalBenchmark.World world = new ArrivalBenchmark.World();
        world.queues = 10_000;
        world.admitted = 100_000;
        world.fill();
        ArrivalBenchmark benchmark = new ArrivalBenchmark();
        long[] nanos = new long[200_000];
        long[] clock = new long[nanos.length];
        for (int round = 0; round < 2; round++) {
            for (int i = 0; i < nanos.length; i++) {
                long start = time();
                benchmark.arrival(world);
                nanos[i] = time() - start;
            }
        }
        for (int i = 0; i < clock.length; i++) {
            long start = System.nanoTime();
            benchmark.arrival(world);
            clock[i] = System.nanoTime() - start;
        }
        line(
                "B6 one arrival, 10,000 queues, 100,000 admitted: p50 %s us, p99 %s us"
                        .formatted(
                                at(0.5, nanos, clock).in("%.1f", 1e3),
                                at(0.99, nanos, clock).in("%.1f", 1e3)));
        Span idle = best(1_000_000, () -> benchmark.idle(world));
        long allocated = threads.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < 1_000_000; i++) {
            benchmark.idle(world);
        }
        allocated = threads.getCurrentThreadAllocatedBytes() - allocated;
        line(
                "   idle cycle: %s ns, %.2f bytes allocated"
                        .formatted(idle.in("%.0f", 1), allocated / 1e6));
    }

    private static Span at(double part, long[] nanos, long[] clock) {
        Arrays.sort(nanos);
        Arrays.sort(clock);
        int index = (int) (nanos.length * part);
        return new Span(nanos[index], clock[index]);
    }

    private void preemption(int candidates, int victims) {
        PreemptionBenchmark.World world = new PreemptionBenchmark.World();
        world.candidates = candidates;
        world.victims = victims;
        world.fill();
        PreemptionBenchmark benchmark = new PreemptionBenchmark();
        Span best = best(10_000 / victims, () -> benchmark.preempt(world));
        line(
                "B7 %,d candidates, %d victims: %s ms"
                        .formatted(candidates, victims, best.in("%.3f", 1e6)));
    }

    private void sharing() {
        SharingBenchmark.World world = new SharingBenchmark.World();
        world.heads = 1_000;
        world.flavors = 10;
        world.fill();
        SharingBenchmark benchmark = new SharingBenchmark();
        Span best = Span.LONGEST;
        for (int i = 0; i < 300; i++) {
            world.takeBack();
            long start = time();
            long clock = System.nanoTime();
            benchmark.pass(world);
            best = best.min(new Span(time() - start, System.nanoTime() - clock));
        }
        line(
                "B8 1,000 heads, 10 flavors, depth 4, fair sharing: %s ms"
                        .formatted(best.in("%.1f", 1e6)));
    }

    private void flavors() {
        FlavorsBenchmark.World world = new FlavorsBenchmark.World();
        world.fill();
        FlavorsBenchmark benchmark = new FlavorsBenchmark();
        line(
                "B12 16 flavors, 4 resources, partial admission: %s us"
                        .formatted(best(1_000, () -> benchmark.partial(world)).in("%.0f", 1e3)));
    }

    private void memory(int pending) {
        Cluster cluster =
                new Cluster(EngineSettings.defaults(), List.of("default"), List.of("cpu"));
        for (int i = 0; i < 1_000; i++) {
            cluster.queue("q" + i, "co" + i / 10, 0, Preemption.NEVER);
        }
        long before = used();
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
                "B14 %,d pending: %d bytes each in the engine, %d with its description; %,d MiB heap in all"
                        .formatted(
                                pending,
                                (queued - described) / pending,
                                (queued - before) / pending,
                                queued >> 20));
    }

    /// What one call takes in the best of many rounds.
    private Span best(int calls, Runnable call) {
        Span best = Span.LONGEST;
        for (int i = 0; i < 2 * ROUNDS; i++) {
            long start = time();
            long clock = System.nanoTime();
            for (int k = 0; k < calls; k++) {
                call.run();
            }
            best = best.min(new Span(time() - start, System.nanoTime() - clock).per(calls));
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
