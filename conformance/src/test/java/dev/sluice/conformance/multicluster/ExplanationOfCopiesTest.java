package dev.sluice.conformance.multicluster;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/// The manager explains what a Workload waits for in its workers.
class ExplanationOfCopiesTest {
    @Test
    void whileItWaitsEachCopyIsToldOf() throws Exception {
        try (Fleet fleet = new Fleet("", 2, 2)) {
            fleet.ownJob("w1", "low", 2).ownJob("w2", "low", 2);
            fleet.highJob("polite", 2, "kueue.x-k8s.io/cannot-preempt: 'true'");

            JsonNode told = fleet.explanation("polite").path("multiKueue");

            assertThat(told.path("check").asText()).isEqualTo("mk");
            assertThat(told.has("cluster")).isFalse();
            assertThat(told.path("copies").findValuesAsText("cluster")).containsExactly("w1", "w2");
            assertThat(told.path("copies").findValuesAsText("message"))
                    .hasSize(2)
                    .allMatch(message -> message.contains("cannot-preempt is set"));
            assertThat(told.path("copies").findValuesAsText("gate"))
                    .containsExactly("Closed", "Closed");
        }
    }

    @Test
    void whoHasItIsToldAndALocalWorkloadHasNoSuchPart() throws Exception {
        try (Fleet fleet = new Fleet("", 2)) {
            fleet.highJob("high", 2, "").after(Duration.ofSeconds(1));

            assertThat(fleet.explanation("high").at("/multiKueue/cluster").asText())
                    .isEqualTo("w1");
            assertThat(fleet.explanationIn("w1", "high").has("multiKueue")).isFalse();
        }
    }
}
