package dev.sluice.conformance.gates;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.api.condition.Conditions;
import dev.sluice.api.condition.QueueConditions;
import dev.sluice.api.v1beta2.ClusterQueue;
import dev.sluice.api.v1beta2.Cohort;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/// Below a cycle of cohorts nobody is admitted, the reason can be found, and its end wakes those who wait (R2.3, A5.3).
class CohortCycleTest {
    private static final String WHY =
            "/apis/visibility.sluice.dev/v1alpha1/namespaces/ns/explanations/";

    private static Stage cycle() throws Exception {
        return Stage.open()
                .queue("q", 2, "cohortName: hall")
                .create(cohort("hall2", "hall"))
                .create(cohort("hall", "hall2"))
                .job("waits", "q", "1", "{}")
                .after(Duration.ofSeconds(2));
    }

    private static String cohort(String name, String parent) {
        return """
               apiVersion: kueue.x-k8s.io/v1beta2
               kind: Cohort
               metadata: {name: %s}
               spec: {parentName: %s}
               """
                .formatted(name, parent);
    }

    private static String why(Stage stage) throws Exception {
        String workload = stage.workload("waits").orElseThrow().getMetadata().getName();
        return new ObjectMapper()
                .readTree(stage.client().raw(WHY + workload, "GET", null))
                .at("/outlook/message")
                .asText();
    }

    private static void delete(Stage stage, String cohort) throws Exception {
        stage.client().resources(Cohort.class).withName(cohort).delete();
        stage.after(Duration.ofSeconds(2));
    }

    @Test
    void deletingACohortOfItWakesThoseWhoWait() throws Exception {
        try (Stage stage = cycle()) {
            assertThat(stage.admitted("waits")).isFalse();

            delete(stage, "hall2");

            assertThat(stage.admitted("waits")).isTrue();
        }
    }

    /// V25: the condition does not know of it, the explanation does.
    @Test
    void theExplanationNamesIt() throws Exception {
        try (Stage stage = cycle()) {
            var status = stage.client().resources(ClusterQueue.class).withName("q").get();
            assertThat(
                            Conditions.isTrue(
                                    Objects.requireNonNull(status.getStatus()).conditions(),
                                    QueueConditions.ACTIVE))
                    .isTrue();
            assertThat(why(stage))
                    .isEqualTo(
                            "ClusterQueue q is inactive: its cohorts form a cycle:"
                                    + " hall → hall2 → hall");

            stage.client()
                    .resources(ClusterQueue.class)
                    .withName("q")
                    .patch(
                            PatchContext.of(PatchType.JSON_MERGE),
                            "{\"spec\": {\"stopPolicy\": \"Hold\"}}");
            stage.after(Duration.ofSeconds(2));
            assertThat(why(stage))
                    .isEqualTo(
                            "ClusterQueue q is inactive: Can't admit new workloads: is stopped.;"
                                    + " its cohorts form a cycle: hall → hall2 → hall");
        }
    }
}
