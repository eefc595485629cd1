package dev.sluice.podscheduler.cycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.podscheduler.cluster.ClusterState;
import dev.sluice.podscheduler.cluster.Node;
import dev.sluice.podscheduler.cluster.NodeState;
import dev.sluice.podscheduler.cluster.Resources;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// How many nodes are looked at, and which of equally good ones is taken.
class NodeSearchTest {
    /// TV-77, S5.22
    @ParameterizedTest
    @CsvSource({"50, 50", "100, 100", "1000, 420", "5000, 500", "6000, 300"})
    void inLargeClustersFewerAreEnough(int nodes, int enough) {
        assertThat(new NodeSearch(0, true).enough(nodes)).isEqualTo(enough);
        assertThat(new NodeSearch(100, true).enough(nodes)).isEqualTo(nodes);
    }

    @Test
    void withoutScoresTheFirstIsAsGoodAsAny() {
        assertThat(new NodeSearch(0, false).enough(5000)).isEqualTo(1);
    }

    @Test
    void aPercentageIsOne() {
        assertThatThrownBy(() -> new NodeSearch(101, true))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("percentageOfNodesToScore is 101, expected 0 to 100");
    }

    /// TV-78, S5.26
    @Test
    void equalPodsSpreadOverEquallyGoodNodes() {
        ClusterState cluster = new ClusterState();
        List<NodeState> nodes = List.of(cluster.put(node("n1")), cluster.put(node("n2")));
        ScoreSheet sheet = new ScoreSheet(nodes, List.of());
        int first = 0;
        for (int i = 0; i < 10_000; i++) {
            first += TieBreak.BY_UID.among(sheet, "uid-" + i) == nodes.getFirst() ? 1 : 0;
        }
        assertThat(first).isBetween(4_500, 5_500);
        assertThat(TieBreak.BY_UID.among(sheet, "uid"))
                .isSameAs(TieBreak.BY_UID.among(sheet, "uid"));
    }

    private static Node node(String name) {
        return new Node(
                name,
                Map.of(),
                List.of(),
                false,
                new Resources(1, 1, 1, new TreeMap<>()),
                10,
                List.of());
    }
}
