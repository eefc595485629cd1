package dev.sluice.podscheduler.plugins;

import dev.sluice.podscheduler.cluster.AffinityTerm;
import dev.sluice.podscheduler.cluster.ClusterState;
import dev.sluice.podscheduler.cluster.HeldTerms;
import dev.sluice.podscheduler.cluster.HeldTerms.Held;
import dev.sluice.podscheduler.cluster.HeldTerms.Holders;
import dev.sluice.podscheduler.cluster.Namespaces;
import dev.sluice.podscheduler.cluster.NodeState;
import dev.sluice.podscheduler.cluster.Pod;
import dev.sluice.podscheduler.cluster.PodAffinity;
import dev.sluice.podscheduler.cluster.Tally;
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
import java.util.List;

/// Places pods near those they want near and apart from those they do not, in both directions (S4.90 to S4.94).
///
/// Nothing is counted for an attempt: tallies count the pods that a term is about, and [HeldTerms] where the pods are
/// that hold a term about others; both follow the events.
public final class InterPodAffinity
        implements PreFilterPlugin, FilterPlugin, PreScorePlugin, ScorePlugin {
    private static final Status NOT_NEAR =
            Status.unresolvable("node(s) didn't match pod affinity rules");
    private static final Status NOT_APART =
            Status.unschedulable("node(s) didn't match pod anti-affinity rules");
    private static final Status NOT_WANTED =
            Status.unschedulable("node(s) didn't satisfy existing pods anti-affinity rules");

    private final int hardWeight;
    private final boolean ignoresWishesOfOthers;

    /// @param hardWeight what a required affinity of a pod on a node counts in the score of a pod that matches it, 0 to 100
    /// @param ignoresWishesOfOthers whether a pod without wishes of its own is not scored by those of others
    public InterPodAffinity(int hardWeight, boolean ignoresWishesOfOthers) {
        this.hardWeight = hardWeight;
        this.ignoresWishesOfOthers = ignoresWishesOfOthers;
    }

    /// The required terms of one attempt.
    ///
    /// @param near one tally of the pods that match all terms for each term's topology
    /// @param apart one tally for each term
    /// @param againstIt terms of other pods that do not want this one near
    private record Required(
            List<Tally> near,
            List<Tally> apart,
            List<Holders> againstIt,
            boolean isItsOwnCompany,
            Namespaces namespaces) {}

    /// What makes a domain better or worse.
    private record Wishes(List<Wish> wishes) {
        record Wish(Tally tally, long weight) {}
    }

    private record HeldWishes(List<Wish> wishes) {
        record Wish(Holders holders, long weight) {}
    }

    @Override
    public String name() {
        return "InterPodAffinity";
    }

    @Override
    public Verdict preFilter(CycleState state, Pod pod, ClusterState cluster) {
        PodAffinity affinity = pod.relations().affinity();
        List<Holders> againstIt = new ArrayList<>();
        for (Holders holders : cluster.heldTerms().all()) {
            if (holders.held().kind() == HeldTerms.Kind.APART
                    && holders.held().term().matches(pod, cluster.namespaces())) {
                againstIt.add(holders);
            }
        }
        if (againstIt.isEmpty() && affinity.near().isEmpty() && affinity.apart().isEmpty()) {
            return Verdict.SKIP;
        }
        List<Tally> near = new ArrayList<>();
        boolean company = !affinity.near().isEmpty();
        for (AffinityTerm term : affinity.near()) {
            var question = new AffinityQuestion(affinity.near(), term.topologyKey());
            near.add(cluster.tally(question));
            company &= term.matches(pod, cluster.namespaces());
        }
        List<Tally> apart = new ArrayList<>();
        for (AffinityTerm term : affinity.apart()) {
            apart.add(cluster.tally(new AffinityQuestion(term)));
        }
        state.put(
                Required.class,
                new Required(near, apart, againstIt, company, cluster.namespaces()));
        return Verdict.ALL;
    }

    @Override
    public Status filter(CycleState state, Pod pod, NodeState node) {
        Required required = state.get(Required.class);
        if (required == null) {
            return Status.SUCCESS;
        }
        if (!hasCompany(required, node)) {
            return NOT_NEAR;
        }
        for (Tally apart : required.apart()) {
            if (count(apart, node) > 0) {
                return NOT_APART;
            }
        }
        return isUnwanted(required, pod, node) ? NOT_WANTED : Status.SUCCESS;
    }

    /// The first of a group of pods that want to be near each other finds none and may go anywhere.
    private static boolean hasCompany(Required required, NodeState node) {
        boolean all = true;
        boolean none = true;
        for (Tally near : required.near()) {
            if (near.domain(node) < 0) {
                return false;
            }
            all &= count(near, node) > 0;
            none &= near.total() + near.difference(node) == 0;
        }
        return all || (none && required.isItsOwnCompany());
    }

    private static int count(Tally counted, NodeState node) {
        int domain = counted.domain(node);
        return domain < 0 ? 0 : counted.count(domain) + counted.difference(node);
    }

    private static boolean isUnwanted(Required required, Pod pod, NodeState node) {
        for (Holders holders : required.againstIt()) {
            if (holders.domain(node) >= 0
                    && holders.count(node) + difference(holders.held(), node) > 0) {
                return true;
            }
        }
        for (Pod other : node.added()) {
            for (AffinityTerm term : other.relations().affinity().apart()) {
                if (node.node().labels().containsKey(term.topologyKey())
                        && term.matches(pod, required.namespaces())) {
                    return true;
                }
            }
        }
        return false;
    }

    /// How many pods that a variation took away held the term; those it adds are looked at by themselves.
    private static int difference(Held held, NodeState node) {
        int difference = 0;
        for (Pod other : node.removed()) {
            for (Held term : HeldTerms.of(other)) {
                difference -= term.equals(held) ? 1 : 0;
            }
        }
        return difference;
    }

    @Override
    public Status preScore(
            CycleState state, Pod pod, ClusterState cluster, List<NodeState> feasible) {
        PodAffinity affinity = pod.relations().affinity();
        if (!affinity.hasWishes() && (ignoresWishesOfOthers || cluster.heldTerms().isEmpty())) {
            return Status.SKIP;
        }
        List<Wishes.Wish> wishes = new ArrayList<>();
        for (AffinityTerm.Weighted wish : affinity.ratherNear()) {
            add(wishes, cluster, wish.term(), wish.weight());
        }
        for (AffinityTerm.Weighted wish : affinity.ratherApart()) {
            add(wishes, cluster, wish.term(), -wish.weight());
        }
        List<HeldWishes.Wish> held = new ArrayList<>();
        for (Holders holders : cluster.heldTerms().all()) {
            long weight = weight(holders.held());
            if (weight != 0 && holders.held().term().matches(pod, cluster.namespaces())) {
                held.add(new HeldWishes.Wish(holders, weight));
            }
        }
        if (wishes.isEmpty() && held.isEmpty()) {
            return Status.SKIP;
        }
        state.put(Wishes.class, new Wishes(wishes));
        state.put(HeldWishes.class, new HeldWishes(held));
        return Status.SUCCESS;
    }

    private static void add(
            List<Wishes.Wish> wishes, ClusterState cluster, AffinityTerm term, long weight) {
        Tally tally = cluster.tally(new AffinityQuestion(term));
        if (tally.total() > 0) {
            wishes.add(new Wishes.Wish(tally, weight));
        }
    }

    private long weight(Held held) {
        return switch (held.kind()) {
            case NEAR -> hardWeight;
            case APART -> 0;
            case RATHER_NEAR -> held.weight();
            case RATHER_APART -> -held.weight();
        };
    }

    @Override
    public long score(CycleState state, Pod pod, NodeState node) {
        Wishes wishes = state.get(Wishes.class);
        HeldWishes held = state.get(HeldWishes.class);
        if (wishes == null || held == null) {
            return 0;
        }
        long score = 0;
        for (Wishes.Wish wish : wishes.wishes()) {
            score += wish.weight() * wish.tally().count(node);
        }
        for (HeldWishes.Wish wish : held.wishes()) {
            score += wish.weight() * wish.holders().count(node);
        }
        return score;
    }

    @Override
    public void normalise(CycleState state, List<NodeState> nodes, long[] scores) {
        long least = Long.MAX_VALUE;
        long most = Long.MIN_VALUE;
        for (long score : scores) {
            least = Math.min(least, score);
            most = Math.max(most, score);
        }
        for (int i = 0; i < scores.length; i++) {
            scores[i] =
                    most == least
                            ? 0
                            : (long) (SCORE_MAX * ((double) (scores[i] - least) / (most - least)));
        }
    }

    @Override
    public List<Wake> wakes() {
        return List.of(
                new Wake(EventKind.ASSIGNED_POD_ADD, InterPodAffinity::isCompany),
                new Wake(EventKind.ASSIGNED_POD_UPDATE_LABEL, InterPodAffinity::mattersByLabel),
                new Wake(EventKind.ASSIGNED_POD_DELETE, InterPodAffinity::stoodAgainst),
                new Wake(EventKind.NODE_ADD, Wake.Hint.ofNode(InterPodAffinity::hasTopology)),
                // With its node or the node's label a pod leaves its domain, which helps elsewhere.
                new Wake(EventKind.NODE_DELETE, Wake.Hint.ALWAYS),
                new Wake(EventKind.NODE_UPDATE_LABEL, Wake.Hint.ALWAYS),
                new Wake(EventKind.NAMESPACE_UPDATE_LABEL, Wake.Hint.ALWAYS),
                new Wake(EventKind.OWN_LABEL, Wake.Hint.ALWAYS));
    }

    private static boolean hasTopology(Pod parked, NodeState node) {
        for (AffinityTerm term : parked.relations().affinity().near()) {
            if (!node.node().labels().containsKey(term.topologyKey())) {
                return false;
            }
        }
        return true;
    }

    /// Namespaces by selector are taken as matching: a try too many is better than one too few.
    private static boolean mayMatch(AffinityTerm term, Pod pod) {
        return (term.namespaceSelector() != null || term.namespaces().contains(pod.namespace()))
                && term.selector().matches(pod.labels());
    }

    private static boolean isCompany(Pod parked, ClusterEvent event) {
        return !(event instanceof ClusterEvent.OfAssignedPod came)
                || isAbout(parked.relations().affinity().near(), came.pod());
    }

    private static boolean stoodAgainst(Pod parked, ClusterEvent event) {
        return !(event instanceof ClusterEvent.OfAssignedPod gone)
                || isAbout(parked.relations().affinity().apart(), gone.pod())
                || isAbout(gone.pod().relations().affinity().apart(), parked)
                // The last pod of a group that went lets another be the first.
                || isAbout(parked.relations().affinity().near(), gone.pod());
    }

    private static boolean mattersByLabel(Pod parked, ClusterEvent event) {
        if (!(event instanceof ClusterEvent.OfAssignedPod changed) || changed.before() == null) {
            return true;
        }
        return isAbout(parked.relations().affinity().near(), changed.pod())
                || isAbout(parked.relations().affinity().near(), changed.before())
                || isAbout(parked.relations().affinity().apart(), changed.before());
    }

    private static boolean isAbout(List<AffinityTerm> terms, Pod pod) {
        for (AffinityTerm term : terms) {
            if (mayMatch(term, pod)) {
                return true;
            }
        }
        return false;
    }
}
