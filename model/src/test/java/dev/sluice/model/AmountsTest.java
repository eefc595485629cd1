package dev.sluice.model;

import static dev.sluice.model.Amounts.UNLIMITED;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/// The table of R1.4.
class AmountsTest {

    @Test
    void unlimitedAbsorbs() {
        assertThat(Amounts.plus(UNLIMITED, -5)).isEqualTo(UNLIMITED);
        assertThat(Amounts.plus(7, UNLIMITED)).isEqualTo(UNLIMITED);
        assertThat(Amounts.minus(UNLIMITED, 7)).isEqualTo(UNLIMITED);
        assertThat(Amounts.minus(UNLIMITED, UNLIMITED)).isZero();
        assertThat(Amounts.minus(7, UNLIMITED)).isEqualTo(Long.MIN_VALUE);
    }

    @Test
    void boundedSumsSaturateBelowUnlimited() {
        long most = UNLIMITED - 1;
        assertThat(Amounts.plus(most, most)).isEqualTo(most);
        assertThat(Amounts.minus(Long.MIN_VALUE, 1)).isEqualTo(Long.MIN_VALUE);
        assertThat(Amounts.times(most, 3)).isEqualTo(most);
        assertThat(Amounts.times(3, 4)).isEqualTo(12);
        assertThat(Amounts.times(-most, 3)).isEqualTo(Long.MIN_VALUE);
    }

    /// V11
    @Test
    void aHugeQuotaIsUnlimitedAndAHugeRequestIsNot() {
        assertThat(Amounts.ofQuota("cpu", Quantity.parse("10P"))).isEqualTo(UNLIMITED);
        assertThat(Amounts.ofQuota("memory", Quantity.parse("9223372036854775807")))
                .isEqualTo(UNLIMITED);
        assertThat(Amounts.ofRequest("cpu", Quantity.parse("10P"))).isEqualTo(UNLIMITED - 1);
    }
}
