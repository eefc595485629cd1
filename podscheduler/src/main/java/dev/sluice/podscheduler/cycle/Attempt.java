package dev.sluice.podscheduler.cycle;

import dev.sluice.podscheduler.cluster.ClusterState;
import dev.sluice.podscheduler.cluster.NodeState;
import dev.sluice.podscheduler.cluster.Pod;
import dev.sluice.podscheduler.framework.CycleState;
import dev.sluice.podscheduler.framework.Diagnosis;
import dev.sluice.podscheduler.framework.Diagnosis.Refusal;
import dev.sluice.podscheduler.framework.Point;
import dev.sluice.podscheduler.framework.PostFilterPlugin;
import dev.sluice.podscheduler.framework.PreFilterPlugin;
import dev.sluice.podscheduler.framework.PreScorePlugin;
import dev.sluice.podscheduler.framework.Profile;
import dev.sluice.podscheduler.framework.Status;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The course of one attempt; made for it and dropped after it.
final class Attempt {
    private final Pod pod;
    private final ClusterState cluster;
    private final Plan plan;
    private final Profile profile;
    private final NodeSearch search;
    private final int start;
    private final Timing timing;
    private final CycleState state = new CycleState();
    private final Set<String> skipped = new HashSet<>();
    private final Set<String> plugins = new LinkedHashSet<>();
    private final List<Refusal> refusals = new ArrayList<>();
    private PodFilters filters;
    private List<NodeState> candidates;
    private @Nullable Refusal elsewhere;
    private int seen;

    Attempt(Pod pod, ClusterState cluster, Plan plan, NodeSearch search, int start, Timing timing) {
        this.pod = pod;
        this.cluster = cluster;
        this.plan = plan;
        this.profile = plan.profile();
        this.search = search;
        this.start = start;
        this.timing = timing;
        this.candidates = cluster.nodes();
        this.filters = new PodFilters(pod, state, cluster, plan, Set.of(), timing);
    }

    /// How many nodes were looked at.
    int seen() {
        return seen;
    }

    Placement run() {
        long begin = timing.begin();
        Refusal refused = preFilter();
        timing.passed(Point.PRE_FILTER, code(refused), begin);
        if (refused != null) {
            return refused.status().isRejection()
                    ? refuse(refused.status().message(), refused)
                    : broken(refused);
        }
        filters = new PodFilters(pod, state, cluster, plan, skipped, timing);
        filters.counted();
        List<NodeState> feasible = new ArrayList<>();
        begin = timing.begin();
        Refusal fault = filter(feasible);
        Status.Code found = feasible.isEmpty() ? Status.Code.UNSCHEDULABLE : Status.Code.SUCCESS;
        timing.passed(Point.FILTER, fault == null ? found : fault.status().code(), begin);
        if (fault != null) {
            return broken(fault);
        }
        if (feasible.isEmpty()) {
            return refuse(null, elsewhere);
        }
        return choose(feasible);
    }

    /// @return the refusal that ends the attempt, or null
    private @Nullable Refusal preFilter() {
        Set<String> only = null;
        Set<String> restricting = new TreeSet<>();
        for (PreFilterPlugin plugin : profile.preFilter()) {
            timing.asks(plugin, Point.PRE_FILTER);
            long begin = timing.begin();
            PreFilterPlugin.Verdict verdict = plugin.preFilter(state, pod, cluster);
            timing.answered(plugin, Point.PRE_FILTER, code(verdict), begin);
            switch (verdict) {
                case PreFilterPlugin.Verdict.Proceed() -> {}
                case PreFilterPlugin.Verdict.Skip() -> skipped.add(plugin.name());
                case PreFilterPlugin.Verdict.Only(Set<String> nodes) -> {
                    restricting.add(plugin.name());
                    only = intersection(only, nodes);
                }
                case PreFilterPlugin.Verdict.Refuse(Status status) -> {
                    return new Refusal(null, plugin.name(), status);
                }
            }
        }
        if (only != null) {
            String names = String.join(" ", restricting);
            elsewhere =
                    new Refusal(
                            null,
                            restricting.iterator().next(),
                            Status.unresolvable(
                                    "node(s) didn't satisfy plugin(s) [" + names + "]"));
            plugins.addAll(restricting);
            if (only.isEmpty()) {
                return new Refusal(
                        null,
                        elsewhere.plugin(),
                        Status.unresolvable(
                                "node(s) didn't satisfy plugin(s) [" + names + "] simultaneously"));
            }
            candidates = named(only);
        }
        return null;
    }

    private static Status.Code code(@Nullable Refusal refusal) {
        return refusal == null ? Status.Code.SUCCESS : refusal.status().code();
    }

    private static Status.Code code(PreFilterPlugin.Verdict verdict) {
        return switch (verdict) {
            case PreFilterPlugin.Verdict.Proceed(), PreFilterPlugin.Verdict.Only(_) ->
                    Status.Code.SUCCESS;
            case PreFilterPlugin.Verdict.Skip() -> Status.Code.SKIP;
            case PreFilterPlugin.Verdict.Refuse(Status status) -> status.code();
        };
    }

    private static Set<String> intersection(@Nullable Set<String> before, Set<String> more) {
        if (before == null) {
            return more;
        }
        return before.stream().filter(more::contains).collect(Collectors.toSet());
    }

    private List<NodeState> named(Set<String> names) {
        List<NodeState> nodes = new ArrayList<>();
        for (String name : new TreeSet<>(names)) {
            NodeState node = cluster.node(name);
            if (node != null) {
                nodes.add(node);
            }
        }
        return nodes;
    }

    /// Looks for nodes until there are enough; a node that the pod was promised is looked at first, and if it
    /// can take the pod, nothing else matters (S5.5).
    ///
    /// @return an error that ends the attempt, or null
    private @Nullable Refusal filter(List<NodeState> feasible) {
        NodeState promised = promised();
        if (promised != null) {
            Refusal refusal = filters.refusal(promised);
            if (refusal == null) {
                feasible.add(promised);
                return null;
            }
        }
        int count = candidates.size();
        int enough = search.enough(count);
        String lastPlugin = "";
        while (seen < count && feasible.size() < enough) {
            NodeState node = candidates.get((start + seen) % count);
            seen++;
            Refusal refusal = filters.refusal(node);
            if (refusal == null) {
                feasible.add(node);
            } else if (refusal.status().isRejection()) {
                refusals.add(refusal);
                if (!refusal.plugin().equals(lastPlugin)) {
                    lastPlugin = refusal.plugin();
                    plugins.add(lastPlugin);
                }
            } else {
                return refusal;
            }
        }
        return null;
    }

    private @Nullable NodeState promised() {
        String name = pod.nominatedNodeName();
        NodeState node = name == null ? null : cluster.node(name);
        return node != null && candidates.contains(node) ? node : null;
    }

    private Placement choose(List<NodeState> feasible) {
        if (feasible.size() == 1) {
            return new Placement.Placed(
                    feasible.getFirst(), feasible, null, diagnosis(null, null), state);
        }
        Set<String> silent = new HashSet<>();
        long begin = timing.begin();
        Refusal fault = preScore(feasible, silent);
        timing.passed(Point.PRE_SCORE, code(fault), begin);
        if (fault != null) {
            return broken(fault);
        }
        begin = timing.begin();
        ScoreSheet sheet =
                new Scoring(plan, state, pod, filters.answers(), timing).score(feasible, silent);
        timing.passed(Point.SCORE, Status.Code.SUCCESS, begin);
        return new Placement.Placed(
                plan.tieBreak().among(sheet, pod.uid()),
                feasible,
                sheet,
                diagnosis(null, null),
                state);
    }

    /// @param silent becomes those that have nothing to say
    /// @return an error that ends the attempt, or null
    private @Nullable Refusal preScore(List<NodeState> feasible, Set<String> silent) {
        for (PreScorePlugin plugin : profile.preScore()) {
            timing.asks(plugin, Point.PRE_SCORE);
            long begin = timing.begin();
            Status status = plugin.preScore(state, pod, cluster, feasible);
            timing.answered(plugin, Point.PRE_SCORE, status.code(), begin);
            if (status.isSkip()) {
                silent.add(plugin.name());
            } else if (!status.isSuccess()) {
                return new Refusal(null, plugin.name(), status);
            }
        }
        return null;
    }

    /// @param preFilterMessage why no node was looked at, or null
    private Placement refuse(@Nullable String preFilterMessage, @Nullable Refusal everywhere) {
        Diagnosis diagnosis = diagnosis(preFilterMessage, everywhere);
        PostFilterPlugin.Rescue rescue = null;
        List<String> messages = new ArrayList<>();
        long begin = timing.begin();
        for (PostFilterPlugin plugin : plan.postFilter(pod)) {
            long its = timing.begin();
            rescue = plugin.postFilter(state, pod, cluster, diagnosis, filters);
            timing.answered(plugin, Point.POST_FILTER, rescue.status().code(), its);
            messages.addAll(rescue.status().reasons());
            if (!rescue.status().isRejection()) {
                break;
            }
        }
        if (rescue != null) {
            timing.passed(Point.POST_FILTER, rescue.status().code(), begin);
            Status status = new Status(rescue.status().code(), messages);
            rescue = new PostFilterPlugin.Rescue(status, rescue.nominatedNode(), rescue.victims());
        }
        return new Placement.Refused(diagnosis, rescue, filters);
    }

    private Diagnosis diagnosis(@Nullable String preFilterMessage, @Nullable Refusal rest) {
        if (preFilterMessage != null && rest != null) {
            plugins.add(rest.plugin());
        }
        return new Diagnosis(cluster.nodes().size(), refusals, rest, preFilterMessage, plugins);
    }

    private Placement broken(Refusal fault) {
        String where = fault.node() == null ? "" : " on node " + fault.node().name();
        return new Placement.Broken(
                "running plugin \""
                        + fault.plugin()
                        + "\""
                        + where
                        + ": "
                        + fault.status().message());
    }
}
