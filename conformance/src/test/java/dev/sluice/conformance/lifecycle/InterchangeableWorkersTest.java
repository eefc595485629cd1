package dev.sluice.conformance.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.conformance.Deviations;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// Workers that nothing tells apart may stand for one another, with the jobs on them; others may not.
class InterchangeableWorkersTest {
    private static final String PREEMPTION = "8e-orchestrated-preemption-slow";

    private final Scenario equal = Recordings.read(PREEMPTION, Deviations.none());

    @Test
    void areThoseToWhichTheSameWasDone() {
        assertThat(of(equal).namings())
                .containsExactly(
                        new Naming(
                                Map.of(
                                        "default", "default", "cq", "cq", "lq", "lq", "ns", "ns",
                                        "low", "low", "high", "high", "worker1", "worker2",
                                        "worker2", "worker1", "low1", "low2", "low2", "low1")));
    }

    @Test
    void areNotThoseOfUnequalQuotaOrWithOtherSteps() {
        for (String unequal : List.of("80-dispatch-and-finish", "83-worker-lost")) {
            assertThat(of(Recordings.read(unequal, Deviations.none())).namings()).isEmpty();
        }
        Scenario patched = Recordings.read("81-both-workers-full", Deviations.none());
        assertThat(of(patched).namings()).isEmpty();
        assertThat(
                        InterchangeableWorkers.of(
                                        patched.clusters(), patched.steps().subList(0, 28))
                                .namings())
                .hasSize(1);
    }

    /// In T8e the first worker preempts. Where a run chose the second, it is the first that waited.
    @Test
    void mayHaveWonTheRaceForOneAnother() {
        Naming exchange = of(equal).namings().getFirst();
        List<List<Checkpoint>> exchanged = exchanged(exchange);

        assertThat(firstDifference(exchanged, InterchangeableWorkers.NONE)).isPresent();
        assertThat(firstDifference(exchanged, of(equal))).isEmpty();
        assertThat(firstDifference(new Replay(1).reached(equal), of(equal))).isEmpty();
    }

    private static InterchangeableWorkers of(Scenario scenario) {
        return InterchangeableWorkers.of(scenario.clusters(), scenario.steps());
    }

    /// What a run shows in which the other worker won.
    private List<List<Checkpoint>> exchanged(Naming exchange) {
        List<List<Checkpoint>> exchanged = new ArrayList<>();
        for (List<Checkpoint> reached : new Replay(1).reached(equal)) {
            exchanged.add(Histories.NONE.with(reached).under(exchange).orElseThrow().newest());
        }
        return exchanged;
    }

    private static Optional<Difference> firstDifference(
            List<List<Checkpoint>> run, InterchangeableWorkers workers) {
        Cast cast = new Cast();
        CheckpointMatcher matcher = new CheckpointMatcher(new Bindings(), cast, Tolerance.NONE);
        for (List<Checkpoint> reached : run) {
            List<Checkpoint> inItsNames =
                    Histories.NONE.with(reached).under(cast.naming()).orElseThrow().newest();
            Optional<Difference> difference =
                    matcher.add(inItsNames, new InterchangeableJobs(List.of()), workers);
            if (difference.isPresent()) {
                return difference;
            }
        }
        return Optional.empty();
    }
}
