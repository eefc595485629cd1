package dev.sluice.conformance.scheduler;

import static dev.sluice.conformance.scheduler.FaultyScheduling.NAMESPACE;
import static dev.sluice.conformance.scheduler.FaultyScheduling.pod;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.podscheduler.config.PluginCatalogue;
import dev.sluice.podscheduler.config.SchedulerConfiguration;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodSchedulingGate;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What the scheduler does about gated pods, which is nothing (S1.1 to S1.3, S1.52, S1.53, S1.73, S1.76).
@NullUnmarked
class GatedPodsAreLeftAloneTest {
    private final List<String> writes = Collections.synchronizedList(new ArrayList<>());
    private FaultyScheduling cluster;

    @BeforeEach
    void start() throws Exception {
        cluster =
                new FaultyScheduling(
                        SchedulerConfiguration.read(Map.of(), PluginCatalogue.standard()));
        cluster.node("n1", 4);
        cluster.settle();
    }

    @AfterEach
    void stop() {
        cluster.close();
    }

    /// S1.52, S1.53, S1.73: not a word is written about it, whatever happens and however long it waits.
    @Test
    void nothingIsWrittenAboutAGatedPod() throws Exception {
        cluster.disturb(
                (request, served) -> {
                    if (!request.method().equals("GET")) {
                        writes.add(request.method() + " " + request.path());
                    }
                    return served.get();
                });
        cluster.create(gated("p", "100", "example.com/a", "example.com/b"));
        cluster.settle();
        cluster.client()
                .resource(cluster.get("p"))
                .patch(
                        PatchContext.of(PatchType.JSON_MERGE),
                        "{\"metadata\":{\"labels\":{\"any\":\"label\"}},\"spec\":{\"schedulingGates\":[{\"name\":\"example.com/b\"}]}}");
        cluster.node("n2", 200);
        cluster.pass(Duration.ofMinutes(12));

        assertThat(writes).isEmpty();
        assertThat(cluster.scheduled("p").getReason()).isEqualTo("SchedulingGated");
        assertThat(cluster.client().v1().events().inNamespace(NAMESPACE).list().getItems())
                .isEmpty();
    }

    /// S1.3: a gate that nobody removes stays, and so does the pod.
    @Test
    void noGateIsEverRemovedByTheScheduler() throws Exception {
        cluster.create(gated("p", "1", "example.com/forgotten"));
        cluster.pass(Duration.ofHours(24));

        assertThat(cluster.get("p").getSpec().getSchedulingGates())
                .extracting(PodSchedulingGate::getName)
                .containsExactly("example.com/forgotten");
        assertThat(cluster.get("p").getSpec().getNodeName()).isNull();
    }

    /// S1.91: the pod is not bound within fifteen seconds, and within five once its gates are cleared.
    @Test
    void itIsBoundWhenItsGatesAreClearedAndNotBefore() throws Exception {
        cluster.create(gated("p", "1", "example.com/a", "example.com/b"));
        cluster.pass(Duration.ofSeconds(15));
        assertThat(cluster.get("p").getSpec().getNodeName()).isNull();

        clear("p");
        cluster.pass(Duration.ofSeconds(5));
        assertThat(cluster.get("p").getSpec().getNodeName()).isEqualTo("n1");
    }

    /// S1.76: while the scheduler cannot reach the server nobody is bound; afterwards all goes on.
    @Test
    void gatedPodsStayGatedWhileTheServerIsAway() throws Exception {
        cluster.create(gated("p", "1", "example.com/a"));
        cluster.settle();
        cluster.disturb((_, _) -> FaultyScheduling.failure(503, "the server is away"));
        cluster.create(pod("q", "1"));
        cluster.pass(Duration.ofMinutes(1));
        assertThat(cluster.get("p").getSpec().getNodeName()).isNull();
        assertThat(cluster.get("q").getSpec().getNodeName()).isNull();

        cluster.leaveAlone();
        clear("p");
        cluster.pass(Duration.ofMinutes(1));
        assertThat(cluster.get("p").getSpec().getNodeName()).isEqualTo("n1");
        assertThat(cluster.get("q").getSpec().getNodeName()).isEqualTo("n1");
    }

    /// S1.22, S1.33: a pod with a node has no gates, whichever way it is tried.
    @Test
    void noPodHasBothANodeAndAGate() throws Exception {
        PodBuilder both = gated("p", "1", "example.com/a").editSpec().withNodeName("n1").endSpec();
        assertThatThrownBy(() -> cluster.create(both))
                .isInstanceOfSatisfying(
                        KubernetesClientException.class,
                        refused -> assertThat(refused.getCode()).isEqualTo(422))
                .hasMessageContaining(
                        "spec.nodeName: Forbidden: cannot be set until all schedulingGates have been cleared");
        cluster.create(gated("q", "1", "example.com/a"));
        Pod stored = cluster.get("q");
        assertThatThrownBy(
                        () ->
                                cluster.client()
                                        .resource(stored)
                                        .patch(
                                                PatchContext.of(PatchType.JSON_MERGE),
                                                "{\"spec\":{\"nodeName\":\"n1\"}}"))
                .hasMessageContaining("pod updates may not change fields");
    }

    private void clear(String name) {
        cluster.client()
                .resource(cluster.get(name))
                .patch(
                        PatchContext.of(PatchType.JSON_MERGE),
                        "{\"spec\":{\"schedulingGates\":null}}");
    }

    private static PodBuilder gated(String name, String cpu, String... gates) {
        return pod(name, cpu)
                .editSpec()
                .withSchedulingGates(List.of(gates).stream().map(PodSchedulingGate::new).toList())
                .endSpec();
    }
}
