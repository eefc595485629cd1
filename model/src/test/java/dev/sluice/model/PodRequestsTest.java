package dev.sluice.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// The formula of R1.8.
class PodRequestsTest {

    private static final PodResources.Container MAIN = container("c", "500m", "1Gi", false);
    private static final PodResources.Container SIDECAR = container("s", "200m", "256Mi", true);
    private static final PodResources.Container PLAIN = container("i", "1", "128Mi", false);

    /// V1
    @Test
    void anInitContainerRunsBesideTheSidecarsBeforeIt() {
        assertRequests(List.of(SIDECAR, PLAIN), "1250m", "1280Mi");
    }

    /// V2
    @Test
    void butNotBesideThoseAfterIt() {
        assertRequests(List.of(PLAIN, SIDECAR), "1050m", "1280Mi");
    }

    @Test
    void podLevelRequestsReplaceTheSumOfSomeResources() {
        PodResources.Demand podLevel =
                new PodResources.Demand(
                        Map.of("cpu", Quantity.parse("3"), "gpu", Quantity.parse("9")), Map.of());
        Map<String, Quantity> requests =
                PodRequests.of(new PodResources(List.of(MAIN), List.of(), podLevel, Map.of()));
        assertThat(requests).containsOnlyKeys("cpu", "memory");
        assertThat(requests.get("cpu")).hasToString("3");
    }

    private static void assertRequests(
            List<PodResources.Container> initContainers, String cpu, String memory) {
        Map<String, Quantity> requests =
                PodRequests.of(
                        new PodResources(
                                List.of(MAIN),
                                initContainers,
                                PodResources.Demand.NONE,
                                Map.of("cpu", Quantity.parse("50m"))));
        Map<String, String> texts = new HashMap<>();
        requests.forEach((name, amount) -> texts.put(name, amount.toString()));
        assertThat(texts).containsExactlyInAnyOrderEntriesOf(Map.of("cpu", cpu, "memory", memory));
    }

    private static PodResources.Container container(
            String name, String cpu, String memory, boolean sidecar) {
        Map<String, Quantity> requests =
                Map.of("cpu", Quantity.parse(cpu), "memory", Quantity.parse(memory));
        return new PodResources.Container(
                name, new PodResources.Demand(requests, Map.of()), sidecar);
    }
}
