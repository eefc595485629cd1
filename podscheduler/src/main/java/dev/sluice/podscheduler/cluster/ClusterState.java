package dev.sluice.podscheduler.cluster;

import java.util.ArrayDeque;
import java.util.Deque;
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
    private List<DisruptionBudget> budgets = List.of();
    private final Namespaces namespaces = new Namespaces();
    private final SpreadOwners owners = new SpreadOwners();
    private final PodGroups groups = new PodGroups();
    private final Topologies topologies = new Topologies();
    private final Tallies tallies = new Tallies(topologies);
    private final HeldTerms heldTerms = new HeldTerms(topologies);
    private final ImageSpread images = new ImageSpread();
    private final Deque<Integer> freeSlots = new ArrayDeque<>();
    private int slots;
    private long generation;

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
        return budgets;
    }

    /// The labels of namespaces.
    public Namespaces namespaces() {
        return namespaces;
    }

    /// Which pods belong together.
    public SpreadOwners owners() {
        return owners;
    }

    /// Which pods start together.
    public PodGroups groups() {
        return groups;
    }

    /// The affinity terms of the pods that are counted.
    public HeldTerms heldTerms() {
        return heldTerms;
    }

    /// Which nodes have which image.
    public ImageSpread images() {
        return images;
    }

    /// Above every [NodeState#slot] in use.
    public int slots() {
        return slots;
    }

    /// The count of pods that a question asks for, as they are now and as they come and go.
    public Tally tally(Tally.Question question) {
        return tallies.get(question, namespaces, order.list());
    }

    public void put(DisruptionBudget budget) {
        budgetByKey.put(budget.namespace() + "/" + budget.name(), budget);
        budgets = List.copyOf(budgetByKey.values());
    }

    public void removeBudget(String namespace, String name) {
        budgetByKey.remove(namespace + "/" + name);
        budgets = List.copyOf(budgetByKey.values());
    }

    /// A namespace came or changed its labels.
    public void putNamespace(String name, Map<String, String> labels) {
        if (namespaces.put(name, labels)) {
            tallies.clear();
        }
    }

    public void removeNamespace(String name) {
        namespaces.remove(name);
    }

    /// Adds a node or takes its new form.
    public NodeState put(Node node) {
        NodeState state = state(node.name());
        Node before = state.isPlaceholder() ? null : state.node();
        boolean sameDomains =
                before != null
                        && before.labels().equals(node.labels())
                        && before.taints().equals(node.taints());
        if (before != null && !sameDomains) {
            uncount(state, before);
        }
        state.become(node, ++generation);
        images.change(node.name(), before, node);
        order.put(state);
        if (!sameDomains) {
            topologies.nodeAdded(state);
            tallies.nodeAdded(state);
            state.pods().forEach(pod -> heldTerms.podAdded(state, pod, order.list()));
        }
        return state;
    }

    private void uncount(NodeState state, Node before) {
        tallies.nodeRemoved(state, before);
        state.pods().forEach(pod -> heldTerms.podRemoved(state, pod));
        topologies.nodeRemoved(state, before);
    }

    /// Forgets a node; its pods stay known in case it comes back.
    public void removeNode(String name) {
        NodeState state = stateByName.get(name);
        if (state == null || state.isPlaceholder()) {
            return;
        }
        uncount(state, state.node());
        images.change(name, state.node(), null);
        order.remove(name);
        state.become(null, ++generation);
        dropIfUnused(state);
    }

    /// Counts a pod on its node, and no longer on the one where it was counted before.
    public void place(Pod pod, String node) {
        String before = nodeByPodUid.put(pod.uid(), node);
        if (before != null) {
            takeFrom(before, pod.uid(), before.equals(node));
        }
        NodeState state = state(node);
        state.add(pod, ++generation);
        if (!state.isPlaceholder()) {
            tallies.podAdded(state, pod);
            heldTerms.podAdded(state, pod, order.list());
        }
    }

    /// Stops counting a pod.
    ///
    /// @return the pod as it was counted, or null if it was not
    public @Nullable Pod remove(String uid) {
        String node = nodeByPodUid.remove(uid);
        return node == null ? null : takeFrom(node, uid, false);
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

    /// How many nodes there are, with those that are only named by pods.
    public int knownNodes() {
        return stateByName.size();
    }

    /// How many pods are counted.
    public int podCount() {
        return nodeByPodUid.size();
    }

    private NodeState state(String name) {
        return stateByName.computeIfAbsent(name, _ -> new NodeState(name, newSlot()));
    }

    private int newSlot() {
        Integer free = freeSlots.poll();
        return free == null ? slots++ : free;
    }

    /// @param staysInUse whether another pod is put there at once
    private @Nullable Pod takeFrom(String node, String uid, boolean staysInUse) {
        NodeState state = stateByName.get(node);
        Pod pod = state == null ? null : state.remove(uid, ++generation);
        if (state == null || pod == null) {
            return null;
        }
        if (!state.isPlaceholder()) {
            tallies.podRemoved(state, pod);
            heldTerms.podRemoved(state, pod);
        }
        if (!staysInUse) {
            dropIfUnused(state);
        }
        return pod;
    }

    private void dropIfUnused(NodeState state) {
        if (state.isPlaceholder() && state.podCount() == 0) {
            stateByName.remove(state.name());
            freeSlots.push(state.slot());
        }
    }

    /// The pods that count on a node; none when it is not known.
    public List<Pod> podsOn(String node) {
        NodeState state = node(node);
        return state == null ? List.of() : List.copyOf(state.pods());
    }
}
