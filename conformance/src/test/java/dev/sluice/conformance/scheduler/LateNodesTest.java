package dev.sluice.conformance.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.apiserver.ApiServerConfig;
import dev.sluice.controllers.event.EventRecorder;
import dev.sluice.controllers.scheduling.Scheduling;
import dev.sluice.localcluster.LocalCluster;
import dev.sluice.localcluster.LocalClusterConfig;
import dev.sluice.localcluster.node.NodePool;
import dev.sluice.podscheduler.plugins.DefaultPlugins;
import dev.sluice.reconcile.ManualClock;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Nodes that come piece by piece: first the object, then what it offers, last that it is ready. No pod may sleep through
/// any of it, and the clock is turned by hand, so none can be rescued by a later look (S2.70, S4.68).
class LateNodesTest {
    private final ManualClock clock = new ManualClock(Instant.parse("2026-01-01T00:00:00Z"));
    private @Nullable LocalCluster cluster;

    @BeforeEach
    void start() throws Exception {
        cluster =
                LocalCluster.start(
                        LocalClusterConfig.on(ApiServerConfig.ephemeral().withPort(-1))
                                .withNodes(NodePool.DEFAULT.withCount(0))
                                .withClock(clock)
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
    void aPodFindsTheNodeThatSaysLaterWhatItOffers() throws Exception {
        Node node = cluster().client().resource(node()).create();
        create("p");
        assertThat(get("p").getSpec().getNodeName()).isNull();

        offer(node);
        assertThat(get("p").getSpec().getNodeName()).isEqualTo("late");
    }

    /// Without any node nothing tells what would help, so the pod is tried again after its pause (as recorded).
    @Test
    void aPodFindsTheFirstNodeOfAllAfterItsPause() throws Exception {
        create("p");
        Node node = cluster().client().resource(node()).create();
        settle();
        clock.advance(Duration.ofSeconds(2));
        offer(node);
        assertThat(get("p").getSpec().getNodeName()).isEqualTo("late");
    }

    @Test
    void aPodFindsANodeWhoseTaintGoesLast() throws Exception {
        Node tainted =
                new NodeBuilder(node())
                        .withNewSpec()
                        .addNewTaint()
                        .withKey("example.com/setting-up")
                        .withEffect("NoSchedule")
                        .endTaint()
                        .endSpec()
                        .build();
        Node node = cluster().client().resource(tainted).create();
        create("p");
        offer(node);
        assertThat(get("p").getSpec().getNodeName()).isNull();

        Node offering = Objects.requireNonNull(cluster().client().nodes().withName("late").get());
        offering.getSpec().setTaints(List.of());
        cluster().client().resource(offering).update();
        settle();
        assertThat(get("p").getSpec().getNodeName()).isEqualTo("late");
    }

    private void offer(Node node) throws InterruptedException {
        Node known =
                Objects.requireNonNull(
                        cluster().client().nodes().withName(node.getMetadata().getName()).get());
        cluster()
                .client()
                .resource(
                        new NodeBuilder(known)
                                .editOrNewStatus()
                                .withAllocatable(
                                        Map.of(
                                                "cpu", new Quantity("4"),
                                                "memory", new Quantity("8Gi"),
                                                "pods", new Quantity("110")))
                                .endStatus()
                                .build())
                .updateStatus();
        settle();
    }

    private static Node node() {
        return new NodeBuilder().withNewMetadata().withName("late").endMetadata().build();
    }

    private void create(String name) throws InterruptedException {
        cluster()
                .client()
                .resource(
                        new PodBuilder()
                                .withNewMetadata()
                                .withNamespace("ns")
                                .withName(name)
                                .endMetadata()
                                .withNewSpec()
                                .addNewContainer()
                                .withName("c")
                                .withImage("registry.example.com/work:1")
                                .withNewResources()
                                .withRequests(Map.of("cpu", new Quantity("1")))
                                .endResources()
                                .endContainer()
                                .endSpec()
                                .build())
                .create();
        settle();
    }

    private Pod get(String name) {
        return Objects.requireNonNull(
                cluster().client().pods().inNamespace("ns").withName(name).get(), name);
    }

    private LocalCluster cluster() {
        return Objects.requireNonNull(cluster);
    }

    private void settle() throws InterruptedException {
        cluster().awaitQuiet(Duration.ofSeconds(20));
    }
}
