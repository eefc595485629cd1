package dev.sluice.podscheduler.cluster;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// How many pods of a kind there are in each domain of a topology, kept up to date as pods and nodes come and go.
///
/// A domain is one that some counted node belongs to, with or without pods.
public final class Tally {
    /// What is counted. Two questions that are equal share one tally, so this is a record.
    public interface Question {
        /// The label whose values are the domains; null when each node is one.
        @Nullable String topologyKey();

        /// Whether a node that has the label is looked at.
        default boolean counts(Node node) {
            return true;
        }

        /// How often the pod counts, usually 0 or 1.
        int count(Pod pod, Namespaces namespaces);
    }

    private final Question question;
    private final Topology topology;
    private final Namespaces namespaces;
    private int[] nodesByDomain = new int[0];
    private int[] podsByDomain = new int[0];
    private int domains;
    private int total;
    private int least;
    private int second;
    private int domainsWithLeast;
    private boolean leastKnown;

    Tally(Question question, Topology topology, Namespaces namespaces) {
        this.question = question;
        this.topology = topology;
        this.namespaces = namespaces;
    }

    /// By what is counted.
    public Topology topology() {
        return topology;
    }

    /// The domain of a node, counted or not; -1 when it has none.
    public int domain(NodeState node) {
        return topology.domain(node);
    }

    /// The pods of one domain; 0 for -1.
    public int count(int domain) {
        return domain < 0 || domain >= podsByDomain.length ? 0 : podsByDomain[domain];
    }

    /// The pods of the node's domain.
    public int count(NodeState node) {
        return count(topology.domain(node));
    }

    public int domains() {
        return domains;
    }

    /// The pods of all domains.
    public int total() {
        return total;
    }

    /// The least count of any domain, if one domain had `change` more pods than it has; 0 when there is no domain.
    ///
    /// @param changed the domain, or -1 for none
    public int least(int changed, int change) {
        if (domains == 0) {
            return 0;
        }
        if (!leastKnown) {
            findLeast();
        }
        if (change == 0
                || changed < 0
                || changed >= nodesByDomain.length
                || nodesByDomain[changed] == 0) {
            return least;
        }
        int count = podsByDomain[changed];
        int leastOfOthers = count == least && domainsWithLeast == 1 ? second : least;
        return Math.min(leastOfOthers, count + change);
    }

    private void findLeast() {
        least = Integer.MAX_VALUE;
        second = Integer.MAX_VALUE;
        domainsWithLeast = 0;
        for (int domain = 0; domain < nodesByDomain.length; domain++) {
            int pods = podsByDomain[domain];
            if (nodesByDomain[domain] == 0 || pods > second) {
                continue;
            }
            if (pods < least) {
                second = least;
                least = pods;
                domainsWithLeast = 1;
            } else if (pods == least) {
                domainsWithLeast++;
            } else {
                second = pods;
            }
        }
        leastKnown = true;
    }

    /// How many of a variation's pods count more than of the real node's.
    public int difference(NodeState node) {
        if (!node.isVariation() || !counts(node, node.node())) {
            return 0;
        }
        int difference = 0;
        for (Pod pod : node.added()) {
            difference += question.count(pod, namespaces);
        }
        for (Pod pod : node.removed()) {
            difference -= question.count(pod, namespaces);
        }
        return difference;
    }

    private boolean counts(NodeState state, Node node) {
        return topology.domain(state) >= 0 && question.counts(node);
    }

    void podAdded(NodeState state, Pod pod) {
        podChanged(state, question.count(pod, namespaces));
    }

    void podRemoved(NodeState state, Pod pod) {
        podChanged(state, -question.count(pod, namespaces));
    }

    private void podChanged(NodeState state, int change) {
        if (change != 0 && counts(state, state.node())) {
            podsByDomain[topology.domain(state)] += change;
            total += change;
            leastKnown = false;
        }
    }

    /// The topology knows the node already.
    void nodeAdded(NodeState state) {
        if (!counts(state, state.node())) {
            return;
        }
        int domain = topology.domain(state);
        if (domain >= nodesByDomain.length) {
            int length = Math.max(domain + 1, topology.size());
            nodesByDomain = Arrays.copyOf(nodesByDomain, length + length / 2);
            podsByDomain = Arrays.copyOf(podsByDomain, length + length / 2);
        }
        domains += nodesByDomain[domain]++ == 0 ? 1 : 0;
        change(state, domain, 1);
    }

    /// The topology still knows the node.
    ///
    /// @param before as it was when it was added
    void nodeRemoved(NodeState state, Node before) {
        if (!counts(state, before)) {
            return;
        }
        int domain = topology.domain(state);
        domains -= --nodesByDomain[domain] == 0 ? 1 : 0;
        change(state, domain, -1);
    }

    private void change(NodeState state, int domain, int sign) {
        for (Pod pod : state.pods()) {
            int count = sign * question.count(pod, namespaces);
            podsByDomain[domain] += count;
            total += count;
        }
        leastKnown = false;
    }
}
