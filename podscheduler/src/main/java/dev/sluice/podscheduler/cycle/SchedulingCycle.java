package dev.sluice.podscheduler.cycle;

import dev.sluice.podscheduler.cluster.ClusterState;
import dev.sluice.podscheduler.cluster.Pod;
import dev.sluice.podscheduler.framework.Profile;
import dev.sluice.podscheduler.metrics.SchedulerMetrics;

/// Finds a node for one pod after the other (S5.1 to S5.8): filters, then scores. It looks and decides; the
/// cluster's state is changed by its owner.
public final class SchedulingCycle {
    private final Plan plan;
    private final NodeSearch search;
    private final SchedulerMetrics metrics;
    private long attempts;

    /// Where the next search begins, so that all nodes get their turn (S5.20).
    private int start;

    public SchedulingCycle(Profile profile) {
        this(profile, TieBreak.BY_UID);
    }

    public SchedulingCycle(Profile profile, TieBreak tieBreak) {
        this(profile, tieBreak, new SchedulerMetrics());
    }

    /// @param metrics are told how long each attempt takes
    public SchedulingCycle(Profile profile, TieBreak tieBreak, SchedulerMetrics metrics) {
        this.metrics = metrics;
        this.plan = new Plan(profile, tieBreak);
        this.search =
                new NodeSearch(profile.percentageOfNodesToScore(), !profile.score().isEmpty());
    }

    /// What an attempt would come to that looks at every node; the next search begins where it would have begun.
    public Placement preview(Pod pod, ClusterState cluster) {
        String profile = plan.profile().schedulerName();
        return cluster.nodes().isEmpty()
                ? new Placement.Refused(null, null, _ -> null)
                : new Attempt(
                                pod,
                                cluster,
                                plan,
                                new NodeSearch(100, true),
                                start,
                                Timing.none(profile))
                        .run();
    }

    /// One attempt.
    public Placement place(Pod pod, ClusterState cluster) {
        int nodes = cluster.nodes().size();
        if (nodes == 0) {
            return new Placement.Refused(null, null, _ -> null);
        }
        Timing timing = Timing.of(metrics, plan.profile().schedulerName(), attempts++);
        long begin = timing.begin();
        Attempt attempt = new Attempt(pod, cluster, plan, search, start, timing);
        Placement placement = attempt.run();
        metrics.took("scheduling_algorithm_duration_seconds", begin);
        start = (start + attempt.seen()) % nodes;
        return placement;
    }
}
