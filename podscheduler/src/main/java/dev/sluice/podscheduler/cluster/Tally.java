package dev.sluice.podscheduler.cluster;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// How many pods of a kind there are in each domain of a topology, kept up to date as pods and nodes come and go.
///
/// A domain is one that some counted node belongs to, with or without pods.
public final class Tally {
    /// What is counted. Two questions that are equal share one tally, so this is a record.
    public interface Question {
        /// The domain of the node, usually the value of a label; null when its pods are not counted.
        @Nullable String domain(Node node);

        /// How often the pod counts, usually 0 or 1.
        int count(Pod pod, Namespaces namespaces);
    }

    private static final class Domain {
        private int nodes;
        private int pods;
    }

    private final Question question;
    private final Namespaces namespaces;
    private final Map<String, Domain> domains = new HashMap<>();
    private int total;
    private int least;
    private int second;
    private int domainsWithLeast;
    private boolean leastKnown;

    Tally(Question question, Namespaces namespaces) {
        this.question = question;
        this.namespaces = namespaces;
    }

    /// The pods of one domain; 0 for an unknown one.
    public int count(String domain) {
        Domain found = domains.get(domain);
        return found == null ? 0 : found.pods;
    }

    public int domains() {
        return domains.size();
    }

    /// The pods of all domains.
    public int total() {
        return total;
    }

    /// The least count of any domain, if one domain had `change` more pods than it has; 0 when there is no domain.
    ///
    /// @param changed the domain, or null for none
    public int least(@Nullable String changed, int change) {
        if (domains.isEmpty()) {
            return 0;
        }
        if (!leastKnown) {
            findLeast();
        }
        if (change == 0 || changed == null || !domains.containsKey(changed)) {
            return least;
        }
        int count = count(changed);
        int leastOfOthers = count == least && domainsWithLeast == 1 ? second : least;
        return Math.min(leastOfOthers, count + change);
    }

    private void findLeast() {
        least = Integer.MAX_VALUE;
        second = Integer.MAX_VALUE;
        domainsWithLeast = 0;
        for (Domain domain : domains.values()) {
            if (domain.pods < least) {
                second = least;
                least = domain.pods;
                domainsWithLeast = 1;
            } else if (domain.pods == least) {
                domainsWithLeast++;
            } else if (domain.pods < second) {
                second = domain.pods;
            }
        }
        leastKnown = true;
    }

    /// How many of a variation's pods count more than of the real node's.
    public int difference(NodeState node) {
        if (!node.isVariation() || question.domain(node.node()) == null) {
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

    void podAdded(Node node, Pod pod) {
        podChanged(node, question.count(pod, namespaces));
    }

    void podRemoved(Node node, Pod pod) {
        podChanged(node, -question.count(pod, namespaces));
    }

    private void podChanged(Node node, int change) {
        if (change == 0) {
            return;
        }
        String value = question.domain(node);
        Domain found = value == null ? null : domains.get(value);
        if (found != null) {
            found.pods += change;
            total += change;
            leastKnown = false;
        }
    }

    void nodeAdded(NodeState state) {
        String value = question.domain(state.node());
        if (value == null) {
            return;
        }
        Domain domain = domains.computeIfAbsent(value, _ -> new Domain());
        domain.nodes++;
        for (Pod pod : state.pods()) {
            int count = question.count(pod, namespaces);
            domain.pods += count;
            total += count;
        }
        leastKnown = false;
    }

    /// @param node as it was when it was added
    void nodeRemoved(NodeState state, Node node) {
        String value = question.domain(node);
        Domain domain = value == null ? null : domains.get(value);
        if (value == null || domain == null) {
            return;
        }
        for (Pod pod : state.pods()) {
            int count = question.count(pod, namespaces);
            domain.pods -= count;
            total -= count;
        }
        if (--domain.nodes == 0) {
            domains.remove(value);
        }
        leastKnown = false;
    }
}
