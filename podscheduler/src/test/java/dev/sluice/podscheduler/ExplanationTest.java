package dev.sluice.podscheduler;

import static dev.sluice.podscheduler.Pods.gated;
import static dev.sluice.podscheduler.Pods.node;
import static dev.sluice.podscheduler.Pods.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.Taint;
import dev.sluice.podscheduler.Explanation.Refused.OnNode;
import dev.sluice.podscheduler.cluster.Node;
import dev.sluice.podscheduler.cluster.Pod;
import dev.sluice.podscheduler.framework.EventKind;
import dev.sluice.podscheduler.plugins.DefaultPlugins;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Why a pod has no node, as data and in lines.
class ExplanationTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private final PodScheduler scheduler = new PodScheduler(DefaultPlugins.profile());

    @Test
    void aGatedPodNamesTheOwnerOfEachGate() {
        Pod a = gated("a", 1, "example.com/sizing", "bare");
        scheduler.podSeen(null, a, NOW);
        assertThat(scheduler.explain(a.uid()))
                .isEqualTo(
                        new Explanation.Gated(
                                List.of(
                                        new Explanation.Gated.Gate(
                                                "example.com/sizing", "example.com", List.of()),
                                        new Explanation.Gated.Gate("bare", "", List.of())),
                                NOW));
    }

    @Test
    void eachNodeSaysWhatItLacksAndWhatWouldLiftThat() {
        scheduler.nodeSeen(node("small", 2), NOW);
        scheduler.nodeSeen(tainted(), NOW);
        Pod a = pod("a", 3);
        scheduler.podSeen(null, a, NOW);
        scheduler.next(NOW);

        assertThat(scheduler.explain(a.uid()))
                .isInstanceOfSatisfying(
                        Explanation.Refused.class,
                        refused -> {
                            assertThat(refused.attempts()).isEqualTo(1);
                            assertThat(refused.nodes())
                                    .containsExactlyInAnyOrder(
                                            new OnNode(
                                                    "small",
                                                    "NodeResourcesFit",
                                                    List.of("Insufficient cpu"),
                                                    "cpu 1 (2 of 2 free)",
                                                    List.of(
                                                            EventKind.NODE_ADD,
                                                            EventKind.NODE_UPDATE_ALLOCATABLE,
                                                            EventKind.ASSIGNED_POD_DELETE,
                                                            EventKind.ASSIGNED_POD_SCALE_DOWN,
                                                            EventKind.OWN_SCALE_DOWN),
                                                    false),
                                            new OnNode(
                                                    "tainted",
                                                    "TaintToleration",
                                                    List.of("node(s) had untolerated taint(s)"),
                                                    "a toleration of team=a",
                                                    List.of(
                                                            EventKind.NODE_ADD,
                                                            EventKind.NODE_UPDATE_TAINT,
                                                            EventKind.OWN_TOLERATION),
                                                    false));
                            assertThat(refused.text())
                                    .contains(
                                            "  small: Insufficient cpu (NodeResourcesFit);"
                                                    + " missing: cpu 1 (2 of 2 free); looked at again after"
                                                    + " NodeAdd");
                        });
    }

    @Test
    void nodesOfWhichTheSameIsSaidShareALine() {
        for (String name : List.of("n1", "n2", "n3", "n4", "n5")) {
            scheduler.nodeSeen(node(name, 2), NOW);
        }
        Pod a = pod("a", 3);
        scheduler.podSeen(null, a, NOW);
        scheduler.next(NOW);

        assertThat(scheduler.explain(a.uid()).text().lines())
                .hasSize(2)
                .anySatisfy(
                        line -> assertThat(line).startsWith("Tried once. 0/5 nodes are available"))
                .anySatisfy(
                        line ->
                                assertThat(line)
                                        .startsWith("  n1, n2, n3 and 2 more: Insufficient cpu"));
    }

    @Test
    void toExplainChangesNothing() {
        scheduler.nodeSeen(node("n1", 4), NOW);
        Pod a = pod("a", 1);
        scheduler.podSeen(null, a, NOW);
        assertThat(scheduler.explain(a.uid())).isEqualTo(new Explanation.Placeable("n1"));
        assertThat(scheduler.explain(a.uid())).isEqualTo(new Explanation.Placeable("n1"));
        assertThat(scheduler.next(NOW)).isInstanceOf(Decision.Bind.class);
        assertThat(scheduler.explain(a.uid())).isEqualTo(new Explanation.OnItsWay("n1"));
        scheduler.podSeen(a, a.on("n1"), NOW);
        assertThat(scheduler.explain(a.uid())).isEqualTo(new Explanation.NotWaiting());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    Running   | Runs on node n1
                    Pending   | Has node n1, and does not run yet (Pending)
                    Succeeded | Has ended on node n1 (Succeeded)
                    Failed    | Has ended on node n1 (Failed)
                    """)
    void aPlacedPodSaysWhereAndHowFarItIs(String phase, String text) {
        assertThat(new Explanation.Placed("n1", phase).text()).isEqualTo(text);
    }

    private static Node tainted() {
        Node plain = node("tainted", 8);
        return new Node(
                plain.name(),
                Map.of(),
                List.of(new Taint("team", "a", Taint.Effect.NO_SCHEDULE)),
                false,
                plain.allocatable(),
                plain.podsMax(),
                List.of());
    }
}
