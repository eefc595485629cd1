package dev.sluice.podscheduler.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.podscheduler.config.ConfigurationFault;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The rules of the framework in a cluster in which everything happens at random. The seed is the test's parameter;
/// `-Dscheduler.worlds` says how many worlds there are.
class SimulationTest {
    private static final int STEPS = 250;

    /// After so many steps the cluster comes to rest once.
    private static final int STEPS_UNTIL_REST = 125;

    /// After so many times eleven seconds without news, whoever fits somewhere is there: five and a half minutes, since a pod that
    /// was not given leave waits for news or for the flush (S2.75).
    private static final int ROUNDS_MAX = 33;

    private static final List<Invariant> ALWAYS =
            List.of(
                    new NoPodIsLost(),
                    new NoNodeIsAboveItsCapacity(),
                    new GatedPodsAreNeverTried(),
                    new AssumedPodsAreOnTheirWay(),
                    new GaugesAreARecount(),
                    new BooksAreRight());

    private static final List<Invariant> AT_REST =
            List.of(new AssumedPodsAreResolved(), new WhoFitsIsBound());

    /// Long enough for each pause, too short for the flush: what is missed by then was not woken.
    private static final int ROUNDS_WITHOUT_FLUSH = 4;

    private static final List<Invariant> WITH_GANGS =
            List.of(
                    new NoPodIsLost(),
                    new NoNodeIsAboveItsCapacity(),
                    new AssumedPodsAreOnTheirWay(),
                    new BooksAreRight(),
                    new GangsStartWhole());

    private static final List<Invariant> WITH_GANGS_AT_REST =
            List.of(new AssumedPodsAreResolved(), new WhoFitsIsBound(), new GangsThatFitAreBound());

    static LongStream worlds() {
        return LongStream.range(0, Integer.getInteger("scheduler.worlds", 40));
    }

    @ParameterizedTest
    @MethodSource("worlds")
    void theInvariantsHoldAfterEachEvent(long seed) throws ConfigurationFault {
        play(seed, STEPS);
    }

    /// FE1: no sequence of events makes a gauge differ from a recount.
    @Test
    void theyHoldForTenThousandEvents() throws ConfigurationFault {
        play(113_945, 10_000);
    }

    /// S4.164: with pod groups, of which each starts with enough pods or not at all.
    @ParameterizedTest
    @MethodSource("worlds")
    void theInvariantsHoldWithGangs(long seed) throws ConfigurationFault {
        play(
                new SimulatedCluster(seed, true),
                seed,
                STEPS,
                WITH_GANGS,
                WITH_GANGS_AT_REST,
                ROUNDS_WITHOUT_FLUSH);
    }

    private static void play(long seed, int steps) throws ConfigurationFault {
        play(new SimulatedCluster(seed, false), seed, steps, ALWAYS, AT_REST, ROUNDS_MAX);
    }

    private static void play(
            SimulatedCluster cluster,
            long seed,
            int steps,
            List<Invariant> always,
            List<Invariant> atRest,
            int rounds) {
        for (int step = 1; step <= steps; step++) {
            String place = "seed " + seed + ", step " + step + ": ";
            check(cluster, always, place + cluster.step());
            if (step % STEPS_UNTIL_REST == 0) {
                cluster.rest(rounds);
                check(cluster, always, place + "at rest");
                check(cluster, atRest, place + "at rest");
            }
        }
    }

    private static void check(SimulatedCluster cluster, List<Invariant> invariants, String place) {
        for (Invariant invariant : invariants) {
            assertThat(invariant.fault(cluster))
                    .as("%s: %s", place, invariant.getClass().getSimpleName())
                    .isEmpty();
        }
    }
}
