package dev.sluice.bench.scheduler;

import dev.sluice.podscheduler.Decision;
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

/// How long one decision takes, with the arrival of the pod before it and the news of its binding and of the end of another
/// pod after it.
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 3, time = 3)
@Fork(1)
public class DecisionBenchmark {

    /// Nodes with some pods.
    @State(Scope.Thread)
    public static class World {
        @Param({"100", "1000", "5000"})
        int nodes = 100;

        @Param({"0", "100"})
        int percentage;

        @Param PodKind kind = PodKind.PLAIN;

        SchedulerWorld world = new SchedulerWorld(1, 0);

        @Setup(Level.Trial)
        public void fill() {
            world = SchedulerWorld.busy(nodes, percentage);
        }
    }

    /// Arrival, decision, confirmation.
    @Benchmark
    public Decision decide(World state) {
        SchedulerWorld world = state.world;
        world.arrive(state.kind);
        Decision decision = world.decide();
        world.settle(decision);
        return decision;
    }
}
