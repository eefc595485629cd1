package dev.sluice.bench.engine;

import dev.sluice.engine.Decision;
import dev.sluice.engine.Engine;
import dev.sluice.engine.spec.EngineSettings;
import dev.sluice.engine.spec.Preemption;
import dev.sluice.engine.spec.WorkloadSpec;
import java.util.List;
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

/// Case B6: how long one arrival waits for its decision in a large cluster, and what a cycle costs that has nothing to
/// decide.
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 3, time = 3)
@Fork(1)
public class ArrivalBenchmark {

    private static final int QUEUES_PER_COHORT = 10;

    /// A cluster with room, and nobody waiting.
    @State(Scope.Thread)
    public static class World {
        @Param({"30", "1000", "10000"})
        int queues;

        @Param({"100000"})
        int admitted;

        private Cluster cluster =
                new Cluster(EngineSettings.defaults(), List.of("default"), List.of("cpu"));
        private int turn;

        @Setup(Level.Trial)
        public void fill() {
            cluster = new Cluster(EngineSettings.defaults(), List.of("default"), List.of("cpu"));
            for (int i = 0; i < queues; i++) {
                cluster.queue("q" + i, "co" + i / QUEUES_PER_COHORT, 1_000_000, Preemption.NEVER);
            }
            for (int i = 0; i < admitted; i++) {
                cluster.run(cluster.workload("q" + i % queues, 0, 1, null, 1), "default");
            }
            cluster.engine.cycle(Cluster.NOW);
        }

        Engine engine() {
            return cluster.engine;
        }
    }

    /// Arrival, decision and deletion.
    @Benchmark
    public List<Decision> arrival(World world) {
        String queue = "q" + world.turn++ % world.queues;
        WorkloadSpec spec = world.cluster.workload(queue, 0, 1, null, 1);
        world.cluster.arrive(spec);
        List<Decision> decisions = world.engine().cycle(Cluster.NOW);
        world.cluster.end(spec);
        return decisions;
    }

    /// A cycle with nothing to decide.
    @Benchmark
    @BenchmarkMode(Mode.AverageTime)
    public List<Decision> idle(World world) {
        return world.engine().cycle(Cluster.NOW);
    }
}
