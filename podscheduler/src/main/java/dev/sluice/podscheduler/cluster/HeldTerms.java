package dev.sluice.podscheduler.cluster;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/// The affinity terms of the pods that have a node, each with the domains where such pods are. Equal terms of many pods
/// are one entry, so a waiting pod is compared with terms and not with pods (S4.94).
public final class HeldTerms {
    /// What a term says about a pod that it matches.
    public enum Kind {
        NEAR,
        APART,
        RATHER_NEAR,
        RATHER_APART
    }

    /// @param weight of a preferred term; 0 for a required one
    public record Held(Kind kind, AffinityTerm term, int weight) {}

    /// A term and how many pods hold it in each domain of its topology.
    public static final class Holders {
        private final Held held;
        private final Topology topology;
        private int[] podsByDomain = new int[0];
        private int total;

        Holders(Held held, Topology topology) {
            this.held = held;
            this.topology = topology;
        }

        public Held held() {
            return held;
        }

        /// The domain of a node in the term's topology; -1 when it has none.
        public int domain(NodeState node) {
            return topology.domain(node);
        }

        /// How many pods in the node's domain hold the term.
        public int count(NodeState node) {
            int domain = topology.domain(node);
            return domain < 0 || domain >= podsByDomain.length ? 0 : podsByDomain[domain];
        }

        private void change(int domain, int by) {
            if (domain >= podsByDomain.length) {
                podsByDomain =
                        Arrays.copyOf(podsByDomain, Math.max(domain + 1, topology.size()));
            }
            podsByDomain[domain] += by;
            total += by;
        }
    }

    private final Topologies topologies;

    private final Map<Held, Holders> holdersByTerm = new LinkedHashMap<>();

    /// All terms that some pod on a node with the term's topology label holds.
    public Collection<Holders> all() {
        return holdersByTerm.values();
    }

    public boolean isEmpty() {
        return holdersByTerm.isEmpty();
    }

    HeldTerms(Topologies topologies) {
        this.topologies = topologies;
    }

    /// @param nodes all nodes
    void podAdded(NodeState state, Pod pod, Iterable<NodeState> nodes) {
        each(pod, held -> change(state, held, 1, nodes));
    }

    /// The topologies still know the node as it was when the pod was added.
    void podRemoved(NodeState state, Pod pod) {
        each(pod, held -> change(state, held, -1, List.of()));
    }

    private void change(NodeState state, Held held, int by, Iterable<NodeState> nodes) {
        Holders holders = holdersByTerm.get(held);
        if (holders == null) {
            if (by < 0 || !state.node().labels().containsKey(held.term().topologyKey())) {
                return;
            }
            holders = new Holders(held, topologies.acquire(held.term().topologyKey(), nodes));
            holdersByTerm.put(held, holders);
        }
        int domain = holders.domain(state);
        if (domain < 0) {
            return;
        }
        holders.change(domain, by);
        if (holders.total == 0) {
            holdersByTerm.remove(held);
            topologies.release(holders.topology);
        }
    }

    /// The terms of one pod.
    public static List<Held> of(Pod pod) {
        if (pod.relations().affinity().isEmpty()) {
            return List.of();
        }
        List<Held> held = new ArrayList<>();
        each(pod, held::add);
        return held;
    }

    private static void each(Pod pod, Consumer<Held> action) {
        PodAffinity affinity = pod.relations().affinity();
        if (affinity.isEmpty()) {
            return;
        }
        affinity.near().forEach(term -> action.accept(new Held(Kind.NEAR, term, 0)));
        affinity.apart().forEach(term -> action.accept(new Held(Kind.APART, term, 0)));
        affinity.ratherNear()
                .forEach(w -> action.accept(new Held(Kind.RATHER_NEAR, w.term(), w.weight())));
        affinity.ratherApart()
                .forEach(w -> action.accept(new Held(Kind.RATHER_APART, w.term(), w.weight())));
    }
}
