package dev.sluice.api.validation;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.api.feature.FeatureGates;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/// Each feature gate that decides about a validation, on and off: the same object is refused at one field and accepted.
class GatesOfRulesTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    /// @param refusing the value of the gate with which the object is refused
    /// @param field the one that is complained about
    private record Row(
            String gate,
            boolean refusing,
            String kind,
            @Nullable String old,
            String object,
            String field) {}

    private static Row row(String gate, String kind, String object, String field) {
        return new Row(gate, true, kind, null, object, field);
    }

    private static String workload(String metadata, String podSet) {
        return "{\"metadata\":{%s},\"spec\":{\"podSets\":[{\"name\":\"main\",\"count\":1,%s}]}}"
                .formatted(metadata, podSet);
    }

    private static String queue(String rest) {
        return "{\"spec\":{\"resourceGroups\":[{\"coveredResources\":[\"cpu\"],\"flavors\":"
                + "[{\"name\":\"default\",\"resources\":[{\"name\":\"cpu\",\"nominalQuota\":\"4\"}]}]}],"
                + rest
                + "}}";
    }

    private static final String POD = "\"template\":{\"spec\":{\"containers\":[]}}";
    private static final String STRAY_FLAVOR =
            "\"admissionChecksStrategy\":{\"admissionChecks\":[{\"name\":\"c\",\"onFlavors\":[\"gone\"]}]}";

    private static final List<Row> ROWS =
            List.of(
                    row(
                            "PriorityBoost",
                            "Workload",
                            workload(
                                    "\"annotations\":{\"kueue.x-k8s.io/priority-boost\":\"much\"}",
                                    POD),
                            "metadata.annotations[kueue.x-k8s.io/priority-boost]"),
                    row(
                            "WorkloadValidationForPodSetMetadata",
                            "Workload",
                            workload(
                                    "",
                                    "\"template\":{\"metadata\":{\"labels\":{\"a b\":\"c\"}},\"spec\":{}}"),
                            "spec.podSets[0].template.metadata.labels"),
                    row(
                            "TASValidateWorkloadSliceSize",
                            "Workload",
                            workload("", POD + ",\"topologyRequest\":{\"podSetSliceSize\":2}"),
                            "spec.podSets[0].topologyRequest.podSetSliceSize"),
                    row(
                            "WorkloadValidateResourcesAreNonNegative",
                            "Workload",
                            workload(
                                    "",
                                    "\"template\":{\"spec\":{\"containers\":[{\"resources\":{\"requests\":{\"cpu\":\"-1\"}}}]}}"),
                            "spec.podSets[0].template.spec.containers[0].resources.requests[cpu]"),
                    row(
                            "SchedulingGatedBy",
                            "Workload",
                            workload(
                                    "\"annotations\":{\"kueue.x-k8s.io/admission-gated-by\":\"not a gate\"}",
                                    POD),
                            "metadata.annotations[kueue.x-k8s.io/admission-gated-by]"),
                    row(
                            "WorkloadAdmissionConstraints",
                            "Workload",
                            workload(
                                    "\"annotations\":{\"kueue.x-k8s.io/cannot-preempt\":\"perhaps\"}",
                                    POD),
                            "metadata.annotations[kueue.x-k8s.io/cannot-preempt]"),
                    row(
                            "ConcurrentAdmission",
                            "ClusterQueue",
                            "{\"spec\":{\"concurrentAdmissionPolicy\":{},\"resourceGroups\":[]}}",
                            "spec.resourceGroups"),
                    new Row(
                            "RejectUpdatesToCQWithInvalidOnFlavors",
                            true,
                            "ClusterQueue",
                            queue(STRAY_FLAVOR),
                            queue(STRAY_FLAVOR),
                            "spec.admissionChecksStrategy.admissionChecks[0].onFlavors[0]"));

    @TestFactory
    List<DynamicTest> decideAsTheyAreSet() {
        return ROWS.stream()
                .map(row -> DynamicTest.dynamicTest(row.gate(), () -> check(row)))
                .toList();
    }

    private static void check(Row row) throws IOException {
        assertThat(fields(row, row.refusing())).contains(row.field());
        assertThat(fields(row, !row.refusing())).doesNotContain(row.field());
    }

    private static List<String> fields(Row row, boolean value) throws IOException {
        FeatureGates gates = FeatureGates.defaults().with(Map.of(row.gate(), value));
        JsonNode old = row.old() == null ? null : JSON.readTree(row.old());
        return new KindRules(gates)
                .of(row.kind()).check(JSON.readTree(row.object()), old).stream()
                        .map(Complaint::field)
                        .toList();
    }
}
