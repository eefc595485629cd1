package dev.sluice.bench.scheduler;

import com.sun.management.ThreadMXBean;
import dev.sluice.podscheduler.Decision;
import dev.sluice.podscheduler.cluster.Pod;
import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.lang.ref.Reference;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// The pod scheduler's figures in a minute or two, in the time of the thread that runs it, so that a busy machine tells the
/// truth, too: the best of some rounds. The benchmarks of this package measure the same cases by the clock.
public final class Figures {
    private static final int ROUNDS = 8;
    private static final long ROUND_NANOS = 250_000_000L;
    private static final List<String> GATE = List.of("example.com/held");

    private final PrintWriter out;
    private final Pattern only;
    private final ThreadMXBean threads;

    /// @param only which cases are measured: those in whose name this is found
    public Figures(PrintWriter out, Pattern only) {
        this.out = out;
        this.only = only;
        this.threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    }

    /// Measures the cases and prints a line for each.
    public void print() {
        measure("memory", () -> memory(100_000));
        for (int nodes : new int[] {100, 1_000, 5_000}) {
            measure("plain " + nodes, () -> decision(PodKind.PLAIN, nodes, 0));
        }
        for (int nodes : new int[] {1_000, 5_000}) {
            measure("all " + nodes, () -> decision(PodKind.PLAIN, nodes, 100));
        }
        for (PodKind kind : PodKind.values()) {
            if (kind != PodKind.PLAIN) {
                measure(kind.text(), () -> decision(kind, 5_000, 0));
            }
        }
        for (int gated : new int[] {0, 10_000, 100_000}) {
            measure("gated " + gated, () -> events(gated));
        }
        measure("release", () -> release(10_000));
        measure("preemption", this::preemption);
    }

    private void measure(String name, Runnable measurement) {
        if (only.matcher(name).find()) {
            measurement.run();
        }
    }

    /// Decisions alone, and with the news before and after them.
    private void decision(PodKind kind, int nodes, int percentage) {
        SchedulerWorld world = SchedulerWorld.busy(nodes, percentage);
        double best = Double.MAX_VALUE;
        double bestWhole = Double.MAX_VALUE;
        for (int i = 0; i < ROUNDS; i++) {
            long start = time();
            long deciding = 0;
            int decisions = 0;
            while (time() < start + ROUND_NANOS) {
                world.arrive(kind);
                long before = time();
                Decision decision = world.decide();
                deciding += time() - before;
                world.settle(decision);
                decisions++;
            }
            best = Math.min(best, deciding / 1e3 / decisions);
            bestWhole = Math.min(bestWhole, (time() - start) / 1e3 / decisions);
        }
        line(
                "%s, %,d nodes, %s: %.1f us a decision, %.1f us with its news"
                        .formatted(
                                kind.text(),
                                nodes,
                                percentage == 0 ? "default percentage" : percentage + " % scored",
                                best,
                                bestWhole));
    }

    private void events(int gated) {
        GatedBenchmark.World world = new GatedBenchmark.World();
        world.gated = gated;
        world.fill();
        GatedBenchmark benchmark = new GatedBenchmark();
        double pod = best(10_000, () -> benchmark.podComesAndGoes(world)) / 2;
        double node = best(10_000, () -> benchmark.nodeChanges(world));
        line(
                "%,d gated pods: %.2f us an event of an assigned pod, %.2f us one of a node"
                        .formatted(gated, pod, node));
    }

    /// All gates go at once; every pod is placed, in the order of priority.
    private void release(int count) {
        double best = Double.MAX_VALUE;
        for (int i = 0; i < ROUNDS; i++) {
            SchedulerWorld world = SchedulerWorld.busy(5_000, 0);
            List<Pod> gated = world.gate(count);
            long start = time();
            for (Pod pod : gated) {
                world.scheduler.podSeen(pod, PodKind.ungated(pod), SchedulerWorld.NOW);
            }
            int lowest = Integer.MAX_VALUE;
            for (int k = 0; k < count; k++) {
                Decision decision = world.decide();
                if (decision.pod().priority() > lowest) {
                    throw new IllegalStateException("out of order: " + decision.pod().key());
                }
                lowest = decision.pod().priority();
                world.settle(decision);
            }
            best = Math.min(best, (time() - start) / 1e9);
        }
        line(
                "gates of %,d pods removed at once, 5,000 nodes: %.2f s, %,.0f placed/s"
                        .formatted(count, best, count / best));
    }

    private void memory(int count) {
        SchedulerWorld world = SchedulerWorld.busy(100, 0);
        List<Pod> pods = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            pods.add(PodKind.PLAIN.pod(world.number(), 0, GATE, null));
        }
        long described = used();
        pods.forEach(pod -> world.scheduler.podSeen(null, pod, SchedulerWorld.NOW));
        long queued = used();
        Reference.reachabilityFence(world);
        Reference.reachabilityFence(pods);
        line(
                "a gated pod: %d bytes in the scheduler beside its description"
                        .formatted((queued - described) / count));
    }

    private void preemption() {
        PreemptionBenchmark.World world = new PreemptionBenchmark.World();
        PreemptionBenchmark benchmark = new PreemptionBenchmark();
        double best = Double.MAX_VALUE;
        for (int i = 0; i < ROUNDS; i++) {
            world.fill();
            long start = time();
            benchmark.preempt(world);
            best = Math.min(best, (time() - start) / 1e9);
        }
        line(
                "%,d preemptors, %,d full nodes: %,.0f preemptions/s"
                        .formatted(world.preemptors, world.nodes, world.preemptors / best));
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
