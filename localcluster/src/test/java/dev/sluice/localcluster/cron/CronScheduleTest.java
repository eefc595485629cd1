package dev.sluice.localcluster.cron;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// When cron expressions are due. 2026-01-01 is a Thursday.
class CronScheduleTest {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    * * * * *        | 2026-01-01T00:01:00Z
                    */15 * * * *     | 2026-01-01T00:15:00Z
                    30 4 * * *       | 2026-01-01T04:30:00Z
                    0 0 * * 0        | 2026-01-04T00:00:00Z
                    0 0 * * 7        | 2026-01-04T00:00:00Z
                    0 9 * * mon-fri  | 2026-01-01T09:00:00Z
                    0 0 13 * fri     | 2026-01-02T00:00:00Z
                    0 0 13 * *       | 2026-01-13T00:00:00Z
                    0 0 29 2 *       | 2028-02-29T00:00:00Z
                    5,10-12 3/8 * * *| 2026-01-01T03:05:00Z
                    0 0 1 JUL *      | 2026-07-01T00:00:00Z
                    @hourly          | 2026-01-01T01:00:00Z
                    @weekly          | 2026-01-04T00:00:00Z
                    @yearly          | 2027-01-01T00:00:00Z
                    @every 1h30m     | 2026-01-01T01:30:00Z
                    TZ=Asia/Tokyo 0 12 * * * | 2026-01-01T03:00:00Z
                    """)
    void theNextTime(String expression, Instant expected) {
        assertThat(CronSchedule.parse(expression, ZoneOffset.UTC).next(START)).contains(expected);
    }

    @Test
    void aTimeThatNeverComesIsNone() {
        assertThat(CronSchedule.parse("0 0 30 2 *", ZoneOffset.UTC).next(START)).isEmpty();
    }

    @Test
    void theZoneOfTheCronJobDecidesTheHour() {
        assertThat(CronSchedule.parse("0 6 * * *", ZoneId.of("America/New_York")).next(START))
                .contains(Instant.parse("2026-01-01T11:00:00Z"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    * * * *     | exactly 5 fields
                    61 * * * *  | "61" in "61"
                    * * * foo * | "foo" in "foo"
                    5-2 * * * * | no range
                    @never      | no schedule
                    @every soon | no period
                    """)
    void whatIsWrongIsNamed(String expression, String part) {
        assertThatThrownBy(() -> CronSchedule.parse(expression, ZoneOffset.UTC))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(part);
    }
}
