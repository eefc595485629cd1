package dev.sluice.bench.engine;

import dev.sluice.engine.Decision;
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

/// Case B7: what a preemption costs. Ten queues of a cohort are full; a workload arrives in an empty queue that reclaims
/// its own from them. One call is the arrival, the decision with its victims, the news that the evictions failed, and the
/// workload's deletion.
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 3, time = 2)
@Fork(1)
public class PreemptionBenchmark {

    private static final int QUEUES = 10;

    /// A full cohort.
    @State(Scope.Thread)
    public static class World {
        @Param({"1000", "10000", "100000"})
        int candidates;

        @Param({"10", "700"})
        int victims;

        private Cluster cluster =
                new Cluster(EngineSettings.defaults(), List.of("default"), List.of("cpu"));

        @Setup(Level.Trial)
        public void fill() {
            cluster = new Cluster(EngineSettings.defaults(), List.of("default"), List.of("cpu"));
            for (int i = 0; i < QUEUES; i++) {
                cluster.queue("q" + i, "co", 0, Preemption.NEVER);
            }
            cluster.queue(
                    "owner",
                    "co",
                    candidates,
                    new Preemption(
                            Preemption.Policy.LOWER_PRIORITY,
                            Preemption.Policy.ANY,
                            Preemption.BorrowWithinCohort.NEVER));
            for (int i = 0; i < candidates; i++) {
                cluster.run(cluster.workload("q" + i % QUEUES, i % 3, 1, null, 1), "default");
            }
        }
    }

    /// One preemption.
    @Benchmark
    public int preempt(World world) {
        WorkloadSpec spec = world.cluster.workload("owner", 5, world.victims, null, 1);
        world.cluster.arrive(spec);
        int victims = 0;
        for (Decision decision : world.cluster.rehearse()) {
            if (decision instanceof Decision.Preempt preempt) {
                victims += preempt.victims().size();
            }
        }
        if (victims != world.victims) {
            throw new IllegalStateException(
                    "expected " + world.victims + " victims, not " + victims);
        }
        world.cluster.end(spec);
        return victims;
    }
}
