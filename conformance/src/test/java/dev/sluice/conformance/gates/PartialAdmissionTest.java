package dev.sluice.conformance.gates;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/// A job that runs with fewer pods than it wants (L2.42, L3.8).
class PartialAdmissionTest {
    private static final String FEWEST = "{kueue.x-k8s.io/job-min-parallelism: '2'}";

    /// The fewest that it allows are enough to start it, and the wanted number comes back with the next stop.
    @Test
    void startsWithTheFewestPodsThatItAllows() throws Exception {
        try (Stage stage = Stage.open().queue("q", 2, "")) {
            stage.create(
                    Stage.manifest("a", "q", "1", FEWEST)
                            .replace("  template:", "  parallelism: 5\n  template:"));

            assertThat(stage.admitted("a")).isTrue();
            assertThat(stage.job("a").getSpec().getSuspend()).isFalse();
            assertThat(stage.job("a").getSpec().getParallelism()).isEqualTo(2);

            stage.patchWorkload("a", "{\"spec\": {\"active\": false}}");

            assertThat(stage.job("a").getSpec().getSuspend()).isTrue();
            assertThat(stage.job("a").getSpec().getParallelism()).isEqualTo(5);
        }
    }
}
