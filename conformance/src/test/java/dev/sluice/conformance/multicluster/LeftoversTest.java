package dev.sluice.conformance.multicluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/// L5.19, L5.25: what is on a worker for something that the manager has not any more.
class LeftoversTest {
    @Test
    void whatWasDeletedWhileAWorkerWasAwayGoesWhenItIsBack() throws Exception {
        try (Fleet fleet = new Fleet("", 4)) {
            fleet.ownJob("w1", "own", 1).highJob("a", 1, "").after(Duration.ofSeconds(5));
            assertThat(fleet.copy("w1", "a")).isPresent();
            assertThat(fleet.jobOn("w1", "a")).isNotNull();

            fleet.cut("w1").deleteJob("a").after(Duration.ofMinutes(1));
            assertThat(fleet.copy("w1", "a")).isPresent();

            fleet.mend("w1").after(Duration.ofMinutes(10));

            assertThat(fleet.copy("w1", "a")).isEmpty();
            assertThat(fleet.jobOn("w1", "a")).isNull();
            assertThat(fleet.copy("w1", "own")).isPresent();
        }
    }
}
