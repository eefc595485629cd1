package dev.sluice.api.v1beta2;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.ConditionBuilder;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.util.List;
import org.junit.jupiter.api.Test;

class KindsAsJsonTest {
    private final KubernetesSerialization json = new KubernetesSerialization();

    @Test
    void readsAndWritesAClusterQueueWithoutLosingOrAddingAnything() {
        String text =
                """
                {"apiVersion":"kueue.x-k8s.io/v1beta2","kind":"ClusterQueue","metadata":{"name":"a"},\
                "spec":{"cohortName":"team","namespaceSelector":{},"queueingStrategy":"StrictFIFO",\
                "resourceGroups":[{"coveredResources":["cpu"],"flavors":[{"name":"default",\
                "resources":[{"borrowingLimit":"2","name":"cpu","nominalQuota":"10"}]}]}]}}""";

        ClusterQueue queue = json.unmarshal(text, ClusterQueue.class);

        assertThat(queue.getSpec().queueingStrategy()).isEqualTo(QueueingStrategy.STRICT_FIFO);
        assertThat(json.unmarshal(json.asJson(queue), JsonNode.class))
                .isEqualTo(json.unmarshal(text, JsonNode.class));
    }

    @Test
    void readsAnAbsentListAsEmptyAndWritesNothingForIt() {
        Workload workload =
                json.unmarshal(
                        """
                        {"metadata":{"name":"w"},"spec":{"podSets":null,"queueName":"q"},"status":{}}""",
                        Workload.class);

        assertThat(workload.getSpec().podSets()).isEmpty();
        assertThat(json.asJson(workload)).contains("\"spec\":{\"queueName\":\"q\"},\"status\":{}");
    }

    @Test
    void leavesSpecAndStatusOfANewObjectUnset() {
        assertThat(new Workload().getSpec()).isNull();
        assertThat(new Workload().getStatus()).isNull();
    }

    @Test
    void writesARequiredMessageEvenWhenItIsEmpty() {
        WorkloadStatus status =
                WorkloadStatus.empty()
                        .withConditions(
                                List.of(new ConditionBuilder().withType("Admitted").build()))
                        .withAdmissionChecks(
                                List.of(
                                        new AdmissionCheckState(
                                                "c",
                                                CheckState.PENDING,
                                                "2026-01-01T00:00:00Z",
                                                "",
                                                null,
                                                null,
                                                List.of())));

        assertThat(json.asJson(status)).contains("\"message\":\"\"");
    }

    @Test
    void skipsFieldsOfANewerVersion() {
        Cohort cohort =
                json.unmarshal("{\"spec\":{\"parentName\":\"root\",\"later\":1}}", Cohort.class);

        assertThat(cohort.getSpec().parentName()).isEqualTo("root");
    }

    @Test
    void keepsTheValueOfAPriorityClassAtTheTop() {
        WorkloadPriorityClass high =
                json.unmarshal(
                        "{\"metadata\":{\"name\":\"high\"},\"value\":7}",
                        WorkloadPriorityClass.class);

        assertThat(high.getValue()).isEqualTo(7);
        assertThat(json.asJson(high)).contains("\"value\":7").doesNotContain("spec");
    }
}
