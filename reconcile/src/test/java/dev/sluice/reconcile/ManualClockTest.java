package dev.sluice.reconcile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ManualClockTest {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    private final ManualClock clock = new ManualClock(START);
    private final List<String> rung = new ArrayList<>();

    @Test
    void ringsAlarmsInOrderOfTimeThenOfSetting() {
        clock.schedule(START.plusSeconds(5), () -> rung.add("late"));
        clock.schedule(START.plusSeconds(1), () -> rung.add("first"));
        clock.schedule(START.plusSeconds(1), () -> rung.add("second"));

        clock.advance(Duration.ofSeconds(5));

        assertThat(rung).containsExactly("first", "second", "late");
    }

    @Test
    void showsEachAlarmTheInstantItWasSetFor() {
        clock.schedule(START.plusSeconds(3), () -> rung.add(clock.instant().toString()));

        clock.advance(Duration.ofMinutes(1));

        assertThat(rung).containsExactly("2026-01-01T00:00:03Z");
        assertThat(clock.instant()).isEqualTo(START.plusSeconds(60));
    }

    @Test
    void ringsAnAlarmThatAnotherAlarmSetOnTheWay() {
        clock.schedule(
                START.plusSeconds(1),
                () -> clock.schedule(START.plusSeconds(2), () -> rung.add("from the first")));

        clock.advance(Duration.ofSeconds(2));

        assertThat(rung).containsExactly("from the first");
    }

    @Test
    void keepsSilentAboutACancelledAlarm() {
        clock.schedule(START.plusSeconds(1), () -> rung.add("never")).cancel();

        clock.advance(Duration.ofSeconds(2));

        assertThat(rung).isEmpty();
        assertThat(clock.nextAlarm()).isEmpty();
    }

    @Test
    void ringsAtOnceWhatIsDueAlready() {
        clock.schedule(START, () -> rung.add("now"));

        assertThat(rung).containsExactly("now");
    }

    @Test
    void doesNotGoBack() {
        assertThatThrownBy(() -> clock.advanceTo(START.minusSeconds(1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("does not go back");
    }
}
