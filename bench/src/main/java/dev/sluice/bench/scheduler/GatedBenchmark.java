package dev.sluice.bench.scheduler;

import dev.sluice.podscheduler.cluster.Pod;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/// What an event costs while pods with gates wait.
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 3, time = 3)
@Fork(1)
public class GatedBenchmark {

    /// A hundred nodes with some pods, and gated pods.
    @State(Scope.Thread)
    public static class World {
        @Param({"0", "10000", "100000"})
        int gated;

        SchedulerWorld world = new SchedulerWorld(1, 0);
        private int turn;

        @Setup(Level.Trial)
        public void fill() {
            world = SchedulerWorld.busy(100, 0);
            world.gate(gated);
        }

        String node() {
            return SchedulerWorld.name(turn++ % 100);
        }
    }

    /// A pod of someone else comes to a node and goes: two events.
    @Benchmark
    public void podComesAndGoes(World state) {
        Pod pod = PodKind.PLAIN.pod(state.world.number(), state.node());
        state.world.scheduler.podSeen(null, pod, SchedulerWorld.NOW);
        state.world.scheduler.podGone(pod, SchedulerWorld.NOW);
    }

    /// A node's capacity changes.
    @Benchmark
    public void nodeChanges(World state) {
        int turn = state.turn++;
        state.world.scheduler.nodeSeen(
                SchedulerWorld.node(turn % 100, 32_000 + turn / 100 % 2), SchedulerWorld.NOW);
    }
}
