package dev.sluice.api.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GoDurationTest {
    @ParameterizedTest
    @CsvSource({
        "30s, PT30S",
        "1h0m0s, PT1H",
        "1.5h, PT1H30M",
        "300ms, PT0.3S",
        "0, PT0S",
        "-1m, PT-1M",
        "2m30.5s, PT2M30.5S"
    })
    void reads(String text, Duration expected) {
        assertThat(GoDuration.parse(text)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "5", "s", "5 s", "1d", "1h x", "99999999999h"})
    void refusesAnythingElse(String text) {
        assertThat(GoDuration.parseOrNull(text)).isNull();
    }

    @Test
    void saysWhatItExpected() {
        assertThatThrownBy(() -> GoDuration.parse("soon"))
                .hasMessage("\"soon\": expected a duration such as 30s, 5m or 1h30m");
    }
}
