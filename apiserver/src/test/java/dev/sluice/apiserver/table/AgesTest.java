package dev.sluice.apiserver.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// H1.51.
class AgesTest {
    @ParameterizedTest
    @CsvSource({
        "PT0S, 0s",
        "PT119S, 119s",
        "PT2M, 2m",
        "PT9M59S, 9m59s",
        "PT10M, 10m",
        "PT2H59M, 179m",
        "PT3H, 3h",
        "PT7H59M, 7h59m",
        "PT8H, 8h",
        "PT47H59M, 47h",
        "PT48H, 2d",
        "P7DT23H, 7d23h",
        "P8D, 8d",
        "P729D, 729d",
        "P730D, 2y",
        "P2919D, 7y364d",
        "P2920D, 8y",
        "PT-1S, 0s",
        "PT-2S, <invalid>"
    })
    void getsRougherWithTime(String span, String text) {
        assertThat(Ages.of(Duration.parse(span))).isEqualTo(text);
    }

    @Test
    void saysSoWhenThereIsNoTime() {
        assertThat(Ages.since("", Instant.EPOCH)).isEqualTo("<unknown>");
        assertThat(Ages.since("soon", Instant.EPOCH)).isEqualTo("<invalid>");
    }
}
