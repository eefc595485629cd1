package dev.sluice.bench.engine;

import dev.sluice.engine.Decision;
import dev.sluice.engine.Event;
import dev.sluice.engine.spec.CohortSpec;
import dev.sluice.engine.spec.EngineSettings;
import dev.sluice.engine.spec.EngineSettings.Strategy;
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
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/// Case B8: a whole pass of fair sharing. One tree of depth 4 (root, 10 cohorts, 10 in each, 10 queues in each), ten
/// flavors, a head in every queue that needs to borrow. One call is one cycle that decides all of them.
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 3, time = 3)
@Measurement(iterations = 3, time = 3)
@Fork(1)
public class SharingBenchmark {

    /// A tree with a head in every queue.
    @State(Scope.Thread)
    public static class World {
        @Param({"1000"})
        int heads;

        @Param({"10"})
        int flavors;

        private Cluster cluster =
                new Cluster(EngineSettings.defaults(), List.of("f0"), List.of("cpu"));

        private List<Decision> decided = List.of();

        /// Nobody was admitted after all.
        @Setup(Level.Invocation)
        public void takeBack() {
            cluster.refuse(decided);
        }

        @Setup(Level.Trial)
        public void fill() {
            EngineSettings defaults = EngineSettings.defaults();
            EngineSettings settings =
                    new EngineSettings(
                            defaults.features(),
                            new EngineSettings.FairSharing(List.of(Strategy.values())),
                            null,
                            false,
                            false,
                            false);
            List<String> names = new ArrayList<>();
            for (int i = 0; i < flavors; i++) {
                names.add("f" + i);
            }
            cluster = new Cluster(settings, names, List.of("cpu"));
            for (int i = 0; i < heads / 10; i++) {
                String upper = "upper" + i / 10;
                cluster.engine.apply(
                        new Event.CohortChanged(new CohortSpec(upper, "root", List.of(), 1)));
                cluster.engine.apply(
                        new Event.CohortChanged(new CohortSpec("lower" + i, upper, List.of(), 1)));
            }
            for (int i = 0; i < heads; i++) {
                cluster.queue("q" + i, "lower" + i / 10, 1_000, Preemption.NEVER);
                cluster.run(cluster.workload("q" + i, 0, 1, null, 1 + i % 700), "f0");
            }
            for (int i = 0; i < heads; i++) {
                WorkloadSpec head = cluster.workload("q" + i, i % 3, 1, null, 1_200);
                cluster.arrive(head);
            }
        }
    }

    /// One pass over all heads.
    @Benchmark
    public List<Decision> pass(World world) {
        world.decided = world.cluster.engine.cycle(Cluster.NOW);
        return world.decided;
    }
}
