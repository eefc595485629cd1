package dev.sluice.podscheduler.cycle;

import dev.sluice.podscheduler.cluster.ClusterState;
import dev.sluice.podscheduler.cluster.NodeState;
import dev.sluice.podscheduler.cluster.Pod;
import dev.sluice.podscheduler.framework.CycleState;
import dev.sluice.podscheduler.framework.Diagnosis.Refusal;
import dev.sluice.podscheduler.framework.FilterPlugin;
import dev.sluice.podscheduler.framework.NodeFilters;
import dev.sluice.podscheduler.framework.NodeLocal;
import dev.sluice.podscheduler.framework.NodeMemo;
import dev.sluice.podscheduler.framework.Point;
import dev.sluice.podscheduler.framework.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The filters of one attempt. The answers of those that look at one node at a time are shared among all pods of the
/// same shape and asked for again only when the node changes; what looks further is asked each time.
final class PodFilters implements NodeFilters {
    private final Pod pod;
    private final CycleState state;
    private final ClusterState cluster;
    private final List<FilterPlugin> local;
    private final List<FilterPlugin> wide;
    private final ShapeAnswers answers;
    private final Timing timing;

    PodFilters(
            Pod pod,
            CycleState state,
            ClusterState cluster,
            Plan plan,
            Set<String> skipped,
            Timing timing) {
        this.timing = timing;
        this.pod = pod;
        this.state = state;
        this.cluster = cluster;
        List<FilterPlugin> asked = new ArrayList<>();
        for (FilterPlugin plugin : plan.profile().filter()) {
            if (plugin.concerns(pod) && !skipped.contains(plugin.name())) {
                asked.add(plugin);
            }
        }
        // The first refusal counts, so only what comes before the first one that looks further can
        // be shared.
        int shared = 0;
        while (shared < asked.size() && asked.get(shared) instanceof NodeLocal) {
            shared++;
        }
        this.local = asked.subList(0, shared);
        this.wide = asked.subList(shared, asked.size());
        this.answers = plan.answers(pod.shape(), local, cluster.slots());
    }

    /// Counts the attempt with each filter that is asked about nodes.
    void counted() {
        local.forEach(plugin -> timing.asks(plugin, Point.FILTER));
        wide.forEach(plugin -> timing.asks(plugin, Point.FILTER));
    }

    ShapeAnswers answers() {
        return answers;
    }

    /// With pods that were promised room on the node, it must take the pod both beside them and without them:
    /// they may come, and they may not (S3.34).
    @Override
    public @Nullable Refusal refusal(NodeState node) {
        NodeState crowded = withPromised(node);
        if (crowded != null) {
            Refusal refusal = first(wide, first(local, null, crowded), crowded);
            if (refusal != null) {
                return new Refusal(node, refusal.plugin(), refusal.status());
            }
        }
        Refusal ofNode = node.isVariation() ? first(local, null, node) : shared(node);
        return wide.isEmpty() ? ofNode : first(wide, ofNode, node);
    }

    /// Promises on a node bear on the answers, and are not part of the node.
    @Override
    public <T> NodeMemo<T> memo(Class<T> type, Object question) {
        if (!wide.isEmpty()) {
            return NodeFilters.super.memo(type, question);
        }
        NodeMemo<T> kept = answers.kept(type, question);
        return (node, work) ->
                cluster.nominations().on(node.name()).isEmpty() ? kept.get(node, work) : work.get();
    }

    private @Nullable Refusal shared(NodeState node) {
        if (!answers.knowsFilters(node)) {
            answers.putRefusal(node, first(local, null, node));
        }
        return answers.refusal(node);
    }

    private @Nullable Refusal first(
            List<FilterPlugin> plugins, @Nullable Refusal before, NodeState node) {
        if (before != null) {
            return before;
        }
        for (FilterPlugin plugin : plugins) {
            Status status =
                    timing.sampled() ? timed(plugin, node) : plugin.filter(state, pod, node);
            if (!status.isSuccess()) {
                return new Refusal(node, plugin.name(), status);
            }
        }
        return null;
    }

    private Status timed(FilterPlugin plugin, NodeState node) {
        long begin = timing.begin();
        Status status = plugin.filter(state, pod, node);
        timing.answered(plugin, Point.FILTER, status.code(), begin);
        return status;
    }

    private @Nullable NodeState withPromised(NodeState node) {
        if (cluster.nominations().isEmpty()) {
            return null;
        }
        NodeState crowded = null;
        for (Pod promised : cluster.nominations().on(node.name())) {
            if (promised.priority() >= pod.priority() && !promised.uid().equals(pod.uid())) {
                crowded = (crowded == null ? node : crowded).with(promised);
            }
        }
        return crowded;
    }
}
