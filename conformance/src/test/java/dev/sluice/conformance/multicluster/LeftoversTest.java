package dev.sluice.conformance.multicluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.controllers.workload.Facts;
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

    /// The job still runs there: it is not to run twice sooner than with a worker that is lost (L5.32).
    @Test
    void aJobOfAWorkerThatIsTakenFromTheManagerIsWaitedForAWhile() throws Exception {
        try (Fleet fleet = new Fleet("", 4, 0)) {
            fleet.highJob("a", 1, "").after(Duration.ofSeconds(5));
            assertThat(Facts.status(fleet.local("a")).clusterName()).isEqualTo("w1");

            fleet.forget("w1").after(Duration.ofMinutes(14));
            assertThat(Facts.evicted(fleet.local("a"))).isFalse();

            fleet.after(Duration.ofMinutes(2));
            assertThat(Facts.status(fleet.local("a")).clusterName()).isNull();
        }
    }
}
