package dev.sluice.podscheduler.plugins;

import dev.sluice.model.Amounts;
import dev.sluice.podscheduler.cluster.NodeState;
import dev.sluice.podscheduler.cluster.Pod;
import dev.sluice.podscheduler.cluster.Resources;
import dev.sluice.podscheduler.framework.ClusterEvent;
import dev.sluice.podscheduler.framework.CycleState;
import dev.sluice.podscheduler.framework.EventKind;
import dev.sluice.podscheduler.framework.FilterPlugin;
import dev.sluice.podscheduler.framework.NodeLocal;
import dev.sluice.podscheduler.framework.ScorePlugin;
import dev.sluice.podscheduler.framework.Status;
import dev.sluice.podscheduler.framework.Wake;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// A pod goes only where what it asks for is free (S4.60 to S4.62), and prefers nodes as its strategy says
/// (S4.64 to S4.67).
public final class NodeResourcesFit implements FilterPlugin, ScorePlugin, NodeLocal {
    private static final String TOO_MANY_PODS = "Too many pods";
    private static final List<String> NAMED =
            List.of(Resources.CPU, Resources.MEMORY, Resources.EPHEMERAL_STORAGE);

    private final ResourceStrategy strategy;
    private final Set<String> ignoredResources;
    private final Set<String> ignoredGroups;

    /// Few sets of reasons exist; nodes share them, so that thousands are counted quickly.
    private final Map<Status, Status> statuses = Collections.synchronizedMap(new HashMap<>());

    public NodeResourcesFit(ResourceStrategy strategy) {
        this(strategy, Set.of(), Set.of());
    }

    /// @param ignoredResources names of resources of which there is always enough (S4.63)
    /// @param ignoredGroups what stands before the slash of such names
    public NodeResourcesFit(
            ResourceStrategy strategy, Set<String> ignoredResources, Set<String> ignoredGroups) {
        this.strategy = strategy;
        this.ignoredResources = Set.copyOf(ignoredResources);
        this.ignoredGroups = Set.copyOf(ignoredGroups);
    }

    @Override
    public String name() {
        return "NodeResourcesFit";
    }

    @Override
    public Status filter(CycleState state, Pod pod, NodeState node) {
        if (fits(pod, node)) {
            return Status.SUCCESS;
        }
        List<String> reasons = new ArrayList<>();
        boolean hopeless = false;
        if (node.podCount() + 1 > node.node().podsMax()) {
            reasons.add(TOO_MANY_PODS);
        }
        Resources asked = pod.demand().total();
        Resources has = node.node().allocatable();
        Resources used = node.requested();
        for (String resource : NAMED) {
            if (lacks(asked.get(resource), has.get(resource), used.get(resource))) {
                reasons.add("Insufficient " + resource);
                hopeless |= asked.get(resource) > has.get(resource);
            }
        }
        for (String resource : asked.scalars().keySet()) {
            if (!isIgnored(resource)
                    && lacks(asked.get(resource), has.get(resource), used.get(resource))) {
                reasons.add("Insufficient " + resource);
                hopeless |= asked.get(resource) > has.get(resource);
            }
        }
        Status status =
                new Status(
                        hopeless ? Status.Code.UNRESOLVABLE : Status.Code.UNSCHEDULABLE, reasons);
        return statuses.computeIfAbsent(status, same -> same);
    }

    @Override
    public String remedy(Pod pod, NodeState node) {
        Resources asked = pod.demand().total();
        Resources has = node.node().allocatable();
        Resources used = node.requested();
        List<String> lacking = new ArrayList<>();
        Set<String> names = new LinkedHashSet<>(NAMED);
        names.addAll(asked.scalars().keySet());
        for (String resource : names) {
            if (!isIgnored(resource)
                    && lacks(asked.get(resource), has.get(resource), used.get(resource))) {
                long free = has.get(resource) - used.get(resource);
                lacking.add(
                        "%s %s (%s of %s free)"
                                .formatted(
                                        resource,
                                        Amounts.format(resource, asked.get(resource) - free),
                                        Amounts.format(resource, free),
                                        Amounts.format(resource, has.get(resource))));
            }
        }
        return String.join(", ", lacking);
    }

    @Override
    public long score(CycleState state, Pod pod, NodeState node) {
        return strategy.score(pod.demand().scoring(), node.occupied(), node.node().allocatable());
    }

    @Override
    public List<Wake> wakes() {
        Wake.Hint node = Wake.Hint.ofNode(this::fits);
        return List.of(
                new Wake(EventKind.NODE_ADD, node),
                new Wake(EventKind.NODE_UPDATE_ALLOCATABLE, node),
                new Wake(EventKind.ASSIGNED_POD_DELETE, this::madeRoom),
                new Wake(EventKind.ASSIGNED_POD_SCALE_DOWN, this::madeRoom),
                new Wake(EventKind.OWN_SCALE_DOWN, Wake.Hint.ALWAYS));
    }

    private boolean fits(Pod pod, NodeState node) {
        if (node.podCount() + 1 > node.node().podsMax()) {
            return false;
        }
        Resources asked = pod.demand().total();
        Resources has = node.node().allocatable();
        Resources used = node.requested();
        if (lacks(asked.cpuMillis(), has.cpuMillis(), used.cpuMillis())
                || lacks(asked.memoryBytes(), has.memoryBytes(), used.memoryBytes())
                || lacks(asked.storageBytes(), has.storageBytes(), used.storageBytes())) {
            return false;
        }
        for (Map.Entry<String, Long> scalar : asked.scalars().entrySet()) {
            String name = scalar.getKey();
            if (!isIgnored(name) && lacks(scalar.getValue(), has.get(name), used.get(name))) {
                return false;
            }
        }
        return true;
    }

    private boolean isIgnored(String resource) {
        int slash = resource.indexOf('/');
        return ignoredResources.contains(resource)
                || (slash > 0 && ignoredGroups.contains(resource.substring(0, slash)));
    }

    private static boolean lacks(long asked, long has, long used) {
        return asked > 0 && asked > has - used;
    }

    /// A pod that went or shrank helps those that now have room on its node.
    private boolean madeRoom(Pod parked, ClusterEvent event) {
        return !(event instanceof ClusterEvent.OfAssignedPod other)
                || (other.node() != null && fits(parked, other.node()));
    }
}
