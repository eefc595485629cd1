package dev.sluice.controllers.queueing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.v1beta2.Admission;
import dev.sluice.api.v1beta2.ClusterQueueSpec;
import dev.sluice.api.v1beta2.PodSetAssignment;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// R8.2
class RequiredChecksTest {
    private final ClusterQueueSpec queue =
            new KubernetesSerialization()
                    .unmarshal(
                            """
                            resourceGroups:
                            - coveredResources: [cpu]
                              flavors: [{name: x, resources: []}, {name: y, resources: []}]
                            admissionChecksStrategy:
                              admissionChecks:
                              - {name: everywhere}
                              - {name: both, onFlavors: [x, y]}
                              - {name: only-y, onFlavors: [y]}
                            """,
                            ClusterQueueSpec.class);

    /// V125: before a reservation only those count that count for every flavor.
    @Test
    void withoutQuotaAreThoseOfAllFlavors() {
        assertThat(RequiredChecks.of(queue, null)).containsExactly("both", "everywhere");
    }

    /// V126
    @Test
    void leaveOutThoseOfOtherFlavors() {
        assertThat(RequiredChecks.of(queue, on("x"))).containsExactly("both", "everywhere");
    }

    /// V127
    @Test
    void includeThoseOfTheAssignedFlavor() {
        assertThat(RequiredChecks.of(queue, on("y")))
                .containsExactly("both", "everywhere", "only-y");
    }

    private static Admission on(String flavor) {
        return new Admission(
                "a",
                List.of(
                        new PodSetAssignment(
                                "main", Map.of("cpu", flavor), Map.of(), 1, null, null)));
    }
}
