package dev.sluice.conformance.scheduler;

import static dev.sluice.conformance.scheduler.FaultyScheduling.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.podscheduler.cluster.Pod;
import dev.sluice.podscheduler.config.PluginCatalogue;
import dev.sluice.podscheduler.config.SchedulerConfiguration;
import dev.sluice.podscheduler.framework.CycleState;
import dev.sluice.podscheduler.framework.PermitPlugin;
import dev.sluice.podscheduler.framework.PreBindPlugin;
import dev.sluice.podscheduler.framework.Status;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.NullUnmarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// A pod that will not be at its node at once says where it is going (S5.30).
@NullUnmarked
class AnnouncedNodesTest {
    private final AtomicReference<@Nullable String> announced = new AtomicReference<>();
    private FaultyScheduling cluster;

    /// Lets pods with the label `ask` wait for ten seconds, and prepares the nodes of those with the label `prepare`.
    private final class Slow implements PermitPlugin, PreBindPlugin {
        @Override
        public String name() {
            return "Slow";
        }

        @Override
        public Permission permit(CycleState state, Pod pod, String node) {
            return pod.labels().containsKey("ask")
                    ? new Permission.Wait(Duration.ofSeconds(10))
                    : Permission.GRANTED;
        }

        @Override
        public boolean hasWork(Pod pod, String node) {
            return pod.labels().containsKey("prepare");
        }

        @Override
        public Status preBind(Pod pod, String node) {
            announced.set(nominated(pod.name()));
            return Status.SUCCESS;
        }
    }

    @BeforeEach
    void start() throws Exception {
        Map<String, Object> file =
                Map.of(
                        "profiles",
                        List.of(
                                Map.of(
                                        "plugins",
                                        Map.of(
                                                "multiPoint",
                                                Map.of(
                                                        "enabled",
                                                        List.of(Map.of("name", "Slow")))))));
        cluster =
                new FaultyScheduling(
                        SchedulerConfiguration.read(
                                file, PluginCatalogue.standard().with("Slow", _ -> new Slow())));
        cluster.node("n1", 4);
        cluster.settle();
    }

    @AfterEach
    void stop() {
        cluster.close();
    }

    @Test
    void whileItWaitsForLeaveAndNoLongerWhenThatIsRefused() throws Exception {
        cluster.create(labelled("p", "ask"));
        cluster.settle();
        assertThat(nominated("p")).isEqualTo("n1");
        assertThat(cluster.get("p").getSpec().getNodeName()).isNull();

        cluster.pass(Duration.ofSeconds(11));
        assertThat(cluster.scheduled("p").getMessage())
                .contains("rejected due to timeout after waiting 10s at plugin Slow");
        assertThat(nominated("p")).isNull();
    }

    @Test
    void whileItsNodeIsPreparedAndNoLongerWhenItIsThere() throws Exception {
        cluster.create(labelled("p", "prepare"));
        cluster.settle();

        assertThat(announced).hasValue("n1");
        assertThat(cluster.get("p").getSpec().getNodeName()).isEqualTo("n1");
        assertThat(nominated("p")).isNull();
    }

    @Test
    void notWhenThereIsNothingToWaitFor() throws Exception {
        cluster.disturb(
                (request, served) -> {
                    assertThat(request.path()).doesNotEndWith("/status");
                    return served.get();
                });
        cluster.create(labelled("p", "hurry"));
        cluster.settle();

        assertThat(cluster.get("p").getSpec().getNodeName()).isEqualTo("n1");
        assertThat(announced).hasValue(null);
    }

    @Test
    void aRefusalOfItHoldsNobodyUp() throws Exception {
        cluster.disturb(
                (request, served) ->
                        request.path().endsWith("/status")
                                ? FaultyScheduling.failure(503, "no leader")
                                : served.get());
        cluster.create(labelled("p", "prepare"));
        cluster.settle();

        assertThat(announced).hasValue(null);
        assertThat(cluster.get("p").getSpec().getNodeName()).isEqualTo("n1");
    }

    private static PodBuilder labelled(String name, String label) {
        return pod(name, "1").editMetadata().addToLabels(label, "yes").endMetadata();
    }

    private @Nullable String nominated(String name) {
        return Objects.requireNonNull(cluster.get(name)).getStatus().getNominatedNodeName();
    }
}
