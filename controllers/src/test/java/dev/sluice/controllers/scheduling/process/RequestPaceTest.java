package dev.sluice.controllers.scheduling.process;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RequestPaceTest {
    private static final long SECOND = 1_000_000_000L;

    @Test
    void aBurstGoesAtOnceAndTheRestAtTheRate() {
        RequestPace pace = new RequestPace(10, 3);

        assertThat(pace.turn(0)).isZero();
        assertThat(pace.turn(0)).isZero();
        assertThat(pace.turn(0)).isZero();
        assertThat(pace.turn(0)).isEqualTo(SECOND / 10);
        assertThat(pace.turn(0)).isEqualTo(SECOND / 5);
    }

    @Test
    void whoWasQuietMayBurstAgainAndNoMore() {
        RequestPace pace = new RequestPace(10, 2);
        for (int i = 0; i < 4; i++) {
            pace.turn(0);
        }

        assertThat(pace.turn(60 * SECOND)).isZero();
        assertThat(pace.turn(60 * SECOND)).isZero();
        assertThat(pace.turn(60 * SECOND)).isEqualTo(SECOND / 10);
    }
}
