package dev.sluice.localcluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.NodeConditionBuilder;
import io.fabric8.kubernetes.api.model.Taint;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/// Taints that say what the conditions of a node say (H8.60).
class NodeLifecycleTest {
    private static final String NOT_READY = "node.kubernetes.io/not-ready:NoSchedule";

    @Test
    void aNodeIsTaintedByItsConditionsAndByItsOwnWill() throws Exception {
        try (Story story = new Story()) {
            Node node =
                    story.create(
                            new NodeBuilder()
                                    .withNewMetadata()
                                    .withName("n")
                                    .endMetadata()
                                    .withNewSpec()
                                    .addNewTaint("NoSchedule", "mine", null, "yes")
                                    .endSpec()
                                    .withNewStatus()
                                    .addToConditions(
                                            new NodeConditionBuilder()
                                                    .withType("Ready")
                                                    .withStatus("False")
                                                    .build())
                                    .endStatus()
                                    .build());
            assertThat(taints(story)).containsExactly("mine:NoSchedule", NOT_READY);

            status(story, "Ready", "True");
            assertThat(taints(story)).containsExactly("mine:NoSchedule");

            story.mergePatch(node, "{\"spec\":{\"unschedulable\":true}}");
            status(story, "Ready", "Unknown");
            assertThat(taints(story))
                    .containsExactly(
                            "mine:NoSchedule",
                            "node.kubernetes.io/unschedulable:NoSchedule",
                            "node.kubernetes.io/unreachable:NoSchedule");
        }
    }

    private static void status(Story story, String type, String status)
            throws InterruptedException {
        Node node = story.client().nodes().withName("n").get();
        story.client()
                .resource(
                        new NodeBuilder(node)
                                .editStatus()
                                .withConditions(
                                        new NodeConditionBuilder()
                                                .withType(type)
                                                .withStatus(status)
                                                .build())
                                .endStatus()
                                .build())
                .updateStatus();
        story.settle();
    }

    private static List<String> taints(Story story) throws InterruptedException {
        story.settle();
        Node node = story.client().nodes().withName("n").get();
        return Objects.requireNonNullElse(node.getSpec().getTaints(), List.<Taint>of()).stream()
                .map(taint -> taint.getKey() + ":" + taint.getEffect())
                .toList();
    }
}
