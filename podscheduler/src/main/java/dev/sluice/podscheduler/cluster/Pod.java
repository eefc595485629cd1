package dev.sluice.podscheduler.cluster;

import dev.sluice.model.NodeSelection;
import dev.sluice.model.Toleration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A pod, as far as the scheduler cares.
///
/// @param uid identity; two pods of one name are two pods
/// @param schedulerName whose business the pod is as long as it has no node
/// @param schedulingGates names in the order of the spec; the pod is not tried while there are any (S1.2)
/// @param shape what it wants of a node by itself
/// @param relations how it wants to lie among other pods
/// @param nodeName where it runs; null while it waits
/// @param nominatedNodeName where it was promised room; null if nowhere
/// @param startTime when its node began to run it; null before
/// @param deleting whether it has a deletionTimestamp
/// @param finished whether its phase is Succeeded or Failed: it then occupies nothing
/// @param preempted whether it is terminating because this scheduler wanted its room
/// @param mayPreempt false with `preemptionPolicy: Never`
public record Pod(
        String namespace,
        String name,
        String uid,
        String schedulerName,
        int priority,
        Map<String, String> labels,
        List<String> schedulingGates,
        PodShape shape,
        PodRelations relations,
        @Nullable String nodeName,
        @Nullable String nominatedNodeName,
        @Nullable Instant startTime,
        boolean deleting,
        boolean finished,
        boolean preempted,
        boolean mayPreempt) {

    public Pod {
        labels = Map.copyOf(labels);
        schedulingGates = List.copyOf(schedulingGates);
    }

    public PodDemand demand() {
        return shape.demand();
    }

    public NodeSelection selection() {
        return shape.selection();
    }

    public List<NodePreference> preferences() {
        return shape.preferences();
    }

    public List<Toleration> tolerations() {
        return shape.tolerations();
    }

    /// Its pod group as `namespace/name`, whether or not there is such a group; null when it is in none.
    public @Nullable String group() {
        return relations.group() == null ? null : namespace + "/" + relations.group();
    }

    /// `namespace/name`.
    public String key() {
        return namespace + "/" + name;
    }

    /// Whether the scheduler may place the pod at all: nobody holds a gate and nobody has placed it yet (S1.2, S1.33).
    public boolean mayBeBound() {
        return schedulingGates.isEmpty() && nodeName == null && !finished;
    }

    /// This pod as it runs on a node, or as it waits without any promise.
    public Pod on(@Nullable String node) {
        return new Pod(
                namespace,
                name,
                uid,
                schedulerName,
                priority,
                labels,
                schedulingGates,
                shape,
                relations,
                node,
                null,
                startTime,
                deleting,
                finished,
                preempted,
                mayPreempt);
    }
}
