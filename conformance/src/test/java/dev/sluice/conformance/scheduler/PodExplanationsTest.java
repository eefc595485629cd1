package dev.sluice.conformance.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.api.config.Configuration;
import dev.sluice.apiserver.ApiServerConfig;
import dev.sluice.conformance.embedded.SluiceCluster;
import dev.sluice.localcluster.LocalCluster;
import dev.sluice.localcluster.node.NodePool;
import dev.sluice.reconcile.ManualClock;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// Why a pod has no node, as an object of the API.
@NullUnmarked
class PodExplanationsTest {
    private static final String PODS = "/api/v1/namespaces/ns/pods";
    private static LocalCluster cluster;

    @BeforeAll
    static void start() throws Exception {
        cluster =
                LocalCluster.start(
                        SluiceCluster.on(
                                        ApiServerConfig.ephemeral().withPort(-1),
                                        Configuration.defaults())
                                .withNodes(NodePool.DEFAULT.withCount(1))
                                .withClock(new ManualClock(Instant.parse("2026-01-01T00:00:00Z")))
                                .withoutPodRunner());
        cluster.client()
                .resource(
                        new NamespaceBuilder()
                                .withNewMetadata()
                                .withName("ns")
                                .endMetadata()
                                .build())
                .create();
        // its service account is there
        cluster.awaitQuiet(Duration.ofSeconds(20));
    }

    @AfterAll
    static void stop() {
        cluster.close();
    }

    /// S1.12, S1.54: each gate has an owner of its own.
    @Test
    void aGateIsToldWithWhoSetItAndWhen() throws Exception {
        apply("first", "[{\"name\":\"example.com/sizing\"}]");
        JsonNode explained = explained("gated");

        assertThat(explained.path("outlook").asText()).isEqualTo("Gated");
        assertThat(explained.path("since").asText()).isEqualTo("2026-01-01T00:00:00Z");
        assertThat(explained.path("gates").toString())
                .isEqualTo(
                        "[{\"name\":\"example.com/sizing\",\"owner\":\"example.com\",\"setBy\":[\"first\"]}]");
        assertThat(explained.path("message").asText())
                .isEqualTo(
                        """
                        Not tried since 2026-01-01T00:00:00Z, because of scheduling gates:
                          example.com/sizing, set by first, to be removed by example.com""");

        apply("second", "[{\"name\":\"example.com/sizing\"}]");
        assertThat(explained("gated").at("/gates/0/setBy").toString())
                .isEqualTo("[\"first\",\"second\"]");
        // who no longer wants a gate gives it up; it stays as long as the other wants it
        apply("first", "[]");
        assertThat(explained("gated").at("/gates/0/setBy").toString()).isEqualTo("[\"second\"]");
        apply("second", "[]");
        JsonNode placed = explained("gated");
        assertThat(placed.path("outlook").asText()).isEqualTo("Placed");
        assertThat(placed.path("message").asText())
                .isEqualTo(
                        "Has node %s, and does not run yet (Pending)"
                                .formatted(placed.path("node").asText()));
    }

    @Test
    void aNodeIsToldWithWhatItLacksAndWhatWouldLiftThat() throws Exception {
        cluster.client()
                .raw(
                        PODS,
                        "POST",
                        """
                        {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "large"},
                         "spec": {"containers": [{"name": "c", "image": "c",
                           "resources": {"requests": {"cpu": "1000"}}}]}}""");
        JsonNode explained = explained("large");

        assertThat(explained.path("outlook").asText()).isEqualTo("Refused");
        assertThat(explained.path("condition").asText())
                .startsWith("0/1 nodes are available: 1 Insufficient cpu.");
        JsonNode node = explained.at("/nodes/0");
        assertThat(node.path("plugin").asText()).isEqualTo("NodeResourcesFit");
        assertThat(node.path("missing").asText()).startsWith("cpu ");
        assertThat(node.path("liftedBy").toString()).contains("NodeAdd", "AssignedPodDelete");
        assertThat(node.path("preemptionMayHelp").asBoolean()).isFalse();
    }

    @Test
    void whoIsNotThereIsNotFoundAndNobodyListsAll() {
        assertThatThrownBy(() -> explained("nobody"))
                .isInstanceOfSatisfying(
                        KubernetesClientException.class,
                        refused -> assertThat(refused.getCode()).isEqualTo(404));
        assertThatThrownBy(() -> explained(""))
                .isInstanceOfSatisfying(
                        KubernetesClientException.class,
                        refused -> assertThat(refused.getCode()).isEqualTo(405));
    }

    private static void apply(String manager, String gates) throws Exception {
        new dev.sluice.conformance.embedded.Requests(cluster.client())
                .send(
                        "PATCH",
                        PODS + "/gated?force=true&fieldManager=" + manager,
                        "application/apply-patch+yaml",
                        """
                        {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "gated"},
                         "spec": {"schedulingGates": %s, "containers": [{"name": "c", "image": "c"}]}}"""
                                .formatted(gates));
        cluster.awaitQuiet(Duration.ofSeconds(20));
    }

    private static JsonNode explained(String pod) throws Exception {
        cluster.awaitQuiet(Duration.ofSeconds(20));
        return new ObjectMapper()
                .readTree(
                        cluster.client()
                                .raw(
                                        "/apis/visibility.sluice.dev/v1alpha1/namespaces/ns/podexplanations"
                                                + (pod.isEmpty() ? "" : "/" + pod),
                                        "GET",
                                        null));
    }
}
