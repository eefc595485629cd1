package dev.sluice.podscheduler.plugins;

import dev.sluice.podscheduler.cluster.ClusterState;
import dev.sluice.podscheduler.cluster.ImageSpread;
import dev.sluice.podscheduler.cluster.NodeState;
import dev.sluice.podscheduler.cluster.Pod;
import dev.sluice.podscheduler.framework.CycleState;
import dev.sluice.podscheduler.framework.PreScorePlugin;
import dev.sluice.podscheduler.framework.ScorePlugin;
import dev.sluice.podscheduler.framework.Status;
import java.util.ArrayList;
import java.util.List;

/// Prefers nodes that have the pod's images already, the larger the more (S4.100). An image that few nodes have counts
/// less, so that pods do not crowd on them.
public final class ImageLocality implements PreScorePlugin, ScorePlugin {
    private static final long MEBIBYTE = 1024 * 1024;
    private static final long SUM_MIN = 23 * MEBIBYTE;
    private static final long SUM_MAX_PER_CONTAINER = 1000 * MEBIBYTE;

    /// What the images that some node has are worth.
    private record Worth(List<Image> images, ImageSpread spread, long most) {
        record Image(String name, long worth) {}
    }

    @Override
    public String name() {
        return "ImageLocality";
    }

    @Override
    public Status preScore(
            CycleState state, Pod pod, ClusterState cluster, List<NodeState> feasible) {
        ImageSpread spread = cluster.images();
        List<Worth.Image> images = new ArrayList<>();
        int nodes = cluster.nodes().size();
        for (String name : pod.shape().images().names()) {
            if (spread.nodes(name) > 0) {
                double share = (double) spread.nodes(name) / nodes;
                images.add(new Worth.Image(name, (long) (spread.sizeBytes(name) * share)));
            }
        }
        long most = SUM_MAX_PER_CONTAINER * pod.shape().images().containers();
        state.put(Worth.class, new Worth(images, spread, most));
        return Status.SUCCESS;
    }

    @Override
    public long score(CycleState state, Pod pod, NodeState node) {
        Worth worth = state.get(Worth.class);
        if (worth == null || worth.images().isEmpty() || worth.most() <= SUM_MIN) {
            return 0;
        }
        long sum = 0;
        for (Worth.Image image : worth.images()) {
            if (worth.spread().isOn(node.name(), image.name())) {
                sum += image.worth();
            }
        }
        long clamped = Math.clamp(sum, SUM_MIN, worth.most());
        return SCORE_MAX * (clamped - SUM_MIN) / (worth.most() - SUM_MIN);
    }
}
