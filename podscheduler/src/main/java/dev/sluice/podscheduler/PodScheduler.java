package dev.sluice.podscheduler;

import dev.sluice.podscheduler.cluster.ClusterState;
import dev.sluice.podscheduler.cluster.DisruptionBudget;
import dev.sluice.podscheduler.cluster.Node;
import dev.sluice.podscheduler.cluster.NodeState;
import dev.sluice.podscheduler.cluster.Pod;
import dev.sluice.podscheduler.cycle.Placement;
import dev.sluice.podscheduler.cycle.SchedulingCycle;
import dev.sluice.podscheduler.framework.BindPlugin.Binding;
import dev.sluice.podscheduler.framework.ClusterEvent;
import dev.sluice.podscheduler.framework.EventKind;
import dev.sluice.podscheduler.framework.PostFilterPlugin.Rescue;
import dev.sluice.podscheduler.framework.Profile;
import dev.sluice.podscheduler.framework.Profiles;
import dev.sluice.podscheduler.queue.Backoff;
import dev.sluice.podscheduler.queue.QueuedPod;
import dev.sluice.podscheduler.queue.SchedulingQueue;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A scheduler as a value that is told what happens and says what to do: no clock, no threads, no client. One
/// thread at a time may use it.
///
/// ```
///   podSeen, podGone, nodeSeen, nodeGone ──▶ PodScheduler ──next──▶ Decision ──(written)──▶ podSeen or bindFailed
/// ```
///
/// A pod counts on its node from the decision on (S5.9), so the next decision need not wait for the write.
public final class PodScheduler {
    private final Profiles profiles;
    private final ClusterState cluster = new ClusterState();
    private final SchedulingQueue queue;
    private final Map<String, SchedulingCycle> cycleByName = new HashMap<>();

    /// Pods whose binding is under way, by uid.
    private final Map<String, Assumed> assumed = new HashMap<>();

    /// @param pod as it was last seen, without a node
    private record Assumed(QueuedPod entry, Pod pod) {}

    public PodScheduler(Profile profile) {
        this(Profiles.of(profile), Backoff.DEFAULT);
    }

    public PodScheduler(Profiles profiles, Backoff backoff) {
        this.profiles = profiles;
        this.queue = new SchedulingQueue(profiles, backoff);
        for (Profile profile : profiles.all()) {
            cycleByName.put(profile.schedulerName(), new SchedulingCycle(profile));
        }
    }

    /// A pod came or changed.
    ///
    /// @param before its form when it was last seen, null if this is the first time
    public void podSeen(@Nullable Pod before, Pod pod, Instant now) {
        if (pod.finished()) {
            podGone(pod, now);
        } else if (pod.nodeName() != null) {
            assigned(pod, pod.nodeName(), now);
        } else if (profiles.get(pod.schedulerName()) != null) {
            waits(before, pod, now);
        }
    }

    private void waits(@Nullable Pod before, Pod pod, Instant now) {
        Assumed binding = assumed.get(pod.uid());
        if (binding != null) {
            assumed.put(pod.uid(), new Assumed(binding.entry(), pod));
            return;
        }
        promise(before, pod);
        if (before == null || !queue.contains(pod.uid())) {
            if (!queue.contains(pod.uid())) {
                queue.add(pod, now);
            }
            return;
        }
        queue.update(pod, PodChanges.between(before, pod), now);
    }

    /// Follows what a pod's status says about a promise. While it says nothing and never did, a promise of ours may
    /// still be on its way there (S2.93).
    private void promise(@Nullable Pod before, Pod pod) {
        String then = before == null ? null : before.nominatedNodeName();
        if (pod.nominatedNodeName() != null) {
            cluster.nominations().put(pod, pod.nominatedNodeName());
        } else if (then != null) {
            cluster.nominations().remove(pod.uid());
        }
    }

    private void assigned(Pod pod, String node, Instant now) {
        queue.remove(pod.uid());
        cluster.nominations().remove(pod.uid());
        boolean confirmed = assumed.remove(pod.uid()) != null;
        Pod before = cluster.counted(pod.uid());
        cluster.place(pod, node);
        if (before == null || confirmed) {
            happened(EventKind.ASSIGNED_POD_ADD, pod, node, now);
            return;
        }
        if (!before.labels().equals(pod.labels())) {
            changed(EventKind.ASSIGNED_POD_UPDATE_LABEL, before, pod, node, now);
        }
        if (PodChanges.shrank(before, pod)) {
            changed(EventKind.ASSIGNED_POD_SCALE_DOWN, before, pod, node, now);
        }
        if (!before.deleting() && pod.deleting()) {
            changed(EventKind.ASSIGNED_POD_TERMINATING, before, pod, node, now);
        }
    }

    /// A pod is gone, or finished: it waits no longer and occupies nothing.
    public void podGone(Pod pod, Instant now) {
        queue.remove(pod.uid());
        cluster.nominations().remove(pod.uid());
        assumed.remove(pod.uid());
        String node = cluster.nodeOf(pod.uid());
        Pod counted = cluster.remove(pod.uid());
        if (counted != null && node != null) {
            happened(EventKind.ASSIGNED_POD_DELETE, counted, node, now);
        }
    }

    /// A node came or changed.
    public void nodeSeen(Node node, Instant now) {
        NodeState known = cluster.node(node.name());
        Node before = known == null ? null : known.node();
        if (node.equals(before)) {
            return;
        }
        NodeState state = cluster.put(node);
        for (EventKind kind : NodeChanges.between(before, node)) {
            queue.happened(new ClusterEvent.OfNode(kind, state), now);
        }
    }

    /// A node is gone. Pods on it stay counted until they are gone too.
    public void nodeGone(String name, Instant now) {
        if (cluster.node(name) != null) {
            cluster.removeNode(name);
            queue.happened(new ClusterEvent.Plain(EventKind.NODE_DELETE), now);
        }
    }

    /// A namespace came or changed its labels, which affinity terms may select by.
    public void namespaceSeen(String name, Map<String, String> labels, Instant now) {
        if (!cluster.namespaces().labels(name).equals(labels)) {
            cluster.putNamespace(name, labels);
            queue.happened(new ClusterEvent.Plain(EventKind.NAMESPACE_UPDATE_LABEL), now);
        }
    }

    public void namespaceGone(String name) {
        cluster.removeNamespace(name);
    }

    /// Tries the next pod.
    ///
    /// @return what to do about it, or null when no pod can be tried now; then [#nextDue] says when to ask again
    public @Nullable Decision next(Instant now) {
        QueuedPod entry = queue.next(now);
        if (entry == null) {
            return null;
        }
        Pod pod = entry.pod();
        if (pod.deleting()) {
            queue.placed(entry);
            return new Decision.SkipDeleting(pod);
        }
        return switch (cycle(pod).place(pod, cluster)) {
            case Placement.Placed placed -> assume(entry, placed);
            case Placement.Refused refused -> {
                Set<String> plugins =
                        refused.diagnosis() == null ? Set.of() : refused.diagnosis().plugins();
                queue.refused(entry, plugins, now);
                nominate(pod, refused);
                yield new Decision.Refuse(pod, refused);
            }
            case Placement.Broken broken -> {
                queue.broken(entry, pod, now);
                yield new Decision.Fail(pod, broken.message());
            }
        };
    }

    /// Keeps the room that is being made for a pod, or takes back a promise; those of lower priority lose theirs on that
    /// node, unless nothing new happens there (S4.127).
    private void nominate(Pod pod, Placement.Refused refused) {
        Rescue rescue = refused.rescue();
        String node = rescue == null ? null : rescue.nominatedNode();
        if (rescue == null || node == null) {
            cluster.nominations().remove(pod.uid());
            return;
        }
        boolean newVictims = rescue.victims().stream().anyMatch(v -> !v.deleting());
        if (newVictims) {
            for (Pod other : List.copyOf(cluster.nominations().on(node))) {
                if (other.priority() < pod.priority()) {
                    cluster.nominations().remove(other.uid());
                }
            }
        }
        cluster.nominations().put(pod, node);
    }

    private SchedulingCycle cycle(Pod pod) {
        return Objects.requireNonNull(cycleByName.get(pod.schedulerName()), pod.schedulerName());
    }

    private Decision assume(QueuedPod entry, Placement.Placed placed) {
        Pod pod = entry.pod();
        String node = placed.node().name();
        queue.placed(entry);
        assumed.put(pod.uid(), new Assumed(entry, pod));
        cluster.nominations().remove(pod.uid());
        cluster.place(pod.on(node), node);
        Binding binding = profiles.of(pod.schedulerName()).bind().getFirst().bind(pod, node);
        return new Decision.Bind(pod, binding, placed);
    }

    /// The binding was refused or its outcome is unknown. The pod is tried again after a pause, unless it has gone
    /// or has a node meanwhile (S5.34, S5.41).
    public void bindFailed(String uid, Instant now) {
        Assumed binding = assumed.remove(uid);
        if (binding == null) {
            return;
        }
        String node = cluster.nodeOf(uid);
        Pod counted = cluster.remove(uid);
        if (counted != null && node != null) {
            happened(EventKind.ASSIGNED_POD_DELETE, counted, node, now);
        }
        queue.broken(binding.entry(), binding.pod(), now);
    }

    /// A disruption budget came or changed.
    public void budgetSeen(DisruptionBudget budget) {
        cluster.put(budget);
    }

    /// A disruption budget is gone.
    public void budgetGone(String namespace, String name) {
        cluster.removeBudget(namespace, name);
    }

    /// When to call [#next] again although nothing happened; null when there is no such time.
    public @Nullable Instant nextDue() {
        return queue.nextDue();
    }

    /// How many pods wait in each place, for metrics.
    public int waiting(QueuedPod.Pool pool) {
        return queue.size(pool);
    }

    /// The pods and nodes as they are counted now.
    public ClusterState cluster() {
        return cluster;
    }

    private void happened(EventKind kind, Pod pod, String node, Instant now) {
        queue.happened(new ClusterEvent.OfAssignedPod(kind, null, pod, cluster.node(node)), now);
    }

    private void changed(EventKind kind, Pod before, Pod pod, String node, Instant now) {
        queue.happened(new ClusterEvent.OfAssignedPod(kind, before, pod, cluster.node(node)), now);
    }

    /// What is running on the node, for tests and explanations.
    public List<Pod> podsOn(String node) {
        NodeState state = cluster.node(node);
        return state == null ? List.of() : List.copyOf(state.pods());
    }
}
