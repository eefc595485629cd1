package dev.sluice.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class QuantityTest {

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "1, 1",
        "1000, 1k",
        "1500, 1500",
        "0.5, 500m",
        "100.5m, 100500u",
        "1Gi, 1Gi",
        "1024Mi, 1Gi",
        "1536Mi, 1536Mi",
        "0.5Gi, 512Mi",
        "1000Ki, 1000Ki",
        "100Ki, 100Ki",
        "12e6, 12e6",
        "1E3, 1e3",
        "-1500m, -1500m",
        "+3, 3",
        "1.5Ki, 1536",
        "2000000, 2M",
        "0.0000000001, 1n",
        "1.23456789012, 1234567891n",
        "500Mi, 500Mi",
        "1E, 1E",
        "10P, 10P",
        ".5, 500m",
        "5., 5"
    })
    void isWrittenInItsCanonicalForm(String text, String canonical) {
        assertThat(Quantity.parse(text)).hasToString(canonical);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "1.5.2", "1kk", "abc", "1 Gi", "Gi", "--1", "1e", "1.2e3.4", "1ki"})
    void refusesWhatIsNoQuantity(String text) {
        assertThatThrownBy(() -> Quantity.parse(text)).hasMessage(Quantity.SYNTAX);
    }

    /// V14
    @Test
    void roundsAwayFromZero() {
        assertThat(Amounts.ofRequest("cpu", Quantity.parse("100.5m"))).isEqualTo(101);
        assertThat(Amounts.ofRequest("memory", Quantity.parse("1500m"))).isEqualTo(2);
        assertThat(Quantity.parse("-1500m").units()).isEqualTo(-2);
    }

    /// V133
    @ParameterizedTest
    @CsvSource({
        "memory, 10485760, 10Mi", "memory, 1500, 1500", "memory, 2000000, 2M", "memory, 1023, 1023",
        "memory, 10468982784, 9984Mi", "cpu, 1500, 1500m", "cpu, 3000, 3", "gpu, 1000, 1k",
        "hugepages-2Mi, 2097152, 2Mi", "gpu, 1024, 1024", "cpu, 9223372036854775807, <unlimited>"
    })
    void writesAmountsInTheFormatOfTheirResource(String resource, long amount, String text) {
        assertThat(Amounts.format(resource, amount)).isEqualTo(text);
    }
}
