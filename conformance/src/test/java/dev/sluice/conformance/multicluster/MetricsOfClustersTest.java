package dev.sluice.conformance.multicluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/// L8: what goes to workers, and what is admitted there, is counted under names without the common prefix.
class MetricsOfClustersTest {
    @Test
    void copiesAndAdmissionsAreCountedByQueueAndWorker() throws Exception {
        try (Fleet fleet = new Fleet("", 0, 2)) {
            fleet.highJob("a", 1, "").after(Duration.ofSeconds(1));

            String labels = "{cluster=\"%s\",cluster_queue=\"q\",replica_role=\"standalone\"} 1.0";
            assertThat(fleet.metrics("multikueue_workloads_dispatched_total"))
                    .containsExactlyInAnyOrder(
                            "multikueue_workloads_dispatched_total" + labels.formatted("w1"),
                            "multikueue_workloads_dispatched_total" + labels.formatted("w2"));
            assertThat(fleet.metrics("multikueue_workloads_admitted_total"))
                    .containsExactly(
                            "multikueue_workloads_admitted_total" + labels.formatted("w2"));
            assertThat(fleet.metrics("kueue_multikueue")).isEmpty();
        }
    }
}
