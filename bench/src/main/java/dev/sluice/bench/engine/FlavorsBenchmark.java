package dev.sluice.bench.engine;

import dev.sluice.engine.Decision;
import dev.sluice.engine.spec.EngineSettings;
import dev.sluice.engine.spec.Preemption;
import dev.sluice.engine.spec.WorkloadSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/// Case B12: a decision over 16 flavors and 4 resources with partial admission. All flavors but for some room in the last
/// one are taken, and 1,000 pods are asked for, so that every step of the search looks at all of them.
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 3, time = 2)
@Fork(1)
public class FlavorsBenchmark {

    /// One queue.
    @State(Scope.Thread)
    public static class World {
        private Cluster cluster =
                new Cluster(EngineSettings.defaults(), List.of("f0"), List.of("cpu"));

        @Setup(Level.Trial)
        public void fill() {
            List<String> flavors = new ArrayList<>();
            for (int i = 0; i < 16; i++) {
                flavors.add("f" + i);
            }
            cluster =
                    new Cluster(
                            EngineSettings.defaults(),
                            flavors,
                            List.of("cpu", "memory", "nvidia.com/gpu", "example.com/nic"));
            cluster.queue("q", "co", 1_000, Preemption.NEVER);
            for (int i = 0; i < 16; i++) {
                int taken = i == 15 ? 500 : 950;
                cluster.run(cluster.workload("q", 0, 1, null, taken), "f" + i);
            }
        }
    }

    /// One decision.
    @Benchmark
    public List<Decision> partial(World world) {
        WorkloadSpec spec = world.cluster.workload("q", 0, 1_000, 1, 1);
        world.cluster.arrive(spec);
        List<Decision> decisions = world.cluster.engine.cycle(Cluster.NOW);
        world.cluster.end(spec);
        return decisions;
    }
}
