package dev.sluice.podscheduler.plugins;

import dev.sluice.podscheduler.cluster.NodeState;
import dev.sluice.podscheduler.cluster.Pod;
import dev.sluice.podscheduler.framework.CycleState;
import dev.sluice.podscheduler.framework.EventKind;
import dev.sluice.podscheduler.framework.FilterPlugin;
import dev.sluice.podscheduler.framework.Status;
import dev.sluice.podscheduler.framework.Wake;
import java.util.List;

/// A pod that names its node goes nowhere else (S4.10).
public final class NodeName implements FilterPlugin {
    private static final Status OTHER_NODE =
            Status.unresolvable("node(s) didn't match the requested node name");

    @Override
    public String name() {
        return "NodeName";
    }

    @Override
    public Status filter(CycleState state, Pod pod, NodeState node) {
        return names(pod, node) ? Status.SUCCESS : OTHER_NODE;
    }

    @Override
    public boolean concerns(Pod pod) {
        return pod.nodeName() != null;
    }

    @Override
    public List<Wake> wakes() {
        return List.of(new Wake(EventKind.NODE_ADD, Wake.Hint.ofNode(NodeName::names)));
    }

    private static boolean names(Pod pod, NodeState node) {
        return pod.nodeName() == null || pod.nodeName().equals(node.name());
    }
}
