package dev.sluice.conformance.scheduler;

import static dev.sluice.conformance.scheduler.FaultyScheduling.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.podscheduler.cluster.Pod;
import dev.sluice.podscheduler.config.PluginCatalogue;
import dev.sluice.podscheduler.config.SchedulerConfiguration;
import dev.sluice.podscheduler.framework.EventKind;
import dev.sluice.podscheduler.framework.PreEnqueuePlugin;
import dev.sluice.podscheduler.framework.Status;
import dev.sluice.podscheduler.framework.Wake;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// The extension point without the default plugin (S1.72): gates that are labels.
@NullUnmarked
class GatesOfOnesOwnTest {
    private FaultyScheduling cluster;

    private static final class LabelGates implements PreEnqueuePlugin {
        @Override
        public String name() {
            return "LabelGates";
        }

        @Override
        public Status preEnqueue(Pod pod) {
            return pod.labels().containsKey("hold")
                    ? Status.unresolvable("held by a label")
                    : Status.SUCCESS;
        }

        @Override
        public List<Wake> wakes() {
            return List.of(new Wake(EventKind.OWN_LABEL, Wake.Hint.ALWAYS));
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
                                                "preEnqueue",
                                                Map.of(
                                                        "disabled",
                                                        List.of(Map.of("name", "*")),
                                                        "enabled",
                                                        List.of(Map.of("name", "LabelGates")))))));
        cluster =
                new FaultyScheduling(
                        SchedulerConfiguration.read(
                                file,
                                PluginCatalogue.standard()
                                        .with("LabelGates", _ -> new LabelGates())));
        cluster.node("n1", 4);
        cluster.settle();
    }

    @AfterEach
    void stop() {
        cluster.close();
    }

    /// S1.53: nothing is written about the pod either.
    @Test
    void aPluginGatesWhereTheDefaultOneIsOff() throws Exception {
        cluster.create(pod("p", "1").editMetadata().addToLabels("hold", "yes").endMetadata());
        cluster.settle();
        assertThat(cluster.get("p").getSpec().getNodeName()).isNull();
        assertThat(cluster.get("p").getStatus().getConditions()).isEmpty();

        cluster.client()
                .pods()
                .inNamespace(FaultyScheduling.NAMESPACE)
                .withName("p")
                .edit(
                        held -> {
                            held.getMetadata().setLabels(Map.of());
                            return held;
                        });
        cluster.settle();
        assertThat(cluster.get("p").getSpec().getNodeName()).isEqualTo("n1");
    }

    /// S1.7: a field of that name is unknown, and means nothing.
    @Test
    void thereIsNoFieldSchedulingPaused() throws Exception {
        cluster.client()
                .raw(
                        "/api/v1/namespaces/default/pods",
                        "POST",
                        """
                        {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "p"},
                         "spec": {"schedulingPaused": true,
                                  "containers": [{"name": "c", "image": "c"}]}}""");
        cluster.settle();

        assertThat(cluster.get("p").getSpec().getNodeName()).isEqualTo("n1");
    }
}
