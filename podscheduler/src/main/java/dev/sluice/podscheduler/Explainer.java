package dev.sluice.podscheduler;

import dev.sluice.podscheduler.Decision.Together.Outcome;
import dev.sluice.podscheduler.Explanation.Refused.OnNode;
import dev.sluice.podscheduler.Explanation.WithGroup.Reason;
import dev.sluice.podscheduler.cluster.ClusterState;
import dev.sluice.podscheduler.cluster.NodeState;
import dev.sluice.podscheduler.cluster.Pod;
import dev.sluice.podscheduler.cluster.PodGroups;
import dev.sluice.podscheduler.cycle.Placement;
import dev.sluice.podscheduler.cycle.SchedulingCycle;
import dev.sluice.podscheduler.framework.Diagnosis;
import dev.sluice.podscheduler.framework.Diagnosis.Refusal;
import dev.sluice.podscheduler.framework.FilterPlugin;
import dev.sluice.podscheduler.framework.Plugin;
import dev.sluice.podscheduler.framework.Profile;
import dev.sluice.podscheduler.framework.Status;
import dev.sluice.podscheduler.framework.Wake;
import dev.sluice.podscheduler.plugins.GangScheduling;
import dev.sluice.podscheduler.queue.QueuedGroup;
import dev.sluice.podscheduler.queue.QueuedPod;
import dev.sluice.podscheduler.queue.QueuedPod.Pool;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Explains a waiting pod with the code that decides, without its effects.
record Explainer(
        ClusterState cluster, Profile profile, SchedulingCycle cycle, GroupCycle groupCycle) {

    Explanation explain(QueuedPod entry) {
        Pod pod = entry.pod();
        QueuedPod queued = entry.queued();
        if (queued.pool() == Pool.GATED && !pod.schedulingGates().isEmpty()) {
            return new Explanation.Gated(
                    pod.schedulingGates().stream().map(Explanation.Gated.Gate::of).toList(),
                    entry.since());
        }
        if (queued instanceof QueuedGroup group) {
            return inGroup(entry, group);
        }
        return queued.pool() == Pool.GATED
                ? new Explanation.KeptOut(String.valueOf(entry.gatedBy()), entry.since())
                : alone(entry);
    }

    private Explanation inGroup(QueuedPod entry, QueuedGroup group) {
        if (group.pool() == Pool.GATED) {
            return keptOut(entry, group);
        }
        Explanation alone = alone(entry);
        Outcome outcome = groupCycle.preview(group, cycle);
        return outcome == null || !(alone instanceof Explanation.Placeable)
                ? alone
                : new Explanation.WithGroup(
                        group.key(), Reason.TOO_FEW_PLACES, outcome.message(), group.since());
    }

    private Explanation keptOut(QueuedPod entry, QueuedGroup group) {
        PodGroups groups = cluster.groups();
        String plugin = String.valueOf(group.gatedBy());
        if (profile.plugins().get(plugin) instanceof GangScheduling gangs) {
            boolean isThere = groups.get(group.key()) != null;
            return new Explanation.WithGroup(
                    group.key(),
                    isThere ? Reason.INCOMPLETE : Reason.MISSING,
                    gangs.preEnqueue(entry.pod(), groups).message(),
                    entry.since());
        }
        return new Explanation.WithGroup(
                group.key(),
                Reason.MEMBER_KEPT_OUT,
                "pod " + group.first().pod().name() + " of the group is kept out by " + plugin,
                entry.since());
    }

    private Explanation alone(QueuedPod entry) {
        Pod pod = entry.pod();
        return switch (cycle.preview(pod, cluster)) {
            case Placement.Placed placed -> new Explanation.Placeable(placed.node().name());
            case Placement.Refused refused ->
                    new Explanation.Refused(
                            refused.message(), entry.attempts(), nodes(pod, refused.diagnosis()));
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
