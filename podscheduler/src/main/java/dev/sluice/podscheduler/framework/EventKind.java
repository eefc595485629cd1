package dev.sluice.podscheduler.framework;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/// What can happen in a cluster, as finely as plugins tell it apart (S2.71 to S2.74).
public enum EventKind {
    ASSIGNED_POD_ADD("AssignedPodAdd"),
    ASSIGNED_POD_DELETE("AssignedPodDelete"),
    ASSIGNED_POD_UPDATE_LABEL("AssignedPodUpdatePodLabel"),
    ASSIGNED_POD_SCALE_DOWN("AssignedPodUpdatePodScaleDown"),
    /// It began to end: from now on it does not count for spreading.
    ASSIGNED_POD_TERMINATING("AssignedPodUpdate"),
    NODE_ADD("NodeAdd"),
    NODE_DELETE("NodeDelete"),
    NODE_UPDATE_ALLOCATABLE("NodeUpdateNodeAllocatable"),
    NODE_UPDATE_LABEL("NodeUpdateNodeLabel"),
    /// Also when a node is no longer cordoned.
    NODE_UPDATE_TAINT("NodeUpdateNodeTaint"),
    NAMESPACE_UPDATE_LABEL("NamespaceUpdateNamespaceLabel"),
    OWN_GATES_ELIMINATED("UnschedulablePodUpdatePodSchedulingGatesEliminated"),
    OWN_LABEL("UnschedulablePodUpdatePodLabel"),
    OWN_TOLERATION("UnschedulablePodUpdatePodToleration"),
    OWN_SCALE_DOWN("UnschedulablePodUpdatePodScaleDown"),
    /// What happens to a pod's group concerns that group alone (S4.162).
    GROUP_ADD("PodGroupAdd"),
    GROUP_DELETE("PodGroupDelete"),
    GROUP_MIN_COUNT_FELL("PodGroupUpdate"),
    GROUP_MIN_COUNT_ROSE("PodGroupUpdate"),
    GROUP_POD_ADD("UnschedulablePodAdd"),
    GROUP_POD_ASSIGNED("AssignedPodAdd"),
    GROUP_POD_DELETE("PodDelete");

    /// What happens to other things than the waiting pod itself.
    public static final Set<EventKind> OF_OTHERS =
            Collections.unmodifiableSet(EnumSet.range(ASSIGNED_POD_ADD, NAMESPACE_UPDATE_LABEL));

    private final String label;

    EventKind(String label) {
        this.label = label;
    }

    /// The value of the metrics' label `event`.
    public String label() {
        return label;
    }
}
