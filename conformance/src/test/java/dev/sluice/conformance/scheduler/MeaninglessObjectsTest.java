package dev.sluice.conformance.scheduler;

import static dev.sluice.conformance.scheduler.FaultyScheduling.NAMESPACE;
import static dev.sluice.conformance.scheduler.FaultyScheduling.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.apiserver.http.ApiRequest;
import dev.sluice.apiserver.http.ApiResponse;
import dev.sluice.podscheduler.config.PluginCatalogue;
import dev.sluice.podscheduler.config.SchedulerConfiguration;
import io.fabric8.kubernetes.api.model.events.v1.Event;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/// A server that lets through what means nothing: whom it concerns is told, all others are placed, and who is put right is placed, too.
class MeaninglessObjectsTest {
    private static final String NEAR =
            "the operator of a label selector for app is Near, expected In, NotIn, Exists or DoesNotExist";

    @Test
    void aSelectorThatCannotBeReadIsToldToItsPod() throws Exception {
        try (FaultyScheduling cluster =
                new FaultyScheduling(
                        SchedulerConfiguration.read(Map.of(), PluginCatalogue.standard()),
                        MeaninglessObjectsTest::prepare,
                        MeaninglessObjectsTest::misspell)) {
            cluster.node("n1", 4);
            // before there was a node they paused
            cluster.pass(Duration.ofSeconds(11));

            assertThat(cluster.get("other").getSpec().getNodeName()).isEqualTo("n1");
            assertThat(
                            cluster.client()
                                    .events()
                                    .v1()
                                    .events()
                                    .inNamespace(NAMESPACE)
                                    .list()
                                    .getItems())
                    .filteredOn(event -> event.getRegarding().getName().equals("misspelt"))
                    .filteredOn(event -> event.getReason().equals("FailedScheduling"))
                    .extracting(Event::getNote)
                    .contains(NEAR);
            // it was listed wrong, and is watched right
            assertThat(cluster.get("misspelt").getSpec().getNodeName()).isEqualTo("n1");
        }
    }

    private static void prepare(KubernetesClient client) {
        client.resource(pod("other", "1").build()).create();
        client.resource(
                        pod("misspelt", "1")
                                .editSpec()
                                .addNewTopologySpreadConstraint()
                                .withMaxSkew(1)
                                .withTopologyKey("kubernetes.io/hostname")
                                .withWhenUnsatisfiable("ScheduleAnyway")
                                .withNewLabelSelector()
                                .addNewMatchExpression()
                                .withKey("app")
                                .withOperator("In")
                                .withValues("web")
                                .endMatchExpression()
                                .endLabelSelector()
                                .endTopologySpreadConstraint()
                                .endSpec()
                                .build())
                .create();
    }

    private static ApiResponse misspell(ApiRequest request, Supplier<ApiResponse> served) {
        ApiResponse answer = served.get();
        return request.path().equals("/api/v1/pods")
                        && answer instanceof ApiResponse.Whole(var code, var headers, byte[] body)
                ? new ApiResponse.Whole(
                        code,
                        headers,
                        new String(body, StandardCharsets.UTF_8)
                                .replace("\"operator\":\"In\"", "\"operator\":\"Near\"")
                                .getBytes(StandardCharsets.UTF_8))
                : answer;
    }
}
