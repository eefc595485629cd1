package dev.sluice.bench.scheduler;

import dev.sluice.podscheduler.Decision;
import dev.sluice.podscheduler.PodScheduler;
import dev.sluice.podscheduler.cluster.Pod;
import dev.sluice.podscheduler.framework.PostFilterPlugin.Rescue;
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

/// How long it takes to make room for a thousand pods in a full cluster, and to place them there.
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 3)
@Measurement(iterations = 5)
@Fork(1)
public class PreemptionBenchmark {
    private static final int PODS_PER_NODE = 10;

    /// Nodes of a core, each full of pods of priority 0, and preemptors.
    @State(Scope.Thread)
    public static class World {
        @Param({"5000"})
        int nodes = 5_000;

        @Param({"1000"})
        int preemptors = 1_000;

        SchedulerWorld world = new SchedulerWorld(1, 0);

        @Setup(Level.Invocation)
        public void fill() {
            world = new SchedulerWorld(0, 0);
            PodScheduler scheduler = world.scheduler;
            for (int i = 0; i < nodes; i++) {
                scheduler.nodeSeen(SchedulerWorld.node(i, 100 * PODS_PER_NODE), SchedulerWorld.NOW);
                for (int k = 0; k < PODS_PER_NODE; k++) {
                    Pod pod = PodKind.PLAIN.pod(world.number(), SchedulerWorld.name(i));
                    scheduler.podSeen(null, pod, SchedulerWorld.NOW);
                }
            }
            for (int i = 0; i < preemptors; i++) {
                Pod pod = PodKind.PLAIN.pod(world.number(), 100, List.of(), null);
                scheduler.podSeen(null, pod, SchedulerWorld.NOW);
            }
        }
    }

    /// Until every preemptor has its node.
    @Benchmark
    public int preempt(World state) {
        PodScheduler scheduler = state.world.scheduler;
        int bound = 0;
        Decision decision;
        while ((decision = scheduler.next(SchedulerWorld.NOW)) != null) {
            switch (decision) {
                case Decision.Bind(var pod, var binding, _) -> {
                    scheduler.podSeen(pod, pod.on(binding.node()), SchedulerWorld.NOW);
                    bound++;
                }
                case Decision.Refuse refuse -> {
                    Rescue rescue = refuse.placement().rescue();
                    if (rescue == null || rescue.victims().isEmpty()) {
                        throw new IllegalStateException(refuse.placement().message());
                    }
                    for (Pod victim : rescue.victims()) {
                        scheduler.podGone(victim, SchedulerWorld.NOW);
                    }
                    scheduler.preempted(refuse.pod().uid(), true, SchedulerWorld.NOW);
                }
                case Decision.Hold _,
                        Decision.Fail _,
                        Decision.SkipDeleting _,
                        Decision.Together _ ->
                        throw new IllegalStateException(decision.toString());
            }
        }
        if (bound != state.preemptors) {
            throw new IllegalStateException(bound + " bound, expected " + state.preemptors);
        }
        return bound;
    }
}
