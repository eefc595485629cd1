package dev.sluice.podscheduler.cycle;

import dev.sluice.podscheduler.cluster.NodeState;
import dev.sluice.podscheduler.framework.Diagnosis.Refusal;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// What the plugins that look at one node at a time said about pods of one shape, node by node. An answer holds as long as the
/// node's generation is the one it was given for.
final class ShapeAnswers {
    private static final int SLOTS_MIN = 64;
    private final int scores;
    private long[] filteredAt = new long[SLOTS_MIN];
    private @Nullable Refusal[] refusals = new Refusal[SLOTS_MIN];
    private long[] scoredAt = new long[SLOTS_MIN];
    private long[] rawScores;

    /// @param scores how many plugins score one node at a time
    ShapeAnswers(int scores) {
        this.scores = scores;
        this.rawScores = new long[SLOTS_MIN * scores];
    }

    /// Makes room for nodes with slots below this.
    void reserve(int slots) {
        if (slots > filteredAt.length) {
            int length = Math.max(slots, filteredAt.length * 2);
            filteredAt = Arrays.copyOf(filteredAt, length);
            refusals = Arrays.copyOf(refusals, length);
            scoredAt = Arrays.copyOf(scoredAt, length);
            rawScores = Arrays.copyOf(rawScores, length * scores);
        }
    }

    boolean knowsFilters(NodeState node) {
        return filteredAt[node.slot()] == node.generation();
    }

    @Nullable Refusal refusal(NodeState node) {
        return refusals[node.slot()];
    }

    void putRefusal(NodeState node, @Nullable Refusal refusal) {
        refusals[node.slot()] = refusal;
        filteredAt[node.slot()] = node.generation();
    }

    boolean knowsScores(NodeState node) {
        return scoredAt[node.slot()] == node.generation();
    }

    long score(NodeState node, int plugin) {
        return rawScores[node.slot() * scores + plugin];
    }

    void putScore(NodeState node, int plugin, long score) {
        rawScores[node.slot() * scores + plugin] = score;
    }

    void scored(NodeState node) {
        scoredAt[node.slot()] = node.generation();
    }
}
