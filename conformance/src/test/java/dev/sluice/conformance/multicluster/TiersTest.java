package dev.sluice.conformance.multicluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.condition.WorkloadConditions;
import dev.sluice.api.v1beta2.AdmissionConstraints;
import dev.sluice.api.v1beta2.Permission;
import dev.sluice.api.v1beta2.Workload;
import dev.sluice.controllers.workload.Facts;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/// FB18, FB5: the dispatcher that tries gentle means on all workers before harder ones, and what the user forbids by itself.
class TiersTest {
    private static final String TIERS =
            "multiKueue: {dispatcherName: sluice.dev/multikueue-dispatcher-tiers}\n";
    private static final String ONE_AT_A_TIME =
            "featureGates: {MultiKueueOrchestratedPreemption: true}\n";
    private static final String POLITE =
            "kueue.x-k8s.io/cannot-preempt: 'true', kueue.x-k8s.io/cannot-borrow: 'true'";

    /// Three workers, each of which runs a job of low priority that takes two CPUs.
    private static Fleet busy(String file, int... cpus) throws Exception {
        Fleet fleet = new Fleet(file, cpus);
        for (int worker = 1; worker <= cpus.length; worker++) {
            fleet.ownJob("w" + worker, "low", 2);
        }
        return fleet;
    }

    @Test
    void nobodyIsPreemptedWhereAnyWorkerHasRoom() throws Exception {
        try (Fleet fleet = busy(TIERS, 2, 2, 4)) {
            fleet.highJob("high", 2, "").after(Duration.ofMinutes(10));

            assertThat(Facts.status(fleet.local("high")).clusterName()).isEqualTo("w3");
            assertThat(fleet.preempting()).isEmpty();
        }
    }

    @Test
    void afterBothTiersOneWorkerPreempts() throws Exception {
        try (Fleet fleet = busy(TIERS + ONE_AT_A_TIME, 2, 2, 2)) {
            fleet.highJob("high", 2, "").after(Duration.ofSeconds(59));
            assertThat(fleet.preempting()).isEmpty();
            assertThat(Facts.is(fleet.local("high"), WorkloadConditions.ADMITTED)).isFalse();

            fleet.after(Duration.ofSeconds(10));

            assertThat(fleet.preempting()).hasSize(1);
            assertThat(Facts.status(fleet.local("high")).clusterName())
                    .isEqualTo(fleet.preempting().getFirst());
        }
    }

    @Test
    void aTierIsNoAnnotation() throws Exception {
        try (Fleet fleet = busy(TIERS, 2)) {
            fleet.highJob("high", 2, "");

            Workload strict = fleet.copy("w1", "high").orElseThrow();
            assertThat(strict.getMetadata().getAnnotations())
                    .isEqualTo(fleet.local("high").getMetadata().getAnnotations());
            assertThat(Facts.spec(strict).admissionConstraints())
                    .isEqualTo(new AdmissionConstraints(Permission.NEVER, Permission.NEVER));
            assertThat(Facts.spec(fleet.local("high")).admissionConstraints()).isNull();
        }
    }

    @Test
    void whatTheUserForbidsReachesTheCopiesAsItIs() throws Exception {
        try (Fleet fleet = busy("", 2, 2)) {
            fleet.highJob("polite", 2, POLITE).after(Duration.ofMinutes(10));

            Workload local = fleet.local("polite");
            assertThat(local.getMetadata().getAnnotations())
                    .containsEntry("kueue.x-k8s.io/cannot-preempt", "true")
                    .containsEntry("kueue.x-k8s.io/cannot-borrow", "true");
            for (String worker : List.of("w1", "w2")) {
                Workload copy = fleet.copy(worker, "polite").orElseThrow();
                assertThat(copy.getMetadata().getAnnotations())
                        .isEqualTo(local.getMetadata().getAnnotations());
                assertThat(Facts.spec(copy).admissionConstraints())
                        .isEqualTo(Facts.spec(local).admissionConstraints());
            }
            assertThat(fleet.preempting()).isEmpty();
        }
    }
}
