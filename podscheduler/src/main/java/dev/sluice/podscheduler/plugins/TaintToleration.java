package dev.sluice.podscheduler.plugins;

import dev.sluice.model.Taint;
import dev.sluice.model.Toleration;
import dev.sluice.podscheduler.cluster.NodeState;
import dev.sluice.podscheduler.cluster.Pod;
import dev.sluice.podscheduler.framework.CycleState;
import dev.sluice.podscheduler.framework.EventKind;
import dev.sluice.podscheduler.framework.FilterPlugin;
import dev.sluice.podscheduler.framework.NodeLocal;
import dev.sluice.podscheduler.framework.ScorePlugin;
import dev.sluice.podscheduler.framework.Status;
import dev.sluice.podscheduler.framework.Wake;
import java.util.ArrayList;
import java.util.List;

/// Keeps pods off nodes whose hard taints they do not tolerate (S4.30), and prefers nodes with few soft ones (S4.32).
public final class TaintToleration implements FilterPlugin, ScorePlugin, NodeLocal {
    private static final Status UNTOLERATED =
            Status.unresolvable("node(s) had untolerated taint(s)");

    @Override
    public String name() {
        return "TaintToleration";
    }

    @Override
    public Status filter(CycleState state, Pod pod, NodeState node) {
        return accepts(pod, node) ? Status.SUCCESS : UNTOLERATED;
    }

    @Override
    public String remedy(Pod pod, NodeState node) {
        List<String> taints = new ArrayList<>();
        for (Taint taint : node.node().taints()) {
            if (taint.isHard() && !tolerates(pod.tolerations(), taint)) {
                String value = taint.value().isEmpty() ? "" : "=" + taint.value();
                taints.add(taint.key() + value);
            }
        }
        return "a toleration of " + String.join(", ", taints);
    }

    @Override
    public long score(CycleState state, Pod pod, NodeState node) {
        long untolerated = 0;
        for (Taint taint : node.node().taints()) {
            if (!taint.isHard() && !tolerates(pod.tolerations(), taint)) {
                untolerated++;
            }
        }
        return untolerated;
    }

    @Override
    public void normalise(CycleState state, List<NodeState> nodes, long[] scores) {
        ScorePlugin.normaliseByMaximum(scores, true);
    }

    @Override
    public List<Wake> wakes() {
        Wake.Hint hint = Wake.Hint.ofNode(TaintToleration::accepts);
        return List.of(
                new Wake(EventKind.NODE_ADD, hint),
                new Wake(EventKind.NODE_UPDATE_TAINT, hint),
                new Wake(EventKind.OWN_TOLERATION, Wake.Hint.ALWAYS));
    }

    private static boolean accepts(Pod pod, NodeState node) {
        for (Taint taint : node.node().taints()) {
            if (taint.isHard() && !tolerates(pod.tolerations(), taint)) {
                return false;
            }
        }
        return true;
    }

    private static boolean tolerates(List<Toleration> tolerations, Taint taint) {
        for (Toleration toleration : tolerations) {
            if (toleration.tolerates(taint)) {
                return true;
            }
        }
        return false;
    }
}
