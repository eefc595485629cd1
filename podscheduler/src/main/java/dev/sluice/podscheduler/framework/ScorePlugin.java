package dev.sluice.podscheduler.framework;

import dev.sluice.podscheduler.cluster.NodeState;
import dev.sluice.podscheduler.cluster.Pod;
import java.util.List;

/// Says how good a node is for a pod.
public interface ScorePlugin extends Plugin {
    long SCORE_MAX = 100;

    /// Any number, if [#normalise] brings it into 0 to 100; else 0 to 100.
    long score(CycleState state, Pod pod, NodeState node);

    /// Brings the scores of all nodes into 0 to 100, in place.
    ///
    /// @param nodes in the order of the scores
    default void normalise(CycleState state, List<NodeState> nodes, long[] scores) {}

    /// The usual way (S4.1): the highest becomes 100, the others in proportion; `reverse` turns it round, so that
    /// the lowest raw score is the best.
    static void normaliseByMaximum(long[] scores, boolean reverse) {
        long max = 0;
        for (long score : scores) {
            max = Math.max(max, score);
        }
        for (int i = 0; i < scores.length; i++) {
            long share = max == 0 ? 0 : SCORE_MAX * scores[i] / max;
            scores[i] = reverse ? SCORE_MAX - share : share;
        }
    }
}
