package dev.sluice.api.condition;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Condition;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class ConditionsTest {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final Instant LATER = START.plusSeconds(5);

    @Test
    void keepsTheTransitionTimeAsLongAsTheStatusIsTheSame() {
        List<Condition> first = List.of(condition(false, "A", START));

        List<Condition> second = Conditions.with(first, condition(false, "B", LATER));

        assertThat(second.getFirst().getReason()).isEqualTo("B");
        assertThat(Conditions.since(second, "Admitted")).isEqualTo(START);
    }

    @Test
    void movesTheTransitionTimeWhenTheStatusChanges() {
        List<Condition> second =
                Conditions.with(List.of(condition(false, "A", START)), condition(true, "A", LATER));

        assertThat(Conditions.since(second, "Admitted")).isEqualTo(LATER);
    }

    @Test
    void givesTheSameListWhenNothingChanges() {
        List<Condition> list = List.of(condition(false, "A", START));

        assertThat(Conditions.with(list, condition(false, "A", LATER))).isSameAs(list);
    }

    /// A1.7
    @Test
    void cutsALongMessageBetweenCharacters() {
        String cut = Conditions.cut("ä".repeat(20), 15);

        assertThat(cut).isEqualTo("ä".repeat(5) + " ...");
        assertThat(cut.getBytes(StandardCharsets.UTF_8)).hasSizeLessThanOrEqualTo(15);
        assertThat(Conditions.cut("short", 15)).isEqualTo("short");
    }

    private static Condition condition(boolean status, String reason, Instant now) {
        return Conditions.condition("Admitted", status, reason, "m", 0, now);
    }
}
