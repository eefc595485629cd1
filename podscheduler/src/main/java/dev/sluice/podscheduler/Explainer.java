package dev.sluice.podscheduler;

import dev.sluice.podscheduler.Explanation.Refused.OnNode;
import dev.sluice.podscheduler.cluster.ClusterState;
import dev.sluice.podscheduler.cluster.NodeState;
import dev.sluice.podscheduler.cluster.Pod;
import dev.sluice.podscheduler.cycle.Placement;
import dev.sluice.podscheduler.cycle.SchedulingCycle;
import dev.sluice.podscheduler.framework.Diagnosis;
import dev.sluice.podscheduler.framework.Diagnosis.Refusal;
import dev.sluice.podscheduler.framework.FilterPlugin;
import dev.sluice.podscheduler.framework.Plugin;
import dev.sluice.podscheduler.framework.Profile;
import dev.sluice.podscheduler.framework.Status;
import dev.sluice.podscheduler.framework.Wake;
import dev.sluice.podscheduler.queue.QueuedPod;
import dev.sluice.podscheduler.queue.QueuedPod.Pool;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Explains a waiting pod with the code that decides, without its effects.
record Explainer(ClusterState cluster, Profile profile, SchedulingCycle cycle) {
    Explanation explain(QueuedPod entry) {
        Pod pod = entry.pod();
        if (entry.pool() == Pool.GATED) {
            return pod.schedulingGates().isEmpty()
                    ? new Explanation.KeptOut(String.valueOf(entry.gatedBy()), entry.since())
                    : new Explanation.Gated(
                            pod.schedulingGates().stream()
                                    .map(Explanation.Gated.Gate::of)
                                    .toList(),
                            entry.since());
        }
        return switch (cycle.preview(pod, cluster)) {
            case Placement.Placed placed -> new Explanation.Placeable(placed.node().name());
            case Placement.Refused refused ->
                    new Explanation.Refused(
                            refused.message(),
                            entry.attempts(),
                            nodes(pod, refused.diagnosis()));
            case Placement.Broken broken -> new Explanation.Broken(broken.message());
        };
    }

    private List<OnNode> nodes(Pod pod, @Nullable Diagnosis diagnosis) {
        if (diagnosis == null) {
            return List.of();
        }
        List<OnNode> nodes = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        for (Refusal refusal : diagnosis.refusals()) {
            if (refusal.node() != null) {
                seen.add(refusal.node().name());
                nodes.add(onNode(pod, refusal.node(), refusal));
            }
        }
        Refusal elsewhere = diagnosis.elsewhere();
        if (elsewhere != null) {
            for (NodeState node : cluster.nodes()) {
                if (!seen.contains(node.name())) {
                    nodes.add(onNode(pod, node, elsewhere));
                }
            }
        }
        return nodes;
    }

    private OnNode onNode(Pod pod, NodeState node, Refusal refusal) {
        Plugin plugin = profile.plugins().get(refusal.plugin());
        return new OnNode(
                node.name(),
                refusal.plugin(),
                refusal.status().reasons(),
                plugin instanceof FilterPlugin filter ? filter.remedy(pod, node) : "",
                plugin == null
                        ? List.of()
                        : plugin.wakes().stream().map(Wake::kind).distinct().toList(),
                refusal.status().code() == Status.Code.UNSCHEDULABLE);
    }
}
