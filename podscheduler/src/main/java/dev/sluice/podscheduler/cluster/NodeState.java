package dev.sluice.podscheduler.cluster;

import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A node and what occupies it. Sums are kept as pods come and go; nothing is recounted.
///
/// A node that is gone while pods still name it lives on as a placeholder without [#node] (S5.62).
public final class NodeState {
    private final String name;
    private @Nullable Node node;
    private final Map<String, Pod> podByUid = new LinkedHashMap<>();
    private Resources requested = Resources.NONE;
    private Resources occupied = Resources.NONE;

    NodeState(String name) {
        this.name = name;
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

    void become(@Nullable Node newNode) {
        node = newNode;
    }

    /// The pods on the node, in the order in which they came.
    public Collection<Pod> pods() {
        return Collections.unmodifiableCollection(podByUid.values());
    }

    @Nullable Pod pod(String uid) {
        return podByUid.get(uid);
    }

    public int podCount() {
        return podByUid.size();
    }

    /// Sum of what its pods ask for.
    public Resources requested() {
        return requested;
    }

    /// The same with absent requests filled in (S4.64).
    public Resources occupied() {
        return occupied;
    }

    void add(Pod pod) {
        Pod before = podByUid.put(pod.uid(), pod);
        if (before != null) {
            subtract(before);
        }
        requested = requested.plus(pod.demand().total());
        occupied = occupied.plus(pod.demand().occupied());
    }

    /// @return the pod as it stood here, or null if it did not
    @Nullable Pod remove(String uid) {
        Pod before = podByUid.remove(uid);
        if (before != null) {
            subtract(before);
        }
        return before;
    }

    private void subtract(Pod pod) {
        requested = requested.minus(pod.demand().total());
        occupied = occupied.minus(pod.demand().occupied());
    }

    /// A node like this one on which one may try things out.
    public NodeState copy() {
        NodeState copy = new NodeState(name);
        copy.node = node;
        copy.podByUid.putAll(podByUid);
        copy.requested = requested;
        copy.occupied = occupied;
        return copy;
    }

    /// A copy with one more pod.
    public NodeState with(Pod pod) {
        NodeState copy = copy();
        copy.add(pod);
        return copy;
    }

    /// A copy without one of its pods.
    public NodeState without(Pod pod) {
        NodeState copy = copy();
        copy.remove(pod.uid());
        return copy;
    }
}
