package dev.sluice.conformance.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.api.config.Configuration;
import dev.sluice.api.feature.FeatureGates;
import dev.sluice.apiserver.ApiServerConfig;
import dev.sluice.conformance.embedded.Answer;
import dev.sluice.conformance.embedded.Requests;
import dev.sluice.conformance.embedded.SluiceCluster;
import dev.sluice.localcluster.LocalCluster;
import dev.sluice.localcluster.node.NodePool;
import dev.sluice.reconcile.ManualClock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Pod groups on a whole cluster, with the feature and without it (S4.160 to S4.165).
@NullUnmarked
class GangsOnAClusterTest {
    private static final String PODS = "/api/v1/namespaces/default/pods";
    private static final String GROUPS =
            "/apis/scheduling.k8s.io/v1beta1/namespaces/default/podgroups";
    private static final ObjectMapper JSON = new ObjectMapper();

    private LocalCluster cluster;

    private void start(Map<String, Boolean> gates) throws Exception {
        Configuration settings = Configuration.read("{}", FeatureGates.defaults().with(gates));
        cluster =
                LocalCluster.start(
                        SluiceCluster.on(ApiServerConfig.ephemeral().withPort(-1), settings)
                                .withNodes(NodePool.DEFAULT.withCount(1))
                                .withClock(new ManualClock(Instant.parse("2026-01-01T00:00:00Z")))
                                .withoutPodRunner());
        cluster.awaitQuiet(Duration.ofSeconds(20));
    }

    @AfterEach
    void stop() {
        cluster.close();
    }

    /// S4.160: as with kube-scheduler 1.36.3.
    @Test
    void withoutTheFeatureThereAreNoGroupsAndNobodyWaitsForOne() throws Exception {
        start(Map.of("GangScheduling", false));
        assertThat(send("POST", GROUPS, group("g", 3)).code()).isEqualTo(404);
        pod("a", "1");
        assertThat(get(PODS + "/a").at("/spec/nodeName").asText()).isNotEmpty();
    }

    /// S4.162, S4.164, S4.161
    @Test
    void aGangIsBoundWhenItIsCompleteAndTheGroupSaysSo() throws Exception {
        start(Map.of("GangScheduling", true));
        pod("a", "1");
        assertThat(explained("a").path("reason").asText()).isEqualTo("GroupMissing");
        assertThat(send("POST", GROUPS, group("g", 3)).code()).isEqualTo(201);
        pod("b", "1");
        JsonNode waiting = explained("a");
        assertThat(waiting.path("outlook").asText()).isEqualTo("WithGroup");
        assertThat(waiting.path("reason").asText()).isEqualTo("GroupIncomplete");
        assertThat(waiting.path("message").asText())
                .contains("waiting for minCount pods from a gang to appear in scheduling queue");

        pod("c", "1");
        for (String name : new String[] {"a", "b", "c"}) {
            assertThat(get(PODS + "/" + name).at("/spec/nodeName").asText()).isNotEmpty();
        }
        JsonNode condition = get(GROUPS + "/g").at("/status/conditions/0");
        assertThat(condition.path("type").asText()).isEqualTo("PodGroupInitiallyScheduled");
        assertThat(condition.path("status").asText()).isEqualTo("True");

        pod("d", "1000");
        assertThat(get(GROUPS + "/g").at("/status/conditions/0/status").asText()).isEqualTo("True");
    }

    /// S4.164: nothing is bound, and pods and group say why.
    @Test
    void aGangThatDoesNotFitHoldsNothing() throws Exception {
        start(Map.of("GenericWorkload", true));
        send("POST", GROUPS, group("g", 2));
        pod("small", "1");
        pod("large", "1000");
        assertThat(get(PODS + "/small").at("/spec").has("nodeName")).isFalse();
        assertThat(get(PODS + "/small").at("/status/conditions").toString())
                .contains("minCount (2) cannot be satisfied: 1 scheduled, 0 remaining");
        JsonNode condition = get(GROUPS + "/g").at("/status/conditions/0");
        assertThat(condition.path("status").asText()).isEqualTo("False");
        assertThat(condition.path("reason").asText()).isEqualTo("Unschedulable");
        assertThat(condition.path("message").asText())
                .startsWith("minCount (2) cannot be satisfied: 1 scheduled, 0 remaining; large: ");

        send(
                "PATCH",
                GROUPS + "/g",
                "{\"spec\":{\"schedulingPolicy\":{\"gang\":{\"minCount\":1}}}}");
        assertThat(get(PODS + "/small").at("/spec/nodeName").asText()).isNotEmpty();
    }

    /// S4.161
    @Test
    void whatAGroupMayNotSayIsRefused() throws Exception {
        start(Map.of("GangScheduling", true));
        assertThat(refused(group("g", 0))).contains("minCount");
        assertThat(refused("{\"basic\": {}, \"gang\": {\"minCount\": 1}}", "g"))
                .contains("exactly one of basic and gang must be given");
        assertThat(refused("{}", "g")).contains("exactly one of basic and gang must be given");

        send("POST", GROUPS, group("g", 2));
        Answer other =
                send(
                        "PATCH",
                        GROUPS + "/g",
                        "{\"spec\":{\"schedulingPolicy\":{\"gang\":null,\"basic\":{}}}}");
        assertThat(other.code()).isEqualTo(422);
        assertThat(other.body().toString())
                .contains("a group may not change between basic and gang");

        pod("a", "1");
        Answer moved =
                send(
                        "PATCH",
                        PODS + "/a",
                        "{\"spec\":{\"schedulingGroup\":{\"podGroupName\":\"h\"}}}");
        assertThat(moved.code()).isEqualTo(422);
    }

    /// FE10
    @Test
    void aStatefulSetThatWaitsForItsFirstPodIsSaidToHoldUpItsGroup() throws Exception {
        start(Map.of("GangScheduling", true));
        send("POST", GROUPS, group("g", 3));
        statefulSet("web", "OrderedReady");
        JsonNode waiting = explained("web-0");
        assertThat(waiting.path("reason").asText()).isEqualTo("WaitingForOwner");
        assertThat(waiting.path("message").asText())
                .contains("StatefulSet web makes its next pod only when web-0 is ready");

        send("DELETE", "/apis/apps/v1/namespaces/default/statefulsets/web", "{}");
        statefulSet("all", "Parallel");
        assertThat(get(PODS + "/all-2").at("/spec/nodeName").asText()).isNotEmpty();
    }

    private void statefulSet(String name, String policy) throws Exception {
        Answer made =
                send(
                        "POST",
                        "/apis/apps/v1/namespaces/default/statefulsets",
                        """
                        {"apiVersion": "apps/v1", "kind": "StatefulSet", "metadata": {"name": "%1$s"},
                         "spec": {"replicas": 3, "serviceName": "s", "podManagementPolicy": "%2$s",
                          "selector": {"matchLabels": {"app": "%1$s"}},
                          "template": {"metadata": {"labels": {"app": "%1$s"}},
                           "spec": {"schedulingGroup": {"podGroupName": "g"},
                            "containers": [{"name": "c", "image": "c"}]}}}}"""
                                .formatted(name, policy));
        assertThat(made.code()).isEqualTo(201);
    }

    private String refused(String policy, String name) throws Exception {
        return refused(
                """
                {"apiVersion": "scheduling.k8s.io/v1beta1", "kind": "PodGroup",
                 "metadata": {"name": "%s"}, "spec": {"schedulingPolicy": %s}}"""
                        .formatted(name, policy));
    }

    private String refused(String group) throws Exception {
        Answer answer = send("POST", GROUPS, group);
        assertThat(answer.code()).isEqualTo(422);
        return answer.body().toString();
    }

    private static String group(String name, int minCount) {
        return """
               {"apiVersion": "scheduling.k8s.io/v1beta1", "kind": "PodGroup",
                "metadata": {"name": "%s"},
                "spec": {"schedulingPolicy": {"gang": {"minCount": %d}}}}"""
                .formatted(name, minCount);
    }

    private void pod(String name, String cpu) throws Exception {
        Answer made =
                send(
                        "POST",
                        PODS,
                        """
                        {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "%s"},
                         "spec": {"schedulingGroup": {"podGroupName": "g"},
                          "containers": [{"name": "c", "image": "c",
                           "resources": {"requests": {"cpu": "%s"}}}]}}"""
                                .formatted(name, cpu));
        assertThat(made.code()).isEqualTo(201);
    }

    private Answer send(String method, String path, String body) throws Exception {
        String type = method.equals("PATCH") ? "application/merge-patch+json" : "application/json";
        Answer answer = new Requests(cluster.client()).send(method, path, type, body);
        cluster.awaitQuiet(Duration.ofSeconds(20));
        return answer;
    }

    private JsonNode get(String path) throws Exception {
        return JSON.readTree(cluster.client().raw(path, "GET", null));
    }

    private JsonNode explained(String pod) throws Exception {
        return get(
                "/apis/visibility.sluice.dev/v1alpha1/namespaces/default/podexplanations/" + pod);
    }
}
