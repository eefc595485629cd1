package dev.sluice.conformance.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.apiserver.ApiServerConfig;
import dev.sluice.controllers.event.EventRecorder;
import dev.sluice.controllers.scheduling.Scheduling;
import dev.sluice.localcluster.LocalCluster;
import dev.sluice.localcluster.LocalClusterConfig;
import dev.sluice.podscheduler.plugins.DefaultPlugins;
import dev.sluice.reconcile.ManualClock;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// The scheduler on a whole cluster: what users see of it (S1.50 to S1.53, S5.33, S5.43 to S5.45).
class SchedulingStoriesTest {
    private @Nullable LocalCluster cluster;

    @BeforeEach
    void start() throws Exception {
        cluster =
                LocalCluster.start(
                        LocalClusterConfig.on(ApiServerConfig.ephemeral().withPort(-1))
                                .withClock(new ManualClock(Instant.parse("2026-01-01T00:00:00Z")))
                                .with(
                                        c ->
                                                new Scheduling(
                                                        c,
                                                        new EventRecorder(c, "test"),
                                                        DefaultPlugins.profile())));
        cluster()
                .client()
                .resource(
                        new NamespaceBuilder()
                                .withNewMetadata()
                                .withName("ns")
                                .endMetadata()
                                .build())
                .create();
        settle();
    }

    @AfterEach
    void stop() {
        if (cluster != null) {
            cluster.close();
        }
    }

    @Test
    void aPodIsBoundAndRuns() throws Exception {
        create(pod("p", "1").build());

        assertThat(get("p").getSpec().getNodeName()).startsWith("node-");
        assertThat(get("p").getStatus().getPhase()).isEqualTo("Running");
        assertThat(scheduled(get("p")).getStatus()).isEqualTo("True");
        assertThat(cluster().client().events().v1().events().inNamespace("ns").list().getItems())
                .filteredOn(event -> "Scheduled".equals(event.getReason()))
                .singleElement()
                .satisfies(
                        event -> {
                            assertThat(event.getNote())
                                    .isEqualTo(
                                            "Successfully assigned ns/p to "
                                                    + get("p").getSpec().getNodeName());
                            assertThat(event.getAction()).isEqualTo("Binding");
                        });
    }

    @Test
    void aPodThatFitsNowhereSaysWhy() throws Exception {
        create(pod("p", "17").build());

        PodCondition condition = scheduled(get("p"));
        assertThat(condition.getStatus()).isEqualTo("False");
        assertThat(condition.getReason()).isEqualTo("Unschedulable");
        assertThat(condition.getMessage())
                .isEqualTo(
                        "0/4 nodes are available: 4 Insufficient cpu. preemption: 0/4 nodes are"
                                + " available: 4 Preemption is not helpful for scheduling.");
    }

    @Test
    void aGatedPodWaitsUntilItsGateIsGone() throws Exception {
        Pod gated =
                create(
                        pod("p", "1")
                                .editSpec()
                                .addNewSchedulingGate("example.com/hold")
                                .endSpec()
                                .build());
        assertThat(get("p").getSpec().getNodeName()).isNull();
        assertThat(scheduled(get("p")).getReason()).isEqualTo("SchedulingGated");

        cluster()
                .client()
                .resource(gated)
                .patch(
                        PatchContext.of(PatchType.JSON_MERGE),
                        "{\"spec\":{\"schedulingGates\":null}}");
        settle();
        assertThat(get("p").getStatus().getPhase()).isEqualTo("Running");
    }

    @Test
    void podsFillTheClusterAndNoMore() throws Exception {
        for (int i = 0; i < 9; i++) {
            create(pod("p" + i, "8").build());
        }

        var pods = cluster().client().pods().inNamespace("ns").list().getItems();
        assertThat(pods).filteredOn(pod -> pod.getSpec().getNodeName() != null).hasSize(8);

        cluster()
                .client()
                .resource(
                        pods.stream()
                                .filter(pod -> pod.getSpec().getNodeName() != null)
                                .findFirst()
                                .orElseThrow())
                .withGracePeriod(0)
                .delete();
        settle();
        assertThat(cluster().client().pods().inNamespace("ns").list().getItems())
                .hasSize(8)
                .allSatisfy(pod -> assertThat(pod.getSpec().getNodeName()).isNotNull());
    }

    private static PodBuilder pod(String name, String cpu) {
        return new PodBuilder()
                .withNewMetadata()
                .withNamespace("ns")
                .withName(name)
                .endMetadata()
                .withNewSpec()
                .addNewContainer()
                .withName("c")
                .withImage("registry.example.com/work:1")
                .withNewResources()
                .withRequests(Map.of("cpu", new Quantity(cpu)))
                .endResources()
                .endContainer()
                .endSpec();
    }

    private LocalCluster cluster() {
        return Objects.requireNonNull(cluster);
    }

    private Pod create(Pod pod) throws InterruptedException {
        Pod created = cluster().client().resource(pod).create();
        settle();
        return created;
    }

    private void settle() throws InterruptedException {
        cluster().awaitQuiet(Duration.ofSeconds(20));
    }

    private Pod get(String name) {
        return Objects.requireNonNull(
                cluster().client().pods().inNamespace("ns").withName(name).get(), name);
    }

    private static PodCondition scheduled(Pod pod) {
        return pod.getStatus().getConditions().stream()
                .filter(condition -> condition.getType().equals("PodScheduled"))
                .findFirst()
                .orElseThrow();
    }
}
