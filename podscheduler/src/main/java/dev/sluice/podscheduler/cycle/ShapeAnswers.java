package dev.sluice.podscheduler.cycle;

import dev.sluice.podscheduler.cluster.NodeState;
import dev.sluice.podscheduler.framework.Diagnosis.Refusal;
import dev.sluice.podscheduler.framework.NodeMemo;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What the plugins that look at one node at a time said about pods of one shape, node by node. An answer holds as long as the
/// node's generation is the one it was given for.
final class ShapeAnswers {
    private static final int SLOTS_MIN = 64;

    /// How many questions are remembered.
    private static final int QUESTIONS_MAX = 4;

    private final int scores;
    private long[] filteredAt = new long[SLOTS_MIN];
    private @Nullable Refusal[] refusals = new Refusal[SLOTS_MIN];
    private long[] scoredAt = new long[SLOTS_MIN];
    private long[] rawScores;

    /// What else was worked out, by type and question.
    private final Map<Asked, KeptAnswers<?>> keptByQuestion =
            new LinkedHashMap<>(16, 0.75f, true) {
                private static final long serialVersionUID = 1L;

                @Override
                protected boolean removeEldestEntry(Map.Entry<Asked, KeptAnswers<?>> eldest) {
                    return size() > QUESTIONS_MAX;
                }
            };

    private record Asked(Class<?> type, Object question) {}

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

    @SuppressWarnings("unchecked") // the type is part of the key
    <T> NodeMemo<T> kept(Class<T> type, Object question) {
        return (NodeMemo<T>)
                keptByQuestion.computeIfAbsent(
                        new Asked(type, question), _ -> new KeptAnswers<>(type));
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
