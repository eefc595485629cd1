package dev.sluice.engine.twin;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/// The engine against its slow twin. `-Dtwin.worlds=N` plays N random worlds, from seed `-Dtwin.seed=S` on.
class TwinTest {

    private static final int BATCH = 4_096;
    private static final String CHOICE = "(admit|replace|preempt).*";

    /// The worlds are not all alike: every kind of outcome is among them.
    @Test
    void theEngineDecidesRandomWorldsAsItsTwinDoes() {
        long first = Long.getLong("twin.seed", 1);
        long count = Long.getLong("twin.worlds", 10_000);
        Set<String> kinds = ConcurrentHashMap.newKeySet();
        LongStream.range(first, first + count)
                .parallel()
                .forEach(
                        seed ->
                                play(seed).values().stream()
                                        .map(outcome -> outcome.replaceFirst(CHOICE, "$1"))
                                        .forEach(kinds::add));
        System.out.println("random worlds played: seeds " + first + " to " + (first + count - 1));
        assertThat(kinds)
                .contains(
                        "admit",
                        "replace",
                        "preempt",
                        "no fit",
                        "no candidates",
                        "gated",
                        "deferred",
                        "no longer fits");
    }

    private static Map<String, String> play(long seed) {
        try {
            return EngineEqualsTwin.check(RandomWorlds.of(seed));
        } catch (AssertionError | RuntimeException e) {
            throw new AssertionError("seed " + seed + ": " + e.getMessage(), e);
        }
    }

    /// FB3, FB7: every combination of constraints, verdicts of two flavors and fungibility. `-Dtwin.size=N` goes up to N.
    @Test
    void theEngineDecidesAllSmallWorldsAsItsTwinDoes() {
        int size = Integer.getInteger("twin.size", 1);
        List<SmallWorld> batch = new ArrayList<>();
        long count =
                AllWorlds.forEach(
                        size,
                        world -> {
                            batch.add(world);
                            if (batch.size() == BATCH) {
                                batch.parallelStream().forEach(EngineEqualsTwin::check);
                                batch.clear();
                            }
                        });
        batch.parallelStream().forEach(EngineEqualsTwin::check);
        System.out.println("all worlds with amounts up to " + size + ": " + count);
        assertThat(count).isGreaterThanOrEqualTo(25_600);
    }
}
