package dev.sluice.podscheduler.plugins;

import dev.sluice.podscheduler.cluster.Resources;
import dev.sluice.podscheduler.framework.Profile;
import dev.sluice.podscheduler.preemption.PreemptionSearch;
import java.util.List;

/// The plugins of the default profile, in the upstream order and with the upstream weights (S3.63).
public final class DefaultPlugins {
    public static final String SCHEDULER_NAME = "default-scheduler";

    private DefaultPlugins() {}

    public static Profile profile() {
        return new Profile(SCHEDULER_NAME, entries());
    }

    public static List<Profile.Entry> entries() {
        return List.of(
                new Profile.Entry(new SchedulingGates()),
                new Profile.Entry(new PrioritySort()),
                new Profile.Entry(new NodeUnschedulable()),
                new Profile.Entry(new NodeName()),
                new Profile.Entry(new TaintToleration(), 3),
                new Profile.Entry(new NodeAffinity(), 2),
                new Profile.Entry(
                        new NodeResourcesFit(
                                new ResourceStrategy.LeastAllocated(
                                        ResourceStrategy.CPU_AND_MEMORY))),
                new Profile.Entry(new DefaultPreemption(PreemptionSearch.DEFAULT)),
                new Profile.Entry(
                        new NodeResourcesBalancedAllocation(
                                List.of(Resources.CPU, Resources.MEMORY))),
                new Profile.Entry(new DefaultBinder()));
    }
}
