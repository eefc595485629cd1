package dev.sluice.engine.twin;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

/// The engine against its slow twin. `-Dtwin.worlds=N` plays N random worlds, from seed `-Dtwin.seed=S` on.
class TwinTest {

    @Test
    void theEngineDecidesRandomWorldsAsItsTwinDoes() {
        long first = Long.getLong("twin.seed", 1);
        long count = Long.getLong("twin.worlds", 10_000);
        for (long seed = first; seed < first + count; seed++) {
            try {
                EngineEqualsTwin.check(RandomWorlds.of(seed));
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError("seed " + seed + ": " + e.getMessage(), e);
            }
        }
        System.out.println("random worlds played: seeds " + first + " to " + (first + count - 1));
    }

    /// FB3, FB7: every combination of constraints, verdicts of two flavors and fungibility. `-Dtwin.size=N` goes up to N.
    @Test
    void theEngineDecidesAllSmallWorldsAsItsTwinDoes() {
        int size = Integer.getInteger("twin.size", 1);
        long count = AllWorlds.forEach(size, EngineEqualsTwin::check);
        System.out.println("all worlds with amounts up to " + size + ": " + count);
        assertThat(count).isGreaterThanOrEqualTo(25_600);
    }

    /// The worlds are not all alike: every kind of outcome is among them.
    @Test
    void randomWorldsHaveEveryOutcome() {
        Map<String, Integer> counts = new java.util.TreeMap<>();
        for (long seed = 1; seed <= 10_000; seed++) {
            TwinCycle.outcomes(RandomWorlds.of(seed))
                    .values()
                    .forEach(
                            outcome ->
                                    counts.merge(
                                            outcome.replaceFirst("(admit|preempt).*", "$1"),
                                            1,
                                            Integer::sum));
        }
        assertThat(counts.keySet())
                .contains(
                        "admit",
                        "preempt",
                        "no fit",
                        "no candidates",
                        "gated",
                        "deferred",
                        "no longer fits");
    }
}
