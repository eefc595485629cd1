package dev.sluice.engine.twin;

import dev.sluice.engine.spec.ClusterQueueSpec;
import dev.sluice.engine.spec.CohortSpec;
import dev.sluice.engine.spec.Quota;
import dev.sluice.engine.spec.Reservation;
import dev.sluice.engine.spec.ResourceGroup;
import dev.sluice.engine.spec.WorkloadKey;
import dev.sluice.engine.spec.WorkloadSpec;
import dev.sluice.engine.spec.WorkloadStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// The quota tree as section 2 has it: every number is computed from quotas and holdings when it is asked for.
final class TwinTree {

    /// A flavor of a resource.
    record Pair(String flavor, String resource) implements Comparable<Pair> {
        @Override
        public int compareTo(Pair other) {
            int byFlavor = flavor.compareTo(other.flavor);
            return byFlavor != 0 ? byFlavor : resource.compareTo(other.resource);
        }
    }

    /// A ClusterQueue (with a spec) or a Cohort.
    static final class Node {
        final String name;
        final @Nullable ClusterQueueSpec queue;
        @Nullable Node parent;
        final List<Node> children = new ArrayList<>();
        final Map<Pair, Quota> quotas = new TreeMap<>();
        double weight = 1;

        /// Subtree quotas that were asked for before; quotas do not change in a world.
        final Map<Pair, Long> subtrees = new java.util.HashMap<>();

        Node(String name, @Nullable ClusterQueueSpec queue) {
            this.name = name;
            this.queue = queue;
        }

        ClusterQueueSpec spec() {
            if (queue == null) {
                throw new IllegalStateException(name + " is a cohort");
            }
            return queue;
        }

        Node root() {
            return parent == null ? this : parent.root();
        }

        boolean isBelow(Node other) {
            return this == other || (parent != null && parent.isBelow(other));
        }
    }

    /// Quota in use: by a workload, or (without one) promised until the end of the cycle.
    static final class Holding {
        private final Node queue;
        private final Map<Pair, Long> usage;
        private final WorkloadSpec spec;
        private final WorkloadStatus status;

        Holding(Node queue, Map<Pair, Long> usage, WorkloadSpec spec, WorkloadStatus status) {
            this.queue = queue;
            this.usage = usage;
            this.spec = spec;
            this.status = status;
        }

        Node queue() {
            return queue;
        }

        Map<Pair, Long> usage() {
            return usage;
        }

        WorkloadSpec spec() {
            return spec;
        }

        WorkloadStatus status() {
            return status;
        }

        boolean isEvicted() {
            return status.evicted() != null;
        }

        long reservedAt() {
            Reservation reservation = status.reservation();
            return reservation == null ? Long.MAX_VALUE : reservation.at().getEpochSecond();
        }
    }

    final Map<String, Node> queues = new TreeMap<>();
    final Map<String, Node> cohorts = new TreeMap<>();
    final List<Holding> holdings = new ArrayList<>();

    TwinTree(SmallWorld world) {
        for (CohortSpec spec : world.cohorts()) {
            Node node = cohort(spec.name());
            node.weight = spec.fairWeight();
            addQuotas(node, spec.resourceGroups());
            if (spec.parent() != null) {
                attach(node, cohort(spec.parent()));
            }
        }
        for (ClusterQueueSpec spec : world.queues()) {
            Node node = new Node(spec.name(), spec);
            node.weight = spec.fairWeight();
            queues.put(spec.name(), node);
            addQuotas(node, spec.resourceGroups());
            if (spec.cohort() != null) {
                attach(node, cohort(spec.cohort()));
            }
        }
        for (SmallWorld.Member member : world.running()) {
            Reservation reservation = member.status().reservation();
            if (reservation != null) {
                holdings.add(
                        new Holding(
                                queue(reservation.clusterQueue()),
                                usageOf(reservation.podSets()),
                                member.spec(),
                                member.status()));
            }
        }
    }

    private Node cohort(String name) {
        return cohorts.computeIfAbsent(name, key -> new Node(key, null));
    }

    Node queue(String name) {
        Node node = queues.get(name);
        if (node == null) {
            throw new IllegalStateException("no queue " + name);
        }
        return node;
    }

    private static void attach(Node child, Node parent) {
        child.parent = parent;
        parent.children.add(child);
    }

    private static void addQuotas(Node node, List<ResourceGroup> groups) {
        for (ResourceGroup group : groups) {
            group.quotasByFlavor()
                    .forEach(
                            (flavor, quotas) ->
                                    quotas.forEach(
                                            (resource, quota) ->
                                                    node.quotas.put(
                                                            new Pair(flavor, resource), quota)));
        }
    }

    /// What a workload holds; nothing for null.
    Map<Pair, Long> held(@Nullable WorkloadKey key) {
        return holdings.stream()
                .filter(holding -> holding.spec().key().equals(key))
                .findFirst()
                .map(Holding::usage)
                .orElse(Map.of());
    }

    static Map<Pair, Long> usageOf(List<Reservation.PodSetReservation> podSets) {
        Map<Pair, Long> usage = new TreeMap<>();
        for (Reservation.PodSetReservation podSet : podSets) {
            podSet.flavors()
                    .forEach(
                            (resource, flavor) ->
                                    usage.merge(
                                            new Pair(flavor, resource),
                                            podSet.usage().getOrDefault(resource, 0L),
                                            Long::sum));
        }
        return usage;
    }

    // ---- section 2
    // ---------------------------------------------------------------------------------------------------

    static long nominal(Node n, Pair p) {
        Quota quota = n.quotas.get(p);
        return quota == null ? 0 : quota.nominal();
    }

    static @Nullable Long borrowingLimit(Node n, Pair p) {
        Quota quota = n.quotas.get(p);
        return quota == null ? null : quota.borrowingLimit();
    }

    private static @Nullable Long lendingLimit(Node n, Pair p) {
        Quota quota = n.quotas.get(p);
        return quota == null ? null : quota.lendingLimit();
    }

    /// R2.5.
    long subtree(Node n, Pair p) {
        Long known = n.subtrees.get(p);
        if (known != null) {
            return known;
        }
        long sum = nominal(n, p);
        for (Node child : n.children) {
            sum += subtree(child, p) - guaranteed(child, p);
        }
        n.subtrees.put(p, sum);
        return sum;
    }

    /// R2.6.
    long guaranteed(Node n, Pair p) {
        Long limit = lendingLimit(n, p);
        return limit == null ? 0 : Math.max(0, subtree(n, p) - limit);
    }

    /// R2.7.
    long usage(Node n, Pair p) {
        long sum = 0;
        if (n.queue != null) {
            for (Holding holding : holdings) {
                sum += holding.queue == n ? holding.usage.getOrDefault(p, 0L) : 0;
            }
        }
        for (Node child : n.children) {
            sum += Math.max(0, usage(child, p) - guaranteed(child, p));
        }
        return sum;
    }

    /// R2.11.
    long localAvailable(Node n, Pair p) {
        return Math.max(0, guaranteed(n, p) - usage(n, p));
    }

    /// R2.12.
    private long availableUnbounded(Node n, Pair p) {
        if (n.parent == null) {
            return subtree(n, p) - usage(n, p);
        }
        long fromParent = availableUnbounded(n.parent, p);
        Long limit = borrowingLimit(n, p);
        if (limit != null) {
            long stored = subtree(n, p) - guaranteed(n, p);
            long used = Math.max(0, usage(n, p) - guaranteed(n, p));
            fromParent = Math.min(stored - used + limit, fromParent);
        }
        return localAvailable(n, p) + fromParent;
    }

    /// R2.13.
    long available(Node queue, Pair p) {
        return Math.max(0, availableUnbounded(queue, p));
    }

    /// R2.14.
    long potential(Node n, Pair p) {
        if (n.parent == null) {
            return subtree(n, p);
        }
        long most = guaranteed(n, p) + potential(n.parent, p);
        Long limit = borrowingLimit(n, p);
        return limit == null ? most : Math.min(subtree(n, p) + limit, most);
    }

    /// R2.15.
    boolean borrowsWith(Node n, Pair p, long v) {
        return subtree(n, p) < usage(n, p) + v;
    }

    /// R2.16.
    boolean isWithinNominal(Node n, Iterable<Pair> pairs) {
        for (Pair p : pairs) {
            if (borrowsWith(n, p, 0)) {
                return false;
            }
        }
        return true;
    }

    /// R2.18.
    static int height(Node n) {
        int height = 0;
        for (Node child : n.children) {
            height = Math.max(height, 1 + height(child));
        }
        return height;
    }

    /// How far up capacity comes from, and whether less than the whole tree could hold it (R2.19).
    record Level(int level, boolean hint) {}

    Level level(Node queue, Pair p, long v) {
        if (queue.parent == null || !borrowsWith(queue, p, v)) {
            return new Level(0, queue.parent != null);
        }
        long rest = v - localAvailable(queue, p);
        for (Node t = queue.parent; t != null; t = t.parent) {
            if (!borrowsWith(t, p, rest)) {
                return new Level(height(t), t.parent != null);
            }
            rest -= localAvailable(t, p);
        }
        return new Level(height(queue.root()), false);
    }

    /// R2.20.
    boolean fits(Node queue, Map<Pair, Long> usage) {
        return usage.entrySet().stream()
                .allMatch(entry -> entry.getValue() <= available(queue, entry.getKey()));
    }

    /// Every pair that the subtree has quota for.
    static TreeSet<Pair> pairs(Node n) {
        TreeSet<Pair> pairs = new TreeSet<>(n.quotas.keySet());
        n.children.forEach(child -> pairs.addAll(pairs(child)));
        return pairs;
    }

    /// Does something while some holdings do not count.
    <T> T without(Iterable<Holding> gone, java.util.function.Supplier<T> question) {
        List<Holding> before = List.copyOf(holdings);
        gone.forEach(holdings::remove);
        T answer = question.get();
        holdings.clear();
        holdings.addAll(before);
        return answer;
    }
}
