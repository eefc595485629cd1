package dev.sluice.podscheduler.plugins;

import dev.sluice.model.LabelSelector;
import dev.sluice.podscheduler.cluster.ClusterState;
import dev.sluice.podscheduler.cluster.NodeState;
import dev.sluice.podscheduler.cluster.Pod;
import dev.sluice.podscheduler.cluster.SpreadConstraint;
import dev.sluice.podscheduler.cluster.Tally;
import dev.sluice.podscheduler.cluster.Topology;
import dev.sluice.podscheduler.framework.ClusterEvent;
import dev.sluice.podscheduler.framework.CycleState;
import dev.sluice.podscheduler.framework.EventKind;
import dev.sluice.podscheduler.framework.FilterPlugin;
import dev.sluice.podscheduler.framework.PreFilterPlugin;
import dev.sluice.podscheduler.framework.PreScorePlugin;
import dev.sluice.podscheduler.framework.ScorePlugin;
import dev.sluice.podscheduler.framework.Status;
import dev.sluice.podscheduler.framework.Wake;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Spreads pods evenly over domains (S4.80 to S4.87).
///
/// The pods of each domain are not counted for the attempt: a [Tally] has counted them and follows the events, and all
/// pods with the same constraint share it.
public final class PodTopologySpread
        implements PreFilterPlugin, FilterPlugin, PreScorePlugin, ScorePlugin {
    private static final String HOSTNAME = "kubernetes.io/hostname";
    private static final Status NO_LABEL =
            Status.unresolvable(
                    "node(s) didn't match pod topology spread constraints (missing required label)");
    private static final Status TOO_SKEWED =
            Status.unschedulable("node(s) didn't match pod topology spread constraints");

    private final SpreadDefaults defaults;

    /// @param defaults for pods without constraints of their own
    public PodTopologySpread(SpreadDefaults defaults) {
        this.defaults = defaults;
    }

    /// The hard constraints of one attempt.
    private record Hard(List<Counted> constraints) {
        record Counted(SpreadConstraint constraint, Tally tally, int self) {}
    }

    /// The soft constraints of one attempt.
    ///
    /// @param allNeeded whether a node that lacks one of their labels is not scored
    private record Soft(List<Weighted> constraints, boolean allNeeded) {
        /// @param labelled tells whether a node has the label
        record Weighted(
                SpreadConstraint constraint, Topology labelled, Tally tally, double weight) {
            Weighted weighing(double newWeight) {
                return new Weighted(constraint, labelled, tally, newWeight);
            }
        }

        boolean scores(NodeState node) {
            return !allNeeded || hasAll(constraints, node);
        }

        static boolean hasAll(List<Weighted> constraints, NodeState node) {
            for (Weighted weighted : constraints) {
                if (weighted.labelled().domain(node) < 0) {
                    return false;
                }
            }
            return true;
        }
    }

    @Override
    public String name() {
        return "PodTopologySpread";
    }

    @Override
    public Verdict preFilter(CycleState state, Pod pod, ClusterState cluster) {
        List<SpreadConstraint> hard = constraints(pod, cluster, true);
        if (hard.isEmpty()) {
            return Verdict.SKIP;
        }
        Set<String> keys = keys(hard);
        List<Hard.Counted> counted = new ArrayList<>();
        for (SpreadConstraint constraint : hard) {
            Tally tally = cluster.tally(SpreadQuestion.of(constraint, pod, keys));
            int self = constraint.selector().matches(pod.labels()) ? 1 : 0;
            counted.add(new Hard.Counted(constraint, tally, self));
        }
        state.put(Hard.class, new Hard(counted));
        return Verdict.ALL;
    }

    @Override
    public Status filter(CycleState state, Pod pod, NodeState node) {
        Hard hard = state.get(Hard.class);
        if (hard == null) {
            return Status.SUCCESS;
        }
        for (Hard.Counted counted : hard.constraints()) {
            SpreadConstraint constraint = counted.constraint();
            Tally tally = counted.tally();
            int domain = tally.domain(node);
            if (domain < 0) {
                return NO_LABEL;
            }
            int change = tally.difference(node);
            int least = tally.domains() < constraint.minDomains() ? 0 : tally.least(domain, change);
            if (tally.count(domain) + change + counted.self() - least > constraint.maxSkew()) {
                return TOO_SKEWED;
            }
        }
        return Status.SUCCESS;
    }

    @Override
    public Status preScore(
            CycleState state, Pod pod, ClusterState cluster, List<NodeState> feasible) {
        List<SpreadConstraint> soft = constraints(pod, cluster, false);
        if (soft.isEmpty()) {
            return Status.SKIP;
        }
        boolean allNeeded = !pod.relations().spread().isEmpty() || !defaults.ofTheSystem();
        Set<String> needed = allNeeded ? keys(soft) : Set.of();
        List<Soft.Weighted> counted = new ArrayList<>();
        for (SpreadConstraint constraint : soft) {
            Tally byDomain = cluster.tally(SpreadQuestion.of(constraint, pod, needed));
            Tally tally =
                    isByHost(constraint)
                            ? cluster.tally(SpreadQuestion.onEachNode(constraint, pod))
                            : byDomain;
            counted.add(new Soft.Weighted(constraint, byDomain.topology(), tally, 0));
        }
        List<Soft.Weighted> weighted = new ArrayList<>();
        for (Soft.Weighted each : counted) {
            int domains = domains(feasible, each, allNeeded ? counted : List.of());
            weighted.add(each.weighing(Math.log(domains + 2.0)));
        }
        state.put(Soft.class, new Soft(weighted, allNeeded));
        return Status.SUCCESS;
    }

    private static boolean isByHost(SpreadConstraint constraint) {
        return constraint.topologyKey().equals(HOSTNAME);
    }

    /// How many domains the nodes lie in that are scored. Nodes without the label count as one more; of hosts each node is one.
    ///
    /// @param needed by whose labels nodes are scored
    private static int domains(
            List<NodeState> nodes, Soft.Weighted weighted, List<Soft.Weighted> needed) {
        BitSet domains = new BitSet();
        int scored = 0;
        for (NodeState node : nodes) {
            if (Soft.hasAll(needed, node)) {
                scored++;
                domains.set(weighted.labelled().domain(node) + 1);
            }
        }
        return isByHost(weighted.constraint()) ? scored : domains.cardinality();
    }

    @Override
    public long score(CycleState state, Pod pod, NodeState node) {
        Soft soft = state.get(Soft.class);
        if (soft == null || !soft.scores(node)) {
            return 0;
        }
        double score = 0;
        for (Soft.Weighted weighted : soft.constraints()) {
            if (weighted.labelled().domain(node) >= 0) {
                int count = weighted.tally().count(node);
                score += count * weighted.weight() + (weighted.constraint().maxSkew() - 1);
            }
        }
        return Math.round(score);
    }

    /// The fewer the better; nodes that are not scored stay at 0 (S4.85).
    @Override
    public void normalise(CycleState state, List<NodeState> nodes, long[] scores) {
        Soft soft = state.get(Soft.class);
        if (soft == null) {
            return;
        }
        long least = Long.MAX_VALUE;
        long most = 0;
        for (int i = 0; i < scores.length; i++) {
            if (soft.scores(nodes.get(i))) {
                least = Math.min(least, scores[i]);
                most = Math.max(most, scores[i]);
            }
        }
        for (int i = 0; i < scores.length; i++) {
            if (!soft.scores(nodes.get(i))) {
                scores[i] = 0;
            } else {
                scores[i] = most == 0 ? SCORE_MAX : SCORE_MAX * (most + least - scores[i]) / most;
            }
        }
    }

    @Override
    public List<Wake> wakes() {
        return List.of(
                new Wake(EventKind.ASSIGNED_POD_ADD, this::counts),
                new Wake(EventKind.ASSIGNED_POD_DELETE, this::counts),
                new Wake(EventKind.ASSIGNED_POD_UPDATE_LABEL, this::counts),
                new Wake(EventKind.ASSIGNED_POD_TERMINATING, this::counts),
                new Wake(EventKind.NODE_ADD, Wake.Hint.ALWAYS),
                new Wake(EventKind.NODE_DELETE, Wake.Hint.ALWAYS),
                new Wake(EventKind.NODE_UPDATE_LABEL, Wake.Hint.ALWAYS),
                new Wake(EventKind.NODE_UPDATE_TAINT, Wake.Hint.ALWAYS),
                new Wake(EventKind.OWN_LABEL, Wake.Hint.ALWAYS),
                new Wake(EventKind.OWN_TOLERATION, Wake.Hint.ALWAYS));
    }

    /// Whether the pod that came, went or changed is one of those that the parked one counts.
    private boolean counts(Pod parked, ClusterEvent event) {
        if (!(event instanceof ClusterEvent.OfAssignedPod other)) {
            return true;
        }
        if (!other.pod().namespace().equals(parked.namespace())) {
            return false;
        }
        List<SpreadConstraint> own = parked.relations().spread();
        if (own.isEmpty()) {
            return true;
        }
        for (SpreadConstraint constraint : own) {
            LabelSelector selector = constraint.selector();
            Pod before = other.before();
            if (constraint.hard()
                    && (selector.matches(other.pod().labels())
                            || (before != null && selector.matches(before.labels())))) {
                return true;
            }
        }
        return false;
    }

    private List<SpreadConstraint> constraints(Pod pod, ClusterState cluster, boolean hard) {
        List<SpreadConstraint> all =
                pod.relations().spread().isEmpty() && defaults.any(hard)
                        ? byDefault(cluster.owners().siblings(pod))
                        : pod.relations().spread();
        if (all.isEmpty()) {
            return all;
        }
        return all.stream().filter(constraint -> constraint.hard() == hard).toList();
    }

    private List<SpreadConstraint> byDefault(@Nullable LabelSelector siblings) {
        return siblings == null
                ? List.of()
                : defaults.constraints().stream().map(c -> c.counting(siblings)).toList();
    }

    private static Set<String> keys(List<SpreadConstraint> constraints) {
        return constraints.stream()
                .map(SpreadConstraint::topologyKey)
                .collect(Collectors.toUnmodifiableSet());
    }
}
