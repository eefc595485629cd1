package dev.sluice.conformance.gates;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.v1beta2.ClusterQueue;
import dev.sluice.api.v1beta2.Cohort;
import dev.sluice.api.v1beta2.FairSharingStatus;
import dev.sluice.api.v1beta2.LocalQueue;
import io.fabric8.kubernetes.api.model.Quantity;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// What queues and cohorts say about shares: only where shares count (L4.8, L4.15, L4.16).
class SharesInStatusTest {
    private static final String FAIR =
            "fairSharing: {preemptionStrategies: [LessThanOrEqualToFinalShare]}";
    private static final String BY_USAGE =
            "admissionFairSharing: {usageHalfLifeTime: 10m, usageSamplingInterval: 5m}";

    /// 2 of 5 cpus are borrowed: 1000 times 2 over 5.
    @Test
    void aQueueThatBorrowsSaysHowMuch() throws Exception {
        try (Stage stage = AdmissionConstraintTest.cohort(Stage.with(FAIR))) {
            stage.create(
                    """
                    apiVersion: kueue.x-k8s.io/v1beta2
                    kind: Cohort
                    metadata: {name: all}
                    """);
            stage.job("greedy", "a", "3", "{}").after(Duration.ofSeconds(3));

            assertThat(share(stage, "a")).isEqualTo(new FairSharingStatus(400L));
            assertThat(share(stage, "b")).isEqualTo(new FairSharingStatus(0L));
            assertThat(cohort(stage)).isEqualTo(new FairSharingStatus(0L));
        }
    }

    @Test
    void withoutFairSharingNobodySaysAnything() throws Exception {
        try (Stage stage = AdmissionConstraintTest.cohort(Stage.open())) {
            stage.job("greedy", "a", "3", "{}").after(Duration.ofSeconds(3));
            assertThat(share(stage, "a")).isNull();
            assertThat(consumed(stage, "a")).isNull();
        }
    }

    private static @Nullable FairSharingStatus share(Stage stage, String queue) {
        return Objects.requireNonNull(
                        stage.client()
                                .resources(ClusterQueue.class)
                                .withName(queue)
                                .get()
                                .getStatus())
                .fairSharing();
    }

    private static @Nullable FairSharingStatus cohort(Stage stage) {
        return Objects.requireNonNull(
                        stage.client().resources(Cohort.class).withName("all").get().getStatus())
                .fairSharing();
    }

    /// V147, then five minutes with 4 cpus in use; each product is rounded down (R7.25).
    @Test
    void aLocalQueueSaysWhatItHasConsumed() throws Exception {
        try (Stage stage = Stage.with(BY_USAGE)) {
            stage.queue("q", 4, "admissionScope: {admissionMode: UsageBasedAdmissionFairSharing}");
            stage.job("a", "q", "4", "{}").after(Duration.ofSeconds(2));
            assertThat(consumed(stage, "q")).isEqualTo(Map.of("cpu", new Quantity("1171572875n")));

            stage.after(Duration.ofMinutes(5));

            assertThat(consumed(stage, "q")).isEqualTo(Map.of("cpu", new Quantity("1999999999n")));
        }
    }

    private static @Nullable Map<String, Quantity> consumed(Stage stage, String queue) {
        var sharing =
                Objects.requireNonNull(
                                stage.client()
                                        .resources(LocalQueue.class)
                                        .inNamespace("ns")
                                        .withName(queue)
                                        .get()
                                        .getStatus())
                        .fairSharing();
        return sharing == null || sharing.admissionFairSharingStatus() == null
                ? null
                : sharing.admissionFairSharingStatus().consumedResources();
    }
}
