package dev.sluice.podscheduler.plugins;

import dev.sluice.podscheduler.cluster.ClusterState;
import dev.sluice.podscheduler.cluster.HostPort;
import dev.sluice.podscheduler.cluster.NodeState;
import dev.sluice.podscheduler.cluster.Pod;
import dev.sluice.podscheduler.framework.ClusterEvent;
import dev.sluice.podscheduler.framework.CycleState;
import dev.sluice.podscheduler.framework.EventKind;
import dev.sluice.podscheduler.framework.FilterPlugin;
import dev.sluice.podscheduler.framework.NodeLocal;
import dev.sluice.podscheduler.framework.PreFilterPlugin;
import dev.sluice.podscheduler.framework.Status;
import dev.sluice.podscheduler.framework.Wake;
import java.util.List;

/// Gives a port of a node to one pod at a time (S4.50).
public final class NodePorts implements PreFilterPlugin, FilterPlugin, NodeLocal {
    private static final Status TAKEN =
            Status.unschedulable("node(s) didn't have free ports for the requested pod ports");

    @Override
    public String name() {
        return "NodePorts";
    }

    @Override
    public Verdict preFilter(CycleState state, Pod pod, ClusterState cluster) {
        return pod.shape().ports().isEmpty() ? Verdict.SKIP : Verdict.ALL;
    }

    @Override
    public Status filter(CycleState state, Pod pod, NodeState node) {
        return hasFreePorts(pod, node) ? Status.SUCCESS : TAKEN;
    }

    @Override
    public List<Wake> wakes() {
        return List.of(
                new Wake(EventKind.NODE_ADD, Wake.Hint.ofNode(NodePorts::hasFreePorts)),
                new Wake(EventKind.ASSIGNED_POD_DELETE, NodePorts::hadWantedPort));
    }

    private static boolean hadWantedPort(Pod parked, ClusterEvent event) {
        return !(event instanceof ClusterEvent.OfAssignedPod gone)
                || clash(parked.shape().ports(), gone.pod().shape().ports());
    }

    private static boolean hasFreePorts(Pod pod, NodeState node) {
        return !clash(pod.shape().ports(), node.ports());
    }

    private static boolean clash(List<HostPort> wanted, List<HostPort> taken) {
        for (HostPort port : wanted) {
            for (HostPort other : taken) {
                if (port.clashesWith(other)) {
                    return true;
                }
            }
        }
        return false;
    }
}
