package dev.sluice.podscheduler.plugins;

import dev.sluice.model.LabelRequirement;
import dev.sluice.model.NodeSelection;
import dev.sluice.model.NodeSelectorTerm;
import dev.sluice.podscheduler.cluster.ClusterState;
import dev.sluice.podscheduler.cluster.NodePreference;
import dev.sluice.podscheduler.cluster.NodeState;
import dev.sluice.podscheduler.cluster.Pod;
import dev.sluice.podscheduler.framework.CycleState;
import dev.sluice.podscheduler.framework.EventKind;
import dev.sluice.podscheduler.framework.FilterPlugin;
import dev.sluice.podscheduler.framework.NodeLocal;
import dev.sluice.podscheduler.framework.PreFilterPlugin;
import dev.sluice.podscheduler.framework.PreScorePlugin;
import dev.sluice.podscheduler.framework.ScorePlugin;
import dev.sluice.podscheduler.framework.Status;
import dev.sluice.podscheduler.framework.Wake;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Node selector, required and preferred node affinity (S4.40 to S4.43).
public final class NodeAffinity
        implements PreFilterPlugin, FilterPlugin, PreScorePlugin, ScorePlugin, NodeLocal {
    private static final Status NO_MATCH =
            Status.unresolvable("node(s) didn't match Pod's node affinity/selector");
    private static final Status NO_MATCH_BY_CONFIGURATION =
            Status.unresolvable("node(s) didn't match scheduler-enforced node affinity");
    private static final String NODE_NAME_FIELD = "metadata.name";

    private final NodeSelection added;
    private final List<NodePreference> addedPreferences;

    public NodeAffinity() {
        this(NodeSelection.ANY, List.of());
    }

    /// @param added what every pod demands besides its own
    /// @param addedPreferences what every pod prefers besides its own
    public NodeAffinity(NodeSelection added, List<NodePreference> addedPreferences) {
        this.added = added;
        this.addedPreferences = List.copyOf(addedPreferences);
    }

    @Override
    public String name() {
        return "NodeAffinity";
    }

    /// Pods that pin their node by name, as those of a DaemonSet do, are not tried on all the others (S4.42).
    @Override
    public Verdict preFilter(CycleState state, Pod pod, ClusterState cluster) {
        NodeSelection selection = pod.selection();
        if (selection.nodeSelector().isEmpty()
                && !selection.hasAffinity()
                && !added.hasAffinity()) {
            return Verdict.SKIP;
        }
        Set<String> pinned = pinnedNodes(selection);
        if (pinned == null) {
            return Verdict.ALL;
        }
        return pinned.isEmpty()
                ? new Verdict.Refuse(Status.unresolvable("pod affinity terms conflict"))
                : new Verdict.Only(pinned);
    }

    @Override
    public Status filter(CycleState state, Pod pod, NodeState node) {
        if (!added.matches(node.name(), node.node().labels())) {
            return NO_MATCH_BY_CONFIGURATION;
        }
        return pod.selection().matches(node.name(), node.node().labels())
                ? Status.SUCCESS
                : NO_MATCH;
    }

    @Override
    public Status preScore(
            CycleState state, Pod pod, ClusterState cluster, List<NodeState> feasible) {
        if (pod.preferences().isEmpty() && addedPreferences.isEmpty()) {
            return Status.SKIP;
        }
        for (NodePreference preference : pod.preferences()) {
            Status broken = faultOf(preference.term());
            if (!broken.isSuccess()) {
                return broken;
            }
        }
        return Status.SUCCESS;
    }

    @Override
    public long score(CycleState state, Pod pod, NodeState node) {
        return sum(pod.preferences(), node) + sum(addedPreferences, node);
    }

    private static long sum(List<NodePreference> preferences, NodeState node) {
        long sum = 0;
        for (NodePreference preference : preferences) {
            if (preference.term().matches(node.name(), node.node().labels())) {
                sum += preference.weight();
            }
        }
        return sum;
    }

    @Override
    public void normalise(CycleState state, List<NodeState> nodes, long[] scores) {
        ScorePlugin.normaliseByMaximum(scores, false);
    }

    @Override
    public List<Wake> wakes() {
        Wake.Hint hint = Wake.Hint.ofNode(this::accepts);
        return List.of(
                new Wake(EventKind.NODE_ADD, hint), new Wake(EventKind.NODE_UPDATE_LABEL, hint));
    }

    private boolean accepts(Pod pod, NodeState node) {
        return added.matches(node.name(), node.node().labels())
                && pod.selection().matches(node.name(), node.node().labels());
    }

    /// The nodes that the terms name between them, or null when at least one term is not limited to names. Within
    /// a term all requirements must hold, so their names are intersected.
    private static @Nullable Set<String> pinnedNodes(NodeSelection selection) {
        if (!selection.hasAffinity() || selection.terms().isEmpty()) {
            return null;
        }
        Set<String> union = new HashSet<>();
        for (NodeSelectorTerm term : selection.terms()) {
            Set<String> names = pinnedNodes(term);
            if (names == null) {
                return null;
            }
            union.addAll(names);
        }
        return union;
    }

    private static @Nullable Set<String> pinnedNodes(NodeSelectorTerm term) {
        Set<String> names = null;
        for (LabelRequirement field : term.matchFields()) {
            if (!field.key().equals(NODE_NAME_FIELD)
                    || field.operator() != LabelRequirement.Operator.IN) {
                continue;
            }
            if (names == null) {
                names = new HashSet<>(field.values());
            } else {
                names.retainAll(field.values());
            }
        }
        return names;
    }

    /// A term that the API lets through although it means nothing (as recorded: a negative number after Gt).
    private static Status faultOf(NodeSelectorTerm term) {
        for (LabelRequirement requirement : term.matchExpressions()) {
            boolean numeric =
                    requirement.operator() == LabelRequirement.Operator.GT
                            || requirement.operator() == LabelRequirement.Operator.LT;
            if (numeric && requirement.values().stream().anyMatch(v -> v.startsWith("-"))) {
                return Status.error(
                        "preferred node affinity: operator "
                                + requirement.operator().text()
                                + " on "
                                + requirement.key()
                                + " has the value "
                                + requirement.values().getFirst()
                                + ", expected a number that is not negative");
            }
        }
        return Status.SUCCESS;
    }
}
