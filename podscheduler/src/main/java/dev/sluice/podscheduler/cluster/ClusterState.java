package dev.sluice.podscheduler.cluster;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/// All nodes and the pods on them, kept up to date event by event (S5.60 to S5.63). A pod counts from the moment
/// the scheduler has decided for its node, whether or not the API server knows it yet.
public final class ClusterState {
    private final Map<String, NodeState> stateByName = new HashMap<>();
    private final Map<String, String> nodeByPodUid = new HashMap<>();
    private final NodeOrder order = new NodeOrder();
    private final Nominations nominations = new Nominations();
    private final SequencedMap<String, DisruptionBudget> budgetByKey = new LinkedHashMap<>();

    /// Nodes in the order in which they are visited.
    public List<NodeState> nodes() {
        return order.list();
    }

    /// @return null if there is no such node
    public @Nullable NodeState node(String name) {
        NodeState state = stateByName.get(name);
        return state == null || state.isPlaceholder() ? null : state;
    }

    /// Waiting pods that were promised room.
    public Nominations nominations() {
        return nominations;
    }

    /// What may be disrupted.
    public List<DisruptionBudget> budgets() {
        return List.copyOf(budgetByKey.values());
    }

    public void put(DisruptionBudget budget) {
        budgetByKey.put(budget.namespace() + "/" + budget.name(), budget);
    }

    public void removeBudget(String namespace, String name) {
        budgetByKey.remove(namespace + "/" + name);
    }

    /// Adds a node or takes its new form.
    public NodeState put(Node node) {
        NodeState state = stateByName.computeIfAbsent(node.name(), NodeState::new);
        state.become(node);
        order.put(state);
        return state;
    }

    /// Forgets a node; its pods stay counted in case it comes back.
    public void removeNode(String name) {
        NodeState state = stateByName.get(name);
        if (state == null) {
            return;
        }
        order.remove(name);
        state.become(null);
        dropIfUnused(state);
    }

    /// Counts a pod on its node, and no longer on the one where it was counted before.
    public void place(Pod pod, String node) {
        String before = nodeByPodUid.put(pod.uid(), node);
        if (before != null && !before.equals(node)) {
            takeFrom(before, pod.uid());
        }
        stateByName.computeIfAbsent(node, NodeState::new).add(pod);
    }

    /// Stops counting a pod.
    ///
    /// @return the pod as it was counted, or null if it was not
    public @Nullable Pod remove(String uid) {
        String node = nodeByPodUid.remove(uid);
        return node == null ? null : takeFrom(node, uid);
    }

    /// The node on which a pod is counted, or null.
    public @Nullable String nodeOf(String uid) {
        return nodeByPodUid.get(uid);
    }

    /// A pod as it is counted, or null if it is not.
    public @Nullable Pod counted(String uid) {
        String node = nodeByPodUid.get(uid);
        NodeState state = node == null ? null : stateByName.get(node);
        return state == null ? null : state.pod(uid);
    }

    private @Nullable Pod takeFrom(String node, String uid) {
        NodeState state = stateByName.get(node);
        if (state == null) {
            return null;
        }
        Pod pod = state.remove(uid);
        dropIfUnused(state);
        return pod;
    }

    private void dropIfUnused(NodeState state) {
        if (state.isPlaceholder() && state.podCount() == 0) {
            stateByName.remove(state.name());
        }
    }
}
