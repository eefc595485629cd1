package dev.sluice.podscheduler.plugins;

import dev.sluice.podscheduler.cluster.ClusterState;
import dev.sluice.podscheduler.cluster.NodeState;
import dev.sluice.podscheduler.cluster.Pod;
import dev.sluice.podscheduler.cluster.Resources;
import dev.sluice.podscheduler.framework.CycleState;
import dev.sluice.podscheduler.framework.NodeLocal;
import dev.sluice.podscheduler.framework.PreScorePlugin;
import dev.sluice.podscheduler.framework.ScorePlugin;
import dev.sluice.podscheduler.framework.Status;
import java.util.List;

/// Prefers nodes on which a pod makes the use of resources more even (S4.70 to S4.72).
///
/// Evenness is 100 when every resource is used to the same degree, and falls with the spread. The score is by how
/// much the pod improves it: no change is 75, the range is 50 to 100.
public final class NodeResourcesBalancedAllocation
        implements PreScorePlugin, ScorePlugin, NodeLocal {
    private final List<String> resources;

    /// @param resources whose use is to be even, usually cpu and memory
    public NodeResourcesBalancedAllocation(List<String> resources) {
        this.resources = List.copyOf(resources);
    }

    @Override
    public String name() {
        return "NodeResourcesBalancedAllocation";
    }

    @Override
    public Status preScore(
            CycleState state, Pod pod, ClusterState cluster, List<NodeState> feasible) {
        Resources asked = pod.demand().total();
        return resources.stream().allMatch(resource -> asked.get(resource) == 0)
                ? Status.SKIP
                : Status.SUCCESS;
    }

    @Override
    public long score(CycleState state, Pod pod, NodeState node) {
        Resources has = node.node().allocatable();
        Resources used = node.requested();
        Resources asked = pod.demand().total();
        long with = evenness(asked, used.plus(asked), has);
        long without = evenness(asked, used, has);
        return 50 + (50 + with - without) / 2;
    }

    private long evenness(Resources asked, Resources used, Resources has) {
        double[] degrees = new double[resources.size()];
        int count = 0;
        for (String resource : resources) {
            long capacity = has.get(resource);
            if (capacity > 0 && !ResourceStrategy.isOfNoConcern(resource, asked)) {
                degrees[count++] = Math.min(1, (double) used.get(resource) / capacity);
            }
        }
        return (long) ((1 - spread(degrees, count)) * 100);
    }

    private static double spread(double[] degrees, int count) {
        if (count < 2) {
            return 0;
        }
        if (count == 2) {
            return Math.abs(degrees[0] - degrees[1]) / 2;
        }
        double mean = 0;
        for (int i = 0; i < count; i++) {
            mean += degrees[i] / count;
        }
        double squares = 0;
        for (int i = 0; i < count; i++) {
            squares += (degrees[i] - mean) * (degrees[i] - mean);
        }
        return Math.sqrt(squares / count);
    }
}
