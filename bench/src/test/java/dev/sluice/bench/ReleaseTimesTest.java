package dev.sluice.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/// What is counted as the time from the removal of a gate to the queue (KEP-6915).
class ReleaseTimesTest {
    private static final long MILLI = 1_000_000;

    @Test
    void theWholeTimeRunsFromTheFirstRemovalToTheLastJob() {
        ReleaseTimes times = new ReleaseTimes();
        times.released("a", 100 * MILLI);
        times.released("b", 130 * MILLI);
        assertThat(times.queued("b", 150 * MILLI)).isTrue();
        assertThat(times.queued("a", 190 * MILLI)).isTrue();
        assertThat(times.untilLast()).isEqualTo(90 * MILLI);
        assertThat(times.perJob().millis(0.5)).isEqualTo(20);
        assertThat(times.perJob().millis(1)).isEqualTo(90);
    }

    @Test
    void onlyTheFirstSightCounts() {
        ReleaseTimes times = new ReleaseTimes();
        times.released("a", 0);
        times.queued("a", 5 * MILLI);
        assertThat(times.queued("a", 500 * MILLI)).isFalse();
        assertThat(times.untilLast()).isEqualTo(5 * MILLI);
        assertThat(times.perJob().count()).isOne();
    }

    @Test
    void otherJobsDoNotCount() {
        ReleaseTimes times = new ReleaseTimes();
        times.released("a", 0);
        assertThat(times.queued("warm-1", 5 * MILLI)).isFalse();
        assertThat(times.perJob().count()).isZero();
        assertThat(times.untilLast()).isZero();
    }
}
