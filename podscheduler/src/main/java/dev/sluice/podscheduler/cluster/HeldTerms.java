package dev.sluice.podscheduler.cluster;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
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
        private final Map<String, Integer> podsByDomain = new HashMap<>();

        Holders(Held held) {
            this.held = held;
        }

        public Held held() {
            return held;
        }

        public int count(String domain) {
            return podsByDomain.getOrDefault(domain, 0);
        }

        private void change(String domain, int by) {
            podsByDomain.merge(domain, by, (a, b) -> a + b == 0 ? null : a + b);
        }
    }

    private final Map<Held, Holders> holdersByTerm = new LinkedHashMap<>();

    /// All terms that some pod on a node with the term's topology label holds.
    public Collection<Holders> all() {
        return holdersByTerm.values();
    }

    public boolean isEmpty() {
        return holdersByTerm.isEmpty();
    }

    void podAdded(Node node, Pod pod) {
        each(pod, held -> change(node, held, 1));
    }

    void podRemoved(Node node, Pod pod) {
        each(pod, held -> change(node, held, -1));
    }

    private void change(Node node, Held held, int by) {
        String domain = node.labels().get(held.term().topologyKey());
        if (domain == null) {
            return;
        }
        Holders holders = holdersByTerm.computeIfAbsent(held, Holders::new);
        holders.change(domain, by);
        if (holders.podsByDomain.isEmpty()) {
            holdersByTerm.remove(held);
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
