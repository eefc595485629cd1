package dev.sluice.conformance.multicluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.controllers.workload.Facts;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/// FC13: a worker that fits without preempting wins over one whose turn it is, and what that one has done is told.
class NeedlessTurnTest {
    private static final String ONE_AT_A_TIME =
            "featureGates: {MultiKueueOrchestratedPreemption: true}\n";

    @Test
    void roomElsewhereEndsATurn() throws Exception {
        try (Fleet fleet = new Fleet(ONE_AT_A_TIME, 1, 1)) {
            // Nobody stops what no job stands behind: it is evicted and keeps its quota.
            fleet.ownWorkload("w1", "low").ownJob("w2", "low", 1);
            fleet.highJob("high", 1, "").after(Duration.ofSeconds(10));
            assertThat(fleet.preempting()).containsExactly("w1");

            fleet.deleteOwnJob("w2", "low").after(Duration.ofSeconds(10));

            assertThat(Facts.status(fleet.local("high")).clusterName()).isEqualTo("w2");
            assertThat(fleet.copy("w1", "high")).isEmpty();
            assertThat(fleet.notes("high", "MultiKueue"))
                    .contains(
                            "The workload was admitted on \"w2\" while \"w1\" was allowed to preempt for it; last it said"
                                    + " there: couldn't assign flavors to pod set main: insufficient unused quota for cpu in"
                                    + " flavor f, 1 more needed. Pending the preemption of 1 workload(s)");
        }
    }
}
