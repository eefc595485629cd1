package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.TypeConversionException;

/// Durations on the command line.
class DurationTextTest {
    private final DurationText text = new DurationText();

    @Test
    void readsWhatPeopleWrite() {
        assertThat(text.convert("90s")).isEqualTo(Duration.ofSeconds(90));
        assertThat(text.convert("1h30m")).isEqualTo(Duration.ofMinutes(90));
        assertThat(text.convert("250ms")).isEqualTo(Duration.ofMillis(250));
        assertThat(text.convert("0s")).isZero();
    }

    @Test
    void refusesTheRest() {
        for (String wrong : new String[] {"", "5", "m", "-1s", "1.5h", "1s1h", "99999999999s"}) {
            assertThatExceptionOfType(TypeConversionException.class)
                    .isThrownBy(() -> text.convert(wrong))
                    .withMessageContaining("expected a duration");
        }
    }
}
