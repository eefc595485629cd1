package dev.sluice.podscheduler.cycle;

import dev.sluice.podscheduler.cluster.NodeState;
import dev.sluice.podscheduler.cluster.Pod;
import dev.sluice.podscheduler.framework.CycleState;
import dev.sluice.podscheduler.framework.NodeLocal;
import dev.sluice.podscheduler.framework.Point;
import dev.sluice.podscheduler.framework.Profile;
import dev.sluice.podscheduler.framework.ScorePlugin;
import dev.sluice.podscheduler.framework.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// Scores the nodes that can take a pod (S3.13).
record Scoring(Plan plan, CycleState state, Pod pod, ShapeAnswers answers, Timing timing) {

    /// @param silent plugins that have nothing to say about this pod
    ScoreSheet score(List<NodeState> feasible, Set<String> silent) {
        ask(feasible);
        List<ScoreSheet.Column> columns = new ArrayList<>();
        int local = 0;
        for (Profile.Weighted weighted : plan.profile().score()) {
            ScorePlugin plugin = weighted.plugin();
            boolean shared = plugin instanceof NodeLocal;
            int column = shared ? local++ : -1;
            if (silent.contains(plugin.name())) {
                continue;
            }
            timing.asks(plugin, Point.SCORE);
            long begin = timing.begin();
            long[] raw = new long[feasible.size()];
            for (int i = 0; i < raw.length; i++) {
                NodeState node = feasible.get(i);
                raw[i] = shared ? answers.score(node, column) : plugin.score(state, pod, node);
            }
            long[] normalised = raw.clone();
            plugin.normalise(state, feasible, normalised);
            timing.answered(plugin, Point.SCORE, Status.Code.SUCCESS, begin);
            columns.add(new ScoreSheet.Column(plugin.name(), weighted.weight(), raw, normalised));
        }
        return new ScoreSheet(feasible, columns);
    }

    private void ask(List<NodeState> feasible) {
        List<Profile.Weighted> scores = plan.localScores();
        for (NodeState node : feasible) {
            if (!answers.knowsScores(node)) {
                for (int i = 0; i < scores.size(); i++) {
                    answers.putScore(node, i, scores.get(i).plugin().score(state, pod, node));
                }
                answers.scored(node);
            }
        }
    }
}
