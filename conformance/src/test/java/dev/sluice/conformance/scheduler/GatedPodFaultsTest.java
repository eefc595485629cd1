package dev.sluice.conformance.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.apiserver.ApiServerConfig;
import dev.sluice.localcluster.LocalCluster;
import dev.sluice.localcluster.LocalClusterConfig;
import dev.sluice.localcluster.StandardController;
import dev.sluice.localcluster.node.NodePool;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodSchedulingGate;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceQuotaBuilder;
import io.fabric8.kubernetes.api.model.ServiceAccountBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What API servers and schedulers have got wrong about pods with gates, as users of the API see it (FE6 to FE8, FE11 to FE13). All
/// pods live on one cluster.
class GatedPodFaultsTest {
    private static final String NAMESPACE = "default";
    private static @Nullable LocalCluster cluster;

    @BeforeAll
    static void start() throws Exception {
        cluster =
                LocalCluster.start(
                        LocalClusterConfig.on(ApiServerConfig.ephemeral().withPort(-1))
                                .withNodes(NodePool.DEFAULT.withCount(0))
                                .withOnly(Set.of(StandardController.RESOURCE_QUOTA))
                                .withoutPodRunner());
        client().resource(
                        new ServiceAccountBuilder()
                                .withNewMetadata()
                                .withNamespace(NAMESPACE)
                                .withName("default")
                                .endMetadata()
                                .build())
                .create();
    }

    @AfterAll
    static void stop() {
        if (cluster != null) {
            cluster.close();
        }
    }

    /// FE6
    @Test
    void gatesAreGivenAtCreationAndThenOnlyRemovedInAnyOrder() {
        create("fe6", "a", "b", "c");

        assertThatThrownBy(() -> merge("fe6", gates("a", "b", "c", "x")))
                .hasMessageContaining(
                        "spec.schedulingGates[3].name: Forbidden: only deletion is allowed, but"
                                + " found new scheduling gate 'x'");
        assertThat(names(merge("fe6", gates("a", "c")))).containsExactly("a", "c");
        assertThatThrownBy(() -> merge("fe6", gates("a", "b", "c")))
                .hasMessageContaining("found new scheduling gate 'b'");
        assertThat(names(merge("fe6", gates("c")))).containsExactly("c");
        assertThat(names(merge("fe6", gates()))).isEmpty();

        Pod placed = pod("fe6-placed", "a");
        placed.getSpec().setNodeName("n1");
        assertThatThrownBy(() -> client().resource(placed).create())
                .hasMessageContaining("spec.nodeName: Forbidden");
    }

    /// FE7: what may be edited while the pod is gated, and no longer when it is not.
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    selector-more    | nodeSelector: {k: v, more: v}                          | true
                    selector-other   | nodeSelector: {k: other}                               | false
                    selector-gone    | nodeSelector: {k: null}                                | false
                    term-narrower    | affinity: {nodeAffinity: {T: {nodeSelectorTerms: [{matchExpressions: [{key: a, operator: Exists}, {key: b, operator: Exists}]}]}}} | true
                    term-wider       | affinity: {nodeAffinity: {T: {nodeSelectorTerms: [{matchExpressions: [{key: b, operator: Exists}]}]}}} | false
                    term-added       | affinity: {nodeAffinity: {T: {nodeSelectorTerms: [{matchExpressions: [{key: a, operator: Exists}]}, {matchExpressions: [{key: b, operator: Exists}]}]}}} | false
                    term-gone        | affinity: {nodeAffinity: {T: null}}                    | false
                    preference       | affinity: {nodeAffinity: {preferredDuringSchedulingIgnoredDuringExecution: [{weight: 1, preference: {matchExpressions: [{key: z, operator: Exists}]}}]}} | true
                    pod-affinity     | affinity: {podAffinity: {P: [{topologyKey: z}]}}       | false
                    priority         | priorityClassName: system-node-critical                | false
                    """)
    void whereAGatedPodMayGoIsOnlyNarrowed(String name, String edit, boolean allowed)
            throws Exception {
        Pod pod = pod("fe7-" + name, "a");
        pod.getSpec().setNodeSelector(Map.of("k", "v"));
        pod =
                new PodBuilder(pod)
                        .editSpec()
                        .editOrNewAffinity()
                        .withNewNodeAffinity()
                        .withNewRequiredDuringSchedulingIgnoredDuringExecution()
                        .addNewNodeSelectorTerm()
                        .addNewMatchExpression()
                        .withKey("a")
                        .withOperator("Exists")
                        .endMatchExpression()
                        .endNodeSelectorTerm()
                        .endRequiredDuringSchedulingIgnoredDuringExecution()
                        .endNodeAffinity()
                        .endAffinity()
                        .endSpec()
                        .build();
        client().resource(pod).create();
        String required = "equiredDuringSchedulingIgnoredDuringExecution";
        String patch =
                new com.fasterxml.jackson.dataformat.yaml.YAMLMapper()
                        .readTree(
                                "spec: {"
                                        + edit.replace("T:", "r" + required + ":")
                                                .replace("P:", "r" + required + ":")
                                        + "}")
                        .toString();

        if (allowed) {
            merge("fe7-" + name, patch);
            merge("fe7-" + name, gates());
            String later = "{\"spec\":{\"nodeSelector\":{\"later\":\"v\"}}}";
            assertThatThrownBy(() -> merge("fe7-" + name, later))
                    .hasMessageContaining("spec: Forbidden: pod updates may not change fields");
        } else {
            assertThatThrownBy(() -> merge("fe7-" + name, patch))
                    .isInstanceOf(KubernetesClientException.class)
                    .extracting(refused -> ((KubernetesClientException) refused).getCode())
                    .isEqualTo(422);
        }
    }

    /// FE8: an autoscaler adds nodes for pods whose condition says `Unschedulable`.
    @Test
    void aGatedPodIsNoReasonToAddNodes() throws Exception {
        create("fe8", "a");
        settled();

        assertThat(get("fe8").getStatus().getConditions())
                .singleElement()
                .satisfies(
                        condition -> {
                            assertThat(condition.getType()).isEqualTo("PodScheduled");
                            assertThat(condition.getStatus()).isEqualTo("False");
                            assertThat(condition.getReason()).isEqualTo("SchedulingGated");
                        });
        assertThat(client().pods().inNamespace(NAMESPACE).list().getItems())
                .filteredOn(pod -> !pod.getSpec().getSchedulingGates().isEmpty())
                .flatExtracting(pod -> pod.getStatus().getConditions())
                .noneMatch(condition -> "Unschedulable".equals(condition.getReason()));
    }

    /// FE11: whoever asks, and by whichever way.
    @ParameterizedTest
    @CsvSource({"pods/fe11/binding", "bindings"})
    void aGatedPodIsBoundByNobody(String path) {
        if (client().pods().inNamespace(NAMESPACE).withName("fe11").get() == null) {
            create("fe11", "a");
        }
        String binding =
                "{\"kind\":\"Binding\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"fe11\"},"
                        + "\"target\":{\"kind\":\"Node\",\"name\":\"n1\"}}";

        assertThatThrownBy(
                        () ->
                                client().raw(
                                                "/api/v1/namespaces/" + NAMESPACE + "/" + path,
                                                "POST",
                                                binding))
                .hasMessageContaining("pod fe11 has non-empty .spec.schedulingGates");
        assertThat(get("fe11").getSpec().getNodeName()).isNull();
    }

    /// FE12: by its name, since by its place it might be another one by now.
    @Test
    void aGateIsRemovedByAPatchThatTestsItsName() {
        create("fe12", "a", "b");
        String second =
                "[{\"op\":\"test\",\"path\":\"/spec/schedulingGates/%d/name\",\"value\":\"b\"},"
                        + "{\"op\":\"remove\",\"path\":\"/spec/schedulingGates/%d\"}]";

        assertThatThrownBy(() -> patch("fe12", PatchType.JSON, second.formatted(0, 0)))
                .isInstanceOf(KubernetesClientException.class);
        assertThat(names(get("fe12"))).containsExactly("a", "b");
        assertThat(names(patch("fe12", PatchType.JSON, second.formatted(1, 1))))
                .containsExactly("a");
    }

    /// FE13: a quota counts a gated pod like any other, and once.
    @Test
    void aQuotaCountsAGatedPodOnce() throws Exception {
        client().resource(
                        new ResourceQuotaBuilder()
                                .withNewMetadata()
                                .withNamespace(NAMESPACE)
                                .withName("fe13")
                                .endMetadata()
                                .withNewSpec()
                                .addToHard("pods", new Quantity("1000"))
                                .addToHard("requests.cpu", new Quantity("1000"))
                                .endSpec()
                                .build())
                .create();
        settled();
        long before = used();
        create("fe13", "a");
        settled();
        assertThat(used()).isEqualTo(before + 1);
        merge("fe13", gates());
        settled();
        assertThat(used()).isEqualTo(before + 1);
    }

    private static long used() {
        var quota =
                Objects.requireNonNull(
                        client().resourceQuotas().inNamespace(NAMESPACE).withName("fe13").get());
        return Long.parseLong(
                Objects.requireNonNull(quota.getStatus().getUsed().get("pods")).getAmount());
    }

    private static String gates(String... names) {
        return Arrays.stream(names)
                .map(name -> "{\"name\":\"" + name + "\"}")
                .collect(Collectors.joining(",", "{\"spec\":{\"schedulingGates\":[", "]}}"));
    }

    private static List<String> names(Pod pod) {
        return pod.getSpec().getSchedulingGates().stream().map(PodSchedulingGate::getName).toList();
    }

    private static Pod merge(String name, String body) {
        return patch(name, PatchType.JSON_MERGE, body);
    }

    private static Pod patch(String name, PatchType type, String body) {
        return client().pods()
                .inNamespace(NAMESPACE)
                .withName(name)
                .patch(PatchContext.of(type), body);
    }

    private static Pod get(String name) {
        return Objects.requireNonNull(
                client().pods().inNamespace(NAMESPACE).withName(name).get(), name);
    }

    private static void create(String name, String... gates) {
        client().resource(pod(name, gates)).create();
    }

    private static Pod pod(String name, String... gates) {
        return new PodBuilder()
                .withNewMetadata()
                .withNamespace(NAMESPACE)
                .withName(name)
                .endMetadata()
                .withNewSpec()
                .withSchedulingGates(Arrays.stream(gates).map(PodSchedulingGate::new).toList())
                .addNewContainer()
                .withName("c")
                .withImage("registry.example.com/work:1")
                .withNewResources()
                .addToRequests("cpu", new Quantity("1"))
                .endResources()
                .endContainer()
                .endSpec()
                .build();
    }

    private static void settled() throws InterruptedException {
        Objects.requireNonNull(cluster).awaitQuiet(Duration.ofSeconds(20));
    }

    private static KubernetesClient client() {
        return Objects.requireNonNull(cluster).client();
    }
}
