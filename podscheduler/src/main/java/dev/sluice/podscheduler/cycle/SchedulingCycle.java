package dev.sluice.podscheduler.cycle;

import dev.sluice.podscheduler.cluster.ClusterState;
import dev.sluice.podscheduler.cluster.NodeState;
import dev.sluice.podscheduler.cluster.Pod;
import dev.sluice.podscheduler.framework.CycleState;
import dev.sluice.podscheduler.framework.Diagnosis;
import dev.sluice.podscheduler.framework.Diagnosis.Refusal;
import dev.sluice.podscheduler.framework.FilterPlugin;
import dev.sluice.podscheduler.framework.PostFilterPlugin;
import dev.sluice.podscheduler.framework.PreFilterPlugin;
import dev.sluice.podscheduler.framework.PreScorePlugin;
import dev.sluice.podscheduler.framework.Profile;
import dev.sluice.podscheduler.framework.Status;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Finds a node for one pod after the other (S5.1 to S5.8): filters, then scores. It looks and decides; the
/// cluster's state is changed by its owner.
public final class SchedulingCycle {
    private final Profile profile;
    private final NodeSearch search;

    /// Where the next search begins, so that all nodes get their turn (S5.20).
    private int start;

    public SchedulingCycle(Profile profile) {
        this.profile = profile;
        this.search = new NodeSearch(profile.percentageOfNodesToScore());
    }

    /// One attempt.
    public Placement place(Pod pod, ClusterState cluster) {
        if (cluster.nodes().isEmpty()) {
            return new Placement.Refused(null, null, _ -> null);
        }
        return new Attempt(pod, cluster).run();
    }

    /// The course of one attempt; made for it and dropped after it.
    private final class Attempt {
        private final Pod pod;
        private final ClusterState cluster;
        private final CycleState state = new CycleState();
        private final Set<String> skipped = new HashSet<>();
        private final Set<String> plugins = new LinkedHashSet<>();
        private final List<Refusal> refusals = new ArrayList<>();
        private List<NodeState> candidates;
        private @Nullable Refusal elsewhere;

        Attempt(Pod pod, ClusterState cluster) {
            this.pod = pod;
            this.cluster = cluster;
            this.candidates = cluster.nodes();
        }

        Placement run() {
            Refusal refused = preFilter();
            if (refused != null) {
                return refused.status().isRejection()
                        ? refuse(refused.status().message(), refused)
                        : broken(refused);
            }
            List<NodeState> feasible = new ArrayList<>();
            Refusal fault = filter(feasible);
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
                switch (plugin.preFilter(state, pod, cluster)) {
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
                                    "node(s) didn't satisfy plugin(s) ["
                                            + names
                                            + "] simultaneously"));
                }
                candidates = named(only);
            }
            return null;
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
                Refusal refusal = refusal(promised);
                if (refusal == null) {
                    feasible.add(promised);
                    return null;
                }
            }
            int count = candidates.size();
            int enough = search.enough(count);
            int seen = 0;
            while (seen < count && feasible.size() < enough) {
                NodeState node = candidates.get((start + seen) % count);
                seen++;
                Refusal refusal = refusal(node);
                if (refusal == null) {
                    feasible.add(node);
                } else if (refusal.status().isRejection()) {
                    refusals.add(refusal);
                    plugins.add(refusal.plugin());
                } else {
                    return refusal;
                }
            }
            if (count > 0) {
                start = (start + seen) % cluster.nodes().size();
            }
            return null;
        }

        private @Nullable NodeState promised() {
            String name = pod.nominatedNodeName();
            NodeState node = name == null ? null : cluster.node(name);
            return node != null && candidates.contains(node) ? node : null;
        }

        /// With pods that were promised room on the node, it must take the pod both beside them and without them:
        /// they may come, and they may not (S3.34).
        private @Nullable Refusal refusal(NodeState node) {
            NodeState crowded = withPromised(node);
            if (crowded != null) {
                Refusal refusal = plainRefusal(crowded);
                if (refusal != null) {
                    return new Refusal(node, refusal.plugin(), refusal.status());
                }
            }
            return plainRefusal(node);
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

        private @Nullable Refusal plainRefusal(NodeState node) {
            for (FilterPlugin plugin : profile.filter()) {
                if (!skipped.contains(plugin.name())) {
                    Status status = plugin.filter(state, pod, node);
                    if (!status.isSuccess()) {
                        return new Refusal(node, plugin.name(), status);
                    }
                }
            }
            return null;
        }

        private Placement choose(List<NodeState> feasible) {
            if (feasible.size() == 1) {
                return new Placement.Placed(
                        feasible.getFirst(), feasible, null, diagnosis(null, null));
            }
            Set<String> silent = new HashSet<>();
            for (PreScorePlugin plugin : profile.preScore()) {
                Status status = plugin.preScore(state, pod, cluster, feasible);
                if (status.isSkip()) {
                    silent.add(plugin.name());
                } else if (!status.isSuccess()) {
                    return broken(new Refusal(null, plugin.name(), status));
                }
            }
            ScoreSheet sheet = score(feasible, silent);
            return new Placement.Placed(
                    TieBreak.among(sheet.best(), pod.uid()),
                    feasible,
                    sheet,
                    diagnosis(null, null));
        }

        private ScoreSheet score(List<NodeState> feasible, Set<String> silent) {
            List<ScoreSheet.Column> columns = new ArrayList<>();
            for (Profile.Weighted weighted : profile.score()) {
                if (silent.contains(weighted.plugin().name())) {
                    continue;
                }
                long[] scores = new long[feasible.size()];
                for (int i = 0; i < scores.length; i++) {
                    scores[i] = weighted.plugin().score(state, pod, feasible.get(i));
                }
                List<Long> raw = Arrays.stream(scores).boxed().toList();
                weighted.plugin().normalise(state, feasible, scores);
                columns.add(
                        new ScoreSheet.Column(
                                weighted.plugin().name(),
                                weighted.weight(),
                                raw,
                                Arrays.stream(scores).boxed().toList()));
            }
            return new ScoreSheet(feasible, columns);
        }

        /// @param preFilterMessage why no node was looked at, or null
        private Placement refuse(@Nullable String preFilterMessage, @Nullable Refusal everywhere) {
            Diagnosis diagnosis = diagnosis(preFilterMessage, everywhere);
            PostFilterPlugin.Rescue rescue = null;
            for (PostFilterPlugin plugin : profile.postFilter()) {
                rescue = plugin.postFilter(state, pod, cluster, diagnosis, this::refusal);
                if (!rescue.status().isRejection()) {
                    break;
                }
            }
            return new Placement.Refused(diagnosis, rescue, this::refusal);
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
}
