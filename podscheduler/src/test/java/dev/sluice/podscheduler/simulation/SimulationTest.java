package dev.sluice.podscheduler.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.podscheduler.cluster.Pod;
import dev.sluice.podscheduler.config.ConfigurationFault;
import dev.sluice.podscheduler.cycle.Placement;
import dev.sluice.podscheduler.cycle.SchedulingCycle;
import dev.sluice.podscheduler.plugins.DefaultPlugins;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The rules of the framework in a cluster in which everything happens at random. The seed is the test's parameter;
/// `-Dscheduler.worlds` says how many worlds there are. About 10 ms each.
class SimulationTest {
    private static final int STEPS = 250;

    /// After so many times eleven seconds without news, whoever fits somewhere is there: five and a half minutes, since a pod that
    /// was not given leave waits for news or for the flush (S2.75).
    private static final int ROUNDS_MAX = 33;

    private static final List<Invariant> INVARIANTS =
            List.of(
                    new NoPodIsLost(),
                    new NoNodeIsAboveItsCapacity(),
                    new GatedPodsAreNeverTried(),
                    new BooksAreRight());

    static LongStream worlds() {
        return LongStream.range(0, Integer.getInteger("scheduler.worlds", 40));
    }

    @ParameterizedTest
    @MethodSource("worlds")
    void theInvariantsHoldAfterEachEvent(long seed) throws ConfigurationFault {
        SimulatedCluster cluster = new SimulatedCluster(seed);
        for (int step = 0; step < STEPS; step++) {
            check(cluster, "seed " + seed + ", step " + step + ": " + cluster.step());
        }
        cluster.rest(ROUNDS_MAX);
        check(cluster, "seed " + seed + ", at rest");
        assertThat(cluster.assumed()).as("seed %d: assumed pods are resolved", seed).isZero();
        SchedulingCycle twin = new SchedulingCycle(DefaultPlugins.profile());
        for (Pod pod : cluster.pods()) {
            if (pod.nodeName() == null && pod.schedulingGates().isEmpty()) {
                assertThat(twin.place(pod, cluster.scheduler().cluster()))
                        .as("seed %d: %s fits somewhere", seed, pod.name())
                        .isNotInstanceOf(Placement.Placed.class);
            }
        }
    }

    private static void check(SimulatedCluster cluster, String place) {
        for (Invariant invariant : INVARIANTS) {
            assertThat(invariant.fault(cluster))
                    .as("%s: %s", place, invariant.getClass().getSimpleName())
                    .isEmpty();
        }
    }
}
