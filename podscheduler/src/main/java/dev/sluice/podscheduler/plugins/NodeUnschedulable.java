package dev.sluice.podscheduler.plugins;

import dev.sluice.model.Taint;
import dev.sluice.model.Toleration;
import dev.sluice.podscheduler.cluster.NodeState;
import dev.sluice.podscheduler.cluster.Pod;
import dev.sluice.podscheduler.framework.CycleState;
import dev.sluice.podscheduler.framework.EventKind;
import dev.sluice.podscheduler.framework.FilterPlugin;
import dev.sluice.podscheduler.framework.NodeLocal;
import dev.sluice.podscheduler.framework.Status;
import dev.sluice.podscheduler.framework.Wake;
import java.util.List;

/// Keeps pods off cordoned nodes, unless they tolerate the taint that stands for it (S4.20).
public final class NodeUnschedulable implements FilterPlugin, NodeLocal {
    private static final Status CORDONED = Status.unresolvable("node(s) were unschedulable");
    private static final Taint CORDON =
            new Taint("node.kubernetes.io/unschedulable", "", Taint.Effect.NO_SCHEDULE);

    @Override
    public String name() {
        return "NodeUnschedulable";
    }

    @Override
    public Status filter(CycleState state, Pod pod, NodeState node) {
        return accepts(pod, node) ? Status.SUCCESS : CORDONED;
    }

    @Override
    public List<Wake> wakes() {
        Wake.Hint hint = Wake.Hint.ofNode(NodeUnschedulable::accepts);
        return List.of(
                new Wake(EventKind.NODE_ADD, hint),
                new Wake(EventKind.NODE_UPDATE_TAINT, hint),
                new Wake(EventKind.OWN_TOLERATION, (pod, _) -> toleratesCordon(pod.tolerations())));
    }

    private static boolean accepts(Pod pod, NodeState node) {
        return !node.node().unschedulable() || toleratesCordon(pod.tolerations());
    }

    private static boolean toleratesCordon(List<Toleration> tolerations) {
        return tolerations.stream().anyMatch(toleration -> toleration.tolerates(CORDON));
    }
}
