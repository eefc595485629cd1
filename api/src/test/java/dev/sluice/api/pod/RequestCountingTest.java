package dev.sluice.api.pod;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.PodResources;
import dev.sluice.model.Quantity;
import io.fabric8.kubernetes.api.model.LimitRangeBuilder;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RequestCountingTest {
    private static final KubernetesSerialization YAML = new KubernetesSerialization();

    private static PodResources pod(String yaml) {
        return PodSpecs.resources(YAML.unmarshal("---\n" + yaml, PodSpec.class));
    }

    /// V1, R1.8: a plain init container runs beside the sidecars that stand before it.
    @Test
    void countsTheGreaterOfStartingAndRunning() {
        PodResources pod =
                pod(
                        """
                        containers:
                        - {name: c, resources: {requests: {cpu: 500m, memory: 1Gi}}}
                        initContainers:
                        - {name: s, restartPolicy: Always, resources: {requests: {cpu: 200m, memory: 256Mi}}}
                        - {name: i, resources: {requests: {cpu: "1", memory: 128Mi}}}
                        overhead: {cpu: 50m}
                        """);

        assertThat(RequestCounting.PLAIN.perPod(pod))
                .isEqualTo(Map.of("cpu", 1250L, "memory", 1280L << 20));
    }

    /// V2: before the sidecar it runs alone.
    @Test
    void countsAnInitContainerBeforeTheSidecarAlone() {
        PodResources pod =
                pod(
                        """
                        containers:
                        - {name: c, resources: {requests: {cpu: 500m, memory: 1Gi}}}
                        initContainers:
                        - {name: i, resources: {requests: {cpu: "1", memory: 128Mi}}}
                        - {name: s, restartPolicy: Always, resources: {requests: {cpu: 200m, memory: 256Mi}}}
                        overhead: {cpu: 50m}
                        """);

        assertThat(RequestCounting.PLAIN.perPod(pod))
                .isEqualTo(Map.of("cpu", 1050L, "memory", 1280L << 20));
    }

    /// R1.6: defaults of the namespace come before limits that stand for requests.
    @Test
    void prefersADefaultRequestToTheContainersOwnLimit() {
        LimitSummary limits =
                LimitSummary.of(
                        List.of(
                                new LimitRangeBuilder()
                                        .withNewSpec()
                                        .addNewLimit()
                                        .withType("Container")
                                        .withDefaultRequest(
                                                Map.of(
                                                        "cpu",
                                                        new io.fabric8.kubernetes.api.model
                                                                .Quantity("250m")))
                                        .endLimit()
                                        .endSpec()
                                        .build()));
        PodResources pod =
                pod("containers: [{name: c, resources: {limits: {cpu: 2, memory: 1Mi}}}]");

        PodResources adjusted = new Adjustment(limits, Map.of()).of(pod);

        assertThat(RequestCounting.PLAIN.perPod(adjusted))
                .isEqualTo(Map.of("cpu", 250L, "memory", 1L << 20));
    }

    /// R1.6: a runtime class adds its overhead only to a pod that has none.
    @Test
    void addsTheOverheadOfTheRuntimeClass() {
        Adjustment adjustment =
                new Adjustment(LimitSummary.NONE, Map.of("cpu", Quantity.parse("100m")));

        PodResources plain =
                adjustment.of(pod("containers: [{name: c, resources: {requests: {cpu: 1}}}]"));
        PodResources own =
                adjustment.of(
                        pod(
                                "{containers: [{name: c, resources: {requests: {cpu: 1}}}], overhead: {cpu: 5m}}"));

        assertThat(RequestCounting.PLAIN.perPod(plain)).isEqualTo(Map.of("cpu", 1100L));
        assertThat(RequestCounting.PLAIN.perPod(own)).isEqualTo(Map.of("cpu", 1005L));
    }

    /// R1.9: excluded prefixes go first.
    @Test
    void leavesOutExcludedResources() {
        RequestCounting counting = new RequestCounting(List.of("example.com/"), List.of());
        PodResources pod =
                pod("containers: [{name: c, resources: {requests: {cpu: 1, example.com/x: 3}}}]");

        assertThat(counting.perPod(pod)).isEqualTo(Map.of("cpu", 1000L));
    }

    /// R1.10: a replaced input counts as its outputs, a retained one too.
    @Test
    void transformsRequests() {
        RequestCounting counting =
                new RequestCounting(
                        List.of(),
                        List.of(
                                ResourceTransformation.of(
                                        "gpu-a", true, "", Map.of("credit", "2", "memory", "5Gi")),
                                ResourceTransformation.of(
                                        "gpu-b", false, "n", Map.of("credit", "10"))));
        PodResources pod =
                pod(
                        "containers: [{name: c, resources: {requests: {gpu-a: 3, gpu-b: 1, n: 4, memory: 1Gi}}}]");

        assertThat(counting.perPod(pod))
                .isEqualTo(Map.of("credit", 46L, "memory", 16L << 30, "gpu-b", 1L, "n", 4L));
    }

    /// R1.10: a negative factor cancels other outputs but never a real request.
    @Test
    void neverLowersARealRequest() {
        RequestCounting counting =
                new RequestCounting(
                        List.of(),
                        List.of(ResourceTransformation.of("p", true, "", Map.of("credit", "-3"))));
        PodResources pod = pod("containers: [{name: c, resources: {requests: {p: 1, credit: 2}}}]");

        assertThat(counting.perPod(pod)).isEqualTo(Map.of("credit", 2L));
    }

    /// V131, R1.19, R4.5
    @Test
    void findsRequestsAboveTheirLimits() {
        PodResources pod =
                pod("containers: [{name: c, resources: {requests: {cpu: 2}, limits: {cpu: 1}}}]");

        assertThat(RequestFaults.aboveLimits(pod, "spec.podSets[0].template.spec"))
                .containsExactly(
                        "spec.podSets[0].template.spec.containers[0]: Invalid value: [\"cpu\"]: requests must not"
                                + " exceed its limits");
    }

    /// V132, R1.20, R4.5
    @Test
    void findsRequestsOutsideTheLimitRange() {
        LimitSummary limits =
                new LimitSummary(
                        new LimitSummary.Limits(
                                Map.of("cpu", Quantity.of(1)),
                                Map.of("memory", Quantity.parse("1Gi")),
                                Map.of(),
                                Map.of()),
                        LimitSummary.Limits.NONE);
        PodResources pod =
                pod(
                        "containers: [{name: c, resources: {requests: {cpu: 2, memory: 1Mi}, limits: {cpu: 2}}}]");

        assertThat(RequestFaults.outsideLimitRange(pod, limits, "s"))
                .containsExactly(
                        "s.containers[0]: Invalid value: [\"cpu\"]: requests must not be above the limitRange max",
                        "s.containers[0]: Invalid value: [\"memory\"]: requests must not be below the limitRange min");
    }

    /// R3.19: names and images do not matter, ports and selectors do.
    @Test
    void tellsPodsApartByWhatMattersForScheduling() {
        assertThat(shape("containers: [{name: a, image: x, resources: {requests: {cpu: 1}}}]"))
                .isEqualTo(
                        shape("containers: [{name: b, image: y, resources: {requests: {cpu: 1}}}]"))
                .isNotEqualTo(
                        shape(
                                "{containers: [{name: a, resources: {requests: {cpu: 1}}}], nodeSelector: {a: b}}"))
                .isNotEqualTo(
                        shape(
                                "containers: [{name: a, ports: [{containerPort: 1}], resources: {requests: {cpu: 1}}}]"));
    }

    private static String shape(String yaml) {
        PodSpec pod = YAML.unmarshal("---\n" + yaml, PodSpec.class);
        return PodShape.of(pod, Adjustment.PLAIN.of(PodSpecs.resources(pod)));
    }
}
