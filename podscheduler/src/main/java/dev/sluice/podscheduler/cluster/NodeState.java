package dev.sluice.podscheduler.cluster;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A node and what occupies it. Sums are kept as pods come and go; nothing is recounted.
///
/// A node that is gone while pods still name it lives on as a placeholder without [#node] (S5.62).
///
/// A variation ([#with], [#without]) answers like a node with other pods, and says by which pods it differs from the
/// real one. What is counted beyond one node is so corrected by the difference, not counted again.
public final class NodeState {
    private final String name;
    private final long nameHash;
    private final @Nullable NodeState real;
    private @Nullable Node node;
    private final Map<String, Pod> podByUid;
    private final List<Pod> added;
    private final List<Pod> removed;
    private final Set<String> removedUids = new HashSet<>();
    private List<HostPort> ports = List.of();
    private Resources requested = Resources.NONE;
    private Resources occupied = Resources.NONE;
    private long generation;
    private int lowestPriority = Integer.MAX_VALUE;
    private boolean lowestPriorityKnown = true;
    private final int slot;

    /// @param slot a small number that no other node has
    NodeState(String name, int slot) {
        this.name = name;
        this.nameHash = hash(name);
        this.slot = slot;
        this.real = null;
        this.podByUid = new LinkedHashMap<>();
        this.added = List.of();
        this.removed = List.of();
    }

    private static long hash(String name) {
        long hash = 0xcbf29ce484222325L;
        for (int i = 0; i < name.length(); i++) {
            hash = (hash ^ name.charAt(i)) * 0x100000001b3L;
        }
        return hash * 0x9e3779b97f4a7c15L;
    }

    private NodeState(NodeState from) {
        name = from.name;
        nameHash = from.nameHash;
        slot = from.slot;
        real = from.real();
        node = from.node;
        podByUid = from.podByUid;
        added = new ArrayList<>(from.added);
        removed = new ArrayList<>(from.removed);
        removedUids.addAll(from.removedUids);
        ports = from.ports;
        requested = from.requested;
        occupied = from.occupied;
        generation = from.generation;
    }

    /// A hash of the name, good enough to draw lots by.
    public long nameHash() {
        return nameHash;
    }

    public String name() {
        return name;
    }

    /// @throws NullPointerException for a placeholder, which no plugin ever sees
    public Node node() {
        return Objects.requireNonNull(node, name);
    }

    boolean isPlaceholder() {
        return node == null;
    }

    void become(@Nullable Node newNode, long newGeneration) {
        node = newNode;
        generation = newGeneration;
    }

    /// A number that changes whenever anything about the node or its pods does; no two nodes ever have the same.
    public long generation() {
        return generation;
    }

    /// The place of the node in arrays over all nodes.
    public int slot() {
        return slot;
    }

    /// The pods on the node, in the order in which they came.
    public Collection<Pod> pods() {
        if (!isVariation()) {
            return Collections.unmodifiableCollection(podByUid.values());
        }
        List<Pod> pods = new ArrayList<>();
        for (Pod pod : podByUid.values()) {
            if (!removedUids.contains(pod.uid())) {
                pods.add(pod);
            }
        }
        pods.addAll(added);
        return pods;
    }

    @Nullable Pod pod(String uid) {
        return podByUid.get(uid);
    }

    public int podCount() {
        return podByUid.size() + added.size() - removed.size();
    }

    /// Sum of what its pods ask for.
    public Resources requested() {
        return requested;
    }

    /// The same with absent requests filled in (S4.64).
    public Resources occupied() {
        return occupied;
    }

    /// The ports that its pods occupy.
    public List<HostPort> ports() {
        return ports;
    }

    /// The lowest priority of a pod on the node, `Integer.MAX_VALUE` when there is none. Not for variations.
    public int lowestPriority() {
        if (!lowestPriorityKnown) {
            lowestPriority = Integer.MAX_VALUE;
            for (Pod pod : podByUid.values()) {
                lowestPriority = Math.min(lowestPriority, pod.priority());
            }
            lowestPriorityKnown = true;
        }
        return lowestPriority;
    }

    void add(Pod pod, long newGeneration) {
        Pod before = podByUid.put(pod.uid(), pod);
        if (before != null) {
            subtract(before);
            lowestPriorityKnown = false;
        }
        count(pod);
        lowestPriority = Math.min(lowestPriority, pod.priority());
        generation = newGeneration;
    }

    /// @return the pod as it stood here, or null if it did not
    @Nullable Pod remove(String uid, long newGeneration) {
        Pod before = podByUid.remove(uid);
        if (before != null) {
            subtract(before);
            lowestPriorityKnown &= before.priority() != lowestPriority;
            generation = newGeneration;
        }
        return before;
    }

    private void count(Pod pod) {
        requested = requested.plus(pod.demand().total());
        occupied = occupied.plus(pod.demand().occupied());
        if (!pod.shape().ports().isEmpty()) {
            List<HostPort> more = new ArrayList<>(ports);
            more.addAll(pod.shape().ports());
            ports = List.copyOf(more);
        }
    }

    private void subtract(Pod pod) {
        requested = requested.minus(pod.demand().total());
        occupied = occupied.minus(pod.demand().occupied());
        if (!pod.shape().ports().isEmpty()) {
            List<HostPort> fewer = new ArrayList<>(ports);
            pod.shape().ports().forEach(fewer::remove);
            ports = List.copyOf(fewer);
        }
    }

    /// Whether this is not the node as it is.
    public boolean isVariation() {
        return real != null;
    }

    /// The node as it is.
    public NodeState real() {
        return real == null ? this : real;
    }

    /// Pods that a variation has and the real node has not.
    public List<Pod> added() {
        return added;
    }

    /// Pods that the real node has and a variation has not.
    public List<Pod> removed() {
        return removed;
    }

    /// A variation with one more pod, which may be one that another variation took away.
    public NodeState with(Pod pod) {
        NodeState variation = new NodeState(this);
        if (variation.removedUids.remove(pod.uid())) {
            variation.removed.removeIf(other -> other.uid().equals(pod.uid()));
        } else {
            variation.added.add(pod);
        }
        variation.count(pod);
        return variation;
    }

    /// A variation without some of its pods.
    public NodeState without(Collection<Pod> pods) {
        NodeState variation = new NodeState(this);
        for (Pod pod : pods) {
            if (!variation.added.removeIf(other -> other.uid().equals(pod.uid()))) {
                variation.removed.add(pod);
                variation.removedUids.add(pod.uid());
            }
            variation.subtract(pod);
        }
        return variation;
    }
}
