package dev.sluice.apiserver.type;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// H8.62: quantities keep their notation and lose what the notation does not need.
class QuantityTest {
    @ParameterizedTest
    @CsvSource({
        "1000m, 1",
        "0.5, 500m",
        "1500m, 1500m",
        "1.5, 1500m",
        "1024Mi, 1Gi",
        "0.5Gi, 512Mi",
        "1023Ki, 1023Ki",
        "1073741824, 1073741824",
        "1000, 1k",
        "2000000, 2M",
        "1e3, 1e3",
        "12e2, 1200",
        "100n, 100n",
        "0, 0",
        "0Mi, 0",
        "-1, -1",
        "+2, 2",
        ".5, 500m",
        "1Ei, 1Ei",
        "0.0000000001, 1n"
    })
    void isWrittenInCanonicalForm(String given, String canonical) {
        assertThat(Quantity.parse(given)).hasToString(canonical);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "m", "1x", "1 Gi", "1.2.3", "1KI", "--1", "1e"})
    void isNotJustAnyText(String text) {
        assertThat(Quantity.isQuantity(text)).isFalse();
    }

    @Test
    void capsWhatIsTooLargeAndRoundsUpWhatIsTooSmall() {
        assertThat(Quantity.parse("1e1000000000")).hasToString("9223372036854775807");
        assertThat(Quantity.parse("-1e99999999999999999999")).hasToString("-9223372036854775807");
        assertThat(Quantity.parse("1E-1000000000")).isEqualByComparingTo(Quantity.parse("1n"));
        assertThat(Quantity.parse("0e-1000000000")).hasToString("0");
        assertThat(Quantity.parse("100E")).hasToString("9223372036854775807");
        assertThat(Quantity.isQuantity("9".repeat(1_001))).isFalse();
    }

    @Test
    void comparesAmountsNotNotations() {
        assertThat(Quantity.parse("1000m")).isEqualByComparingTo(Quantity.parse("1"));
        assertThat(Quantity.parse("1Ki")).isGreaterThan(Quantity.parse("1k"));
    }
}
